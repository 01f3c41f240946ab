//! Texts that should be problems: whatever they are, reading ends with a problem or with a fault and its place.

use std::fmt::Write;
use std::ops::Range;

use proptest::prelude::*;
use tourdion::cover::classics::{self, Graph};
use tourdion::cover::{Engine, Form, Links, Problem, TextError};

/// A problem in all forms, each of which must be read as this one.
fn forms(problem: &Problem) -> [String; 3] {
    let names: Vec<&str> = problem.items().map(|item| problem.name(item)).collect();
    let primary = problem.items().filter(|&item| problem.is_primary(item)).count();
    let options = || {
        problem.options().map(|option| {
            let entries = problem.items_of(option).iter();
            entries.map(|entry| (entry.item.index(), entry.colour.map(|c| problem.colour_name(c))))
        })
    };
    let mut numeric =
        format!("c numbers\np xc {primary} {} {}\n", names.len() - primary, problem.options().len());
    let mut json = Vec::new();
    for (k, option) in options().enumerate() {
        for (item, colour) in option {
            write!(numeric, "{}{} ", item + 1, colour.map_or(String::new(), |name| format!(":{name}")))
                .unwrap();
        }
        numeric += if k % 2 == 0 { "0\n" } else { "\n" };
    }
    for option in options() {
        let words = option.map(|(item, colour)| {
            format!("\"{}{}\"", names[item], colour.map_or(String::new(), |name| format!(":{name}")))
        });
        json.push(format!("[{}]", words.collect::<Vec<_>>().join(", ")));
    }
    let quoted =
        |range: Range<usize>| names[range].iter().map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(",");
    let json = format!(
        "{{\"primary\": [{}],\n \"secondary\": [{}],\n \"options\": [\n{}]}}\n",
        quoted(0..primary),
        quoted(primary..names.len()),
        json.join(",\n")
    );
    [problem.to_string(), numeric, json]
}

/// Problems with and without secondary items and colours. Colours are numbers here, so that each form can have them.
fn problems() -> Vec<Problem> {
    let coloured = "p q r | x y\np q x y:1\np r x:1 y\np x:2\nq x:1\nr y:2\n".parse().unwrap();
    vec![classics::toy().unwrap(), coloured, classics::queens(5).unwrap(), classics::langford(3).unwrap()]
}

fn count(problem: &Problem) -> u64 {
    Links::<u32>::new(problem).unwrap().count(1000)
}

/// What reading says, if it says anything: its place must be in the text, or just behind its end.
fn place_is_in(text: &[u8], read: &Result<Problem, TextError>) -> bool {
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    match read {
        Ok(_) => true,
        Err(TextError { line, column, .. }) => {
            *line >= 1 && *column >= 1 && lines.get(line - 1).is_some_and(|line| *column <= line.len() + 1)
        }
    }
}

fn read_in_all_forms(text: &[u8]) -> Result<(), TestCaseError> {
    for read in Form::ALL.map(|form| form.read(text)).into_iter().chain([Form::read_recognised(text)]) {
        prop_assert!(place_is_in(text, &read), "{read:?}");
        if let Ok(problem) = read {
            let written = problem.to_string();
            if problem.items().len() > 0 {
                // An item's name may begin with what Knuth's form takes for something else.
                let again: Result<Problem, _> = written.parse();
                prop_assert!(again.is_err() || again.unwrap().to_string() == written);
            }
        }
    }
    Ok(())
}

#[test]
fn all_forms_say_the_same() {
    for problem in problems().into_iter().chain([classics::graceful(&Graph::path(4)).unwrap()]) {
        let is_numeric = !problem.is_coloured() || problem.items().len() == 5;
        for (form, text) in Form::ALL.into_iter().zip(forms(&problem)) {
            if form == Form::Numeric && !is_numeric {
                continue;
            }
            assert_eq!(Form::recognise(&text), form, "{text}");
            let read = form.read(text.as_bytes()).unwrap_or_else(|error| panic!("{form}: {error}\n{text}"));
            assert_eq!(read.options().len(), problem.options().len());
            assert_eq!(read.entry_count(), problem.entry_count());
            assert_eq!(count(&read), count(&problem), "{form}:\n{text}");
            if form == Form::Json {
                assert_eq!(read.to_string(), problem.to_string());
            }
        }
    }
}

#[test]
fn windows_lines_and_a_mark_before_the_text_change_nothing() {
    for problem in problems() {
        for (form, text) in Form::ALL.into_iter().zip(forms(&problem)) {
            let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
            let read = Form::read_recognised(windows.as_bytes()).unwrap();
            assert_eq!(read.to_string(), form.read(text.as_bytes()).unwrap().to_string());
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(text in prop::collection::vec(any::<u8>(), 0..200)) {
        read_in_all_forms(&text)?;
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "p", "xc", "c", "0", "1", "2", "3", "1:2", "4:1", ":", "|", "a", "a:b", "2|a", "1:2|a", "a|5", "{", "}", "[",
                "]", "\"primary\"", "\"options\"", ",", "\"a\"", "\n", "\r\n", "\u{feff}", "ä", "99999999999999999999", "-1",
                "p xc 2 1 2\n", "a b | x\n",
            ]),
            0..30,
        ),
    ) {
        read_in_all_forms(words.join(" ").as_bytes())?;
        read_in_all_forms(words.concat().as_bytes())?;
    }

    #[test]
    fn a_text_that_was_changed_somewhere_is_read_or_refused(
        which in 0..4_usize,
        form in 0..3_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..5),
    ) {
        let mut text = forms(&problems()[which])[form].clone().into_bytes();
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
