//! Texts that should be problems: reading always ends with a problem, or with a fault and its
//! place.

use std::fmt::Write;

use proptest::prelude::*;
use tourdion::cover::classics::{self, Graph};
use tourdion::cover::form::miniexact::{MiniexactNumbers, MiniexactText};
use tourdion::cover::{Bounds, ItemId, OptionEntry, Problem, ProblemForm, TextError};

use crate::support::drafts::bounded_drafts;

/// A problem in all forms, each of which must be read as this one. Without primary items it has
/// none of Knuth's, and what is written in its stead is JSON.
fn forms(problem: &Problem) -> Vec<(ProblemForm, String)> {
    let has_primary = problem.items().any(|item| problem.is_primary(item));
    let written = if has_primary { ProblemForm::Knuth } else { ProblemForm::Json };
    let mut forms = vec![
        (written, problem.to_string()),
        (ProblemForm::Numeric, numeric(problem)),
        (ProblemForm::Json, json(problem)),
    ];
    // Those that miniexact can express; a large cost or a bound is refused.
    if let Ok(text) = MiniexactText::new(problem) {
        forms.push((ProblemForm::Miniexact, text.to_string()));
    }
    if let Ok(text) = MiniexactNumbers::new(problem) {
        forms.push((ProblemForm::MiniexactNumbers, text.to_string()));
    }
    forms.extend(matrix(problem).map(|text| (ProblemForm::Matrix, text)));
    forms
}

/// The problem as a matrix, if it is one and its items are in order in each option. One without
/// options has no columns.
fn matrix(problem: &Problem) -> Option<String> {
    let is_plain = |item| problem.is_primary(item) && problem.bounds(item) == Bounds::ONCE;
    if problem.options().len() == 0 || problem.has_costs() || !problem.items().all(is_plain) {
        return None;
    }
    let mut text = String::new();
    for option in problem.options() {
        let entries = problem.entries_of(option);
        if !entries.is_sorted_by_key(|entry| entry.item) {
            return None;
        }
        let has = |item| entries.iter().any(|entry| entry.item == item);
        text.extend(problem.items().map(|item| if has(item) { "1 " } else { "0 " }));
        text.push('\n');
    }
    Some(text)
}

/// The colours are counted as they come.
fn numeric(problem: &Problem) -> String {
    let primary = problem.items().filter(|&item| problem.is_primary(item)).count();
    let counts = [primary, problem.items().len() - primary, problem.options().len()];
    let mut text = format!("c numbers\np xc {} {} {}\n", counts[0], counts[1], counts[2]);
    for item in problem
        .items()
        .filter(|&item| problem.is_primary(item) && problem.bounds(item) != Bounds::ONCE)
    {
        let Bounds { least, most } = problem.bounds(item);
        writeln!(text, "m {} {least} {most}", item.index() + 1).unwrap();
    }
    let mut colours: Vec<&str> = Vec::new();
    for option in problem.options() {
        if problem.cost(option) > 0 {
            write!(text, "w {} ", problem.cost(option)).unwrap();
        }
        for entry in problem.entries_of(option) {
            write!(text, "{}", entry.item.index() + 1).unwrap();
            if let Some(colour) = entry.colour {
                let name = problem.colour_name(colour);
                let known = colours.iter().position(|&known| known == name);
                let number = known.unwrap_or(colours.len()) + 1;
                if known.is_none() {
                    colours.push(name);
                }
                write!(text, ":{number}").unwrap();
            }
            text.push(' ');
        }
        text += if option.index() % 2 == 0 { "0\n" } else { "\n" };
    }
    text
}

fn json(problem: &Problem) -> String {
    let (primary, secondary): (Vec<ItemId>, Vec<ItemId>) =
        problem.items().partition(|&item| problem.is_primary(item));
    let named = |&item: &ItemId| match problem.bounds(item) {
        bounds if problem.is_primary(item) && bounds != Bounds::ONCE => {
            let Bounds { least, most } = bounds;
            format!("{{\"name\": \"{}\", \"bounds\": [{least}, {most}]}}", problem.name(item))
        }
        _ => format!("\"{}\"", problem.name(item)),
    };
    let option = |option| {
        let quoted = |&entry| format!("\"{}\"", problem.spelled_entry(entry));
        let items = problem.entries_of(option).iter().map(quoted).collect::<Vec<_>>().join(", ");
        match problem.cost(option) {
            0 => format!("[{items}]"),
            cost => format!("{{\"cost\": {cost}, \"items\": [{items}]}}"),
        }
    };
    format!(
        "{{\"primary\": [{}],\n \"secondary\": [{}],\n \"options\": [\n{}]}}\n",
        primary.iter().map(named).collect::<Vec<_>>().join(","),
        secondary.iter().map(named).collect::<Vec<_>>().join(","),
        problem.options().map(option).collect::<Vec<_>>().join(",\n")
    )
}

/// What a problem says, apart from names: of each item whether it is primary and its bounds; of
/// each option its items and their colours, counted as they come, and its cost.
type Said = (Vec<(bool, Bounds)>, Vec<(Vec<(usize, Option<usize>)>, u64)>);

fn said(problem: &Problem) -> Said {
    let items =
        problem.items().map(|item| (problem.is_primary(item), problem.bounds(item))).collect();
    let mut colours = Vec::new();
    let mut options = Vec::new();
    for option in problem.options() {
        let mut entries = Vec::new();
        for entry in problem.entries_of(option) {
            if let Some(colour) = entry.colour.filter(|colour| !colours.contains(colour)) {
                colours.push(colour);
            }
            let colour =
                entry.colour.and_then(|colour| colours.iter().position(|&known| known == colour));
            entries.push((entry.item.index(), colour));
        }
        options.push((entries, problem.cost(option)));
    }
    (items, options)
}

/// Problems with and without secondary items and colours. Colours are numbers here, so that each
/// form can have them.
fn problems() -> Vec<Problem> {
    let coloured = "p q r | x y\np q x y:1\np r x:1 y\np x:2\nq x:1\nr y:2\n".parse().unwrap();
    let bounded =
        "p 0:2|q 3|r | x\np q x:1 |7\nr |18446744073709551615\nr q |1\nr p\n".parse().unwrap();
    let mut secondary = Problem::new();
    let (x, y, colour) = (
        secondary.secondary("x").unwrap(),
        secondary.secondary("y").unwrap(),
        secondary.colour("2").unwrap(),
    );
    secondary.option([(x, colour).into(), OptionEntry::from(y)]).unwrap();
    vec![
        classics::toy().unwrap(),
        Problem::new(),
        secondary,
        bounded,
        coloured,
        classics::queens(5).unwrap(),
        classics::langford(3).unwrap(),
    ]
}

/// What reading says, if it says anything: its place must be in the text, or just behind its end.
fn place_is_in(text: &[u8], read: &Result<Problem, TextError>) -> bool {
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    match read {
        Ok(_) => true,
        Err(TextError { line, column, .. }) => {
            *line >= 1
                && *column >= 1
                && lines.get(line - 1).is_some_and(|line| *column <= line.len() + 1)
        }
    }
}

fn read_in_all_forms(text: &[u8]) -> Result<(), TestCaseError> {
    for read in ProblemForm::ALL
        .iter()
        .map(|form| form.read(text))
        .chain([ProblemForm::read_recognised(text)])
    {
        prop_assert!(place_is_in(text, &read), "{read:?}");
        if let Ok(problem) = read {
            let written = problem.to_string();
            let again: Problem = written.parse()?;
            prop_assert_eq!(said(&again), said(&problem));
            prop_assert_eq!(again.to_string(), written);
            for (form, text) in forms(&problem).into_iter().skip(3) {
                prop_assert_eq!(said(&form.read(text.as_bytes())?), said(&problem));
            }
        }
    }
    Ok(())
}

#[test]
fn all_forms_say_the_same() {
    for problem in problems().into_iter().chain([classics::graceful(&Graph::path(4)).unwrap()]) {
        for (form, text) in forms(&problem) {
            assert_eq!(ProblemForm::recognise(&text), Ok(form), "{text}");
            let read = form
                .read(text.as_bytes())
                .unwrap_or_else(|error| panic!("{form}: {error}\n{text}"));
            assert_eq!(said(&read), said(&problem), "{form}:\n{text}");
            if form == ProblemForm::Json {
                assert_eq!(read.to_string(), problem.to_string());
            }
        }
    }
}

/// Their problem is not taken for what is refused by its first words.
#[test]
fn what_is_written_is_read_where_names_look_like_a_foreign_form() {
    for names in [
        ["p", "cnf", "3"],
        ["c", "p", "cnf"],
        ["*", "#variable=", "3"],
        ["[[0,1]", "1", "0"],
        ["<html", "<!doctype", "a"],
    ] {
        let mut problem = Problem::new();
        let items = names.map(|name| problem.primary(name).unwrap());
        problem.option(items).unwrap();
        problem.option(items[1..].to_vec()).unwrap();
        let written = problem.to_string();
        let again: Problem = written.parse().unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(again.to_string(), written);
        assert_eq!(said(&again), said(&problem));
    }
}

#[test]
fn windows_lines_and_a_mark_before_the_text_change_nothing() {
    for problem in problems() {
        for (form, text) in forms(&problem) {
            let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
            let read = ProblemForm::read_recognised(windows.as_bytes()).unwrap();
            assert_eq!(read.to_string(), form.read(text.as_bytes()).unwrap().to_string());
        }
    }
}

proptest! {
    #[test]
    fn problems_with_bounds_and_costs_are_read_as_they_were_written(
        draft in bounded_drafts(),
        large in any::<u64>(),
    ) {
        let mut problem = draft.problem();
        if let Some(option) = problem.options().last() {
            problem.set_cost(option, large).unwrap();
        }
        for (form, text) in forms(&problem) {
            let bytes = text.as_bytes();
            for read in [form.read(bytes), ProblemForm::read_recognised(bytes)] {
                prop_assert!(read.is_ok(), "{:?}\n{}", read, text);
                prop_assert_eq!(said(&read.unwrap()), said(&problem));
            }
        }
        let text = problem.to_string();
        prop_assert_eq!(text.parse::<Problem>().unwrap().to_string(), text);
    }

    /// Names that begin as another form does, or as a comment; with and without primary items.
    #[test]
    fn what_is_written_is_read_whatever_the_names_are(
        names in prop::collection::btree_set(
            prop_oneof![
                prop::sample::select(vec![
                    "p", "xc", "c", "{", "{\"", "}", "\u{feff}", "\u{feff}p", "\"", "\\", "0", "m",
                    "w", "[", "\u{202e}", "xcc", "<", "<a", "a>", ">", "#", "0", "1", "10", "cnf",
                    "*", "#variable=", "[[0,1]", "<html", "<?xml",
                ]).prop_map(str::to_owned),
                "[^\\s\\p{Cc}:|]{1,3}",
            ],
            0..5,
        ),
        order in any::<prop::sample::Index>(),
        primary in 0..5_usize,
        options in prop::collection::vec((1..32_u8, 0..3_u64), 0..4),
    ) {
        let mut names: Vec<String> = names.into_iter().collect();
        let turn = order.index(names.len().max(1));
        names.rotate_left(turn);
        let mut problem = Problem::new();
        let items: Vec<ItemId> = names
            .iter()
            .enumerate()
            .map(|(k, name)| {
                if k < primary {
                    problem.primary(name).unwrap()
                } else {
                    problem.secondary(name).unwrap()
                }
            })
            .collect();
        for (has, cost) in options {
            let entries: Vec<ItemId> = items
                .iter()
                .enumerate()
                .filter(|(k, _)| has >> k & 1 == 1)
                .map(|(_, &item)| item)
                .collect();
            if !entries.is_empty() {
                let option = problem.option(entries).unwrap();
                problem.set_cost(option, cost).unwrap();
            }
        }
        let text = problem.to_string();
        let again: Problem = text.parse().unwrap();
        prop_assert_eq!(said(&again), said(&problem), "{}", text);
        prop_assert_eq!(again.to_string(), text);
        prop_assert!(
            again.items().map(|item| again.name(item)).eq(names.iter().map(String::as_str))
        );
    }

    #[test]
    fn any_bytes_are_read_or_refused(text in prop::collection::vec(any::<u8>(), 0..200)) {
        read_in_all_forms(&text)?;
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "p", "xc", "c", "0", "1", "2", "3", "1:2", "4:1", ":", "|", "a", "a:b", "2|a",
                "1:2|a", "0:4294967295|b", "9:3|a", "a|5", "|5", "|18446744073709551615", "m", "w",
                "m 1 0 2\n", "\"cost\"", "\"bounds\"", "\"items\"", "\"name\"", ":[1,2]", "b", "{",
                "}", "[", "]", "\"primary\"", "\"options\"", ",", "\"a\"", "\n", "\r\n", "\u{feff}",
                "ä", "99999999999999999999", "-1",
                "p xc 2 1 2\n", "a b | x\n", "<", ">", ";", "$", "$5", "p xcc 2 1\n", "< a b:1;2 >",
                "[ x ]", "x:1", "#", "01\n", "10\n",
            ]),
            0..30,
        ),
    ) {
        read_in_all_forms(words.join(" ").as_bytes())?;
        read_in_all_forms(words.concat().as_bytes())?;
    }

    #[test]
    fn a_text_that_was_changed_somewhere_is_read_or_refused(
        which in 0..7_usize,
        form in any::<prop::sample::Index>(),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<u8>(), 0..3_u8),
            1..5,
        ),
    ) {
        let forms = forms(&problems()[which]);
        let mut text = forms[form.index(forms.len())].1.clone().into_bytes();
        for (place, byte, how) in changes {
            if text.is_empty() {
                break;
            }
            let place = place.index(text.len());
            match how {
                0 => text[place] = byte,
                1 => text.insert(place, byte),
                _ => drop(text.remove(place)),
            }
        }
        read_in_all_forms(&text)?;
    }
}
