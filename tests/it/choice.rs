//! The choice of an engine, and the answers of every engine to every problem.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tourdion::cover::choice::{EngineError, EngineKind, Question, choose};
use tourdion::cover::classics::{self, Graph};
use tourdion::cover::question::memo::Counter;
use tourdion::cover::{Cells, Cover, Engine, EngineProgress, Live, Problem, ProblemError, Turns};
use tourdion::watch::{Patient, Watch};

use crate::support::drafts::sorted;

/// Small problems, each with the engine that lists its covers best.
fn problems() -> Vec<(Result<Problem, ProblemError>, EngineKind)> {
    use EngineKind::{Cells, Live, Rows};
    vec![
        (Ok(Problem::new()), Live),
        ("a b\na\n".parse().map_err(|_| ProblemError::EmptyOption), Live), // nothing has b
        (classics::toy(), Live),
        (classics::coloured_toy(), Live),
        (classics::queens(8), Live),
        (classics::dominoes(3, 3), Live),
        (classics::dominoes(15, 16), Live), // 240 bits, and 9 for the numbers of 449 options
        (classics::dominoes(2, 125), Cells), // 250 bits, and 9 more
        (classics::latin(8), Live),         // 192 bits
        (classics::latin(9), Rows),         // 243
        (classics::latin(10), Rows),
        (classics::dominoes(64, 66), Cells), // 8,318 options, too many for rows
        (classics::graceful(&Graph::path(4)), Live),
        (classics::latin(4), Live),
    ]
}

#[test]
fn what_is_chosen_can_be_made() {
    for (problem, engine) in problems() {
        let problem = problem.unwrap();
        let choice = choose(&problem, Question::Listing);
        assert_eq!(choice.engine, engine, "{}", choice.reason);
        assert!(choice.engine.build(&problem).is_ok());
        assert!(choice.reason.contains("256"), "{}", choice.reason);
        assert_eq!(choose(&problem, Question::Few).engine, EngineKind::Turns);
        assert_eq!(choose(&problem, Question::Some).engine, EngineKind::Turns);
        let is_narrow = Live::bits(&problem).is_ok();
        let critical = if is_narrow { EngineKind::Live } else { EngineKind::Turns };
        assert_eq!(choose(&problem, Question::Critical).engine, critical);
        assert_eq!(choose(&problem, Question::Count).engine, EngineKind::Memo);
        assert!(Counter::new(&problem, &[], &[], 0).is_ok());
    }
}

/// What is left of a Latin square of which two fifths are emptied.
fn holed_latin(side: usize) -> Problem {
    let cells = || (0..side).flat_map(|row| (0..side).map(move |column| [row, column]));
    let is_empty = |[row, column]: [usize; 2]| (7 * row + 5 * column) % 12 < 5;
    let is_taken = |[row, column]: [usize; 2], digit: usize| {
        cells()
            .filter(|&cell| !is_empty(cell) && (cell[0] + cell[1]) % side == digit)
            .any(|[other_row, other_column]| other_row == row || other_column == column)
    };
    let (mut items, mut options) = (BTreeSet::new(), String::new());
    for cell @ [row, column] in cells().filter(|&cell| is_empty(cell)) {
        for digit in (0..side).filter(|&digit| !is_taken(cell, digit)) {
            let option = [
                format!("p{row},{column}"),
                format!("r{row},{digit}"),
                format!("c{column},{digit}"),
            ];
            options += &(option.join(" ") + "\n");
            items.extend(option);
        }
    }
    let items: Vec<String> = items.into_iter().collect();
    format!("{}\n{options}", items.join(" ")).parse().unwrap()
}

#[test]
fn rows_list_what_is_left_of_a_large_latin_square() {
    let problem = holed_latin(30);
    assert!(problem.options().len() > 1_000);
    let choice = choose(&problem, Question::Listing);
    assert_eq!(choice.engine, EngineKind::Rows, "{}", choice.reason);
    for engine in [EngineKind::Rows, EngineKind::Turns] {
        let cover = engine.build(&problem).unwrap().first(1).remove(0);
        assert!(problem.is_cover(&cover), "{engine}");
    }
}

#[test]
fn all_engines_find_the_same() {
    for (problem, _) in problems() {
        let problem = problem.unwrap();
        let first = |kind: EngineKind| {
            let mut engine = kind.build(&problem).ok()?;
            let mut covers = engine.first(1000);
            for cover in &mut covers {
                cover.sort_unstable();
            }
            covers.sort_unstable();
            Some(covers)
        };
        let Some(expected) = first(EngineKind::Links).filter(|covers| covers.len() < 1000) else {
            continue;
        };
        assert_eq!(first(EngineKind::Cells).as_ref(), Some(&expected));
        assert!(first(EngineKind::Rows).is_none_or(|covers| covers == expected));
        assert_eq!(first(EngineKind::Learn).as_ref(), Some(&expected));
        assert_eq!(first(EngineKind::Turns).as_ref(), Some(&expected));
        assert!(first(EngineKind::Live).is_none_or(|covers| covers == expected));
        let counter = || Counter::new(&problem, &[], &[], 1 << 20).unwrap();
        for mut counter in [counter(), counter().walking()] {
            let count = counter.count(&mut Patient).continue_value();
            assert_eq!(count, Some(expected.len().into()));
        }
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    for &kind in EngineKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let error = "dlx".parse::<EngineKind>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected one of links, live, cells, weighted, rows, learn, turns, memo, found `dlx`"
    );
}

#[test]
fn what_cannot_be_made_is_said() {
    let toy = classics::toy().unwrap();
    assert_eq!(EngineKind::Memo.build(&toy).err(), Some(EngineError::Counts));
    let wide = classics::dominoes(17, 16).unwrap();
    assert!(matches!(EngineKind::Live.build(&wide).err(), Some(EngineError::TooWide(_))));
    let multiple: Problem = "1:2|a b\na\na b\nb\n".parse().unwrap();
    for question in [Question::Listing, Question::Critical] {
        assert_eq!(choose(&multiple, question).engine, EngineKind::Live);
    }
    assert_eq!(choose(&multiple, Question::Few).engine, EngineKind::Turns);
    assert_eq!(choose(&multiple, Question::Count).engine, EngineKind::Memo);
    let high: Problem = "1:15|a b\n".parse::<Problem>().unwrap();
    assert!(EngineKind::Live.build(&high).is_ok(), "no option exceeds the bound");
    let high: Problem = "15|a\na\n".parse().unwrap();
    assert_eq!(choose(&high, Question::Listing).engine, EngineKind::Cells);
    let error = EngineKind::Live.build(&high).err().unwrap();
    assert_eq!(
        error.to_string(),
        "a live list keeps bounds of 14 at most, and not those of `15|a`"
    );
    for kind in [EngineKind::Rows, EngineKind::Learn] {
        let error = kind.build(&multiple).err();
        assert!(
            matches!(error, Some(EngineError::Problem(ProblemError::Multiple(_)))),
            "{error:?}"
        );
    }
}

#[test]
fn some_covers_are_shown_where_the_plain_search_finds_none() {
    let queens = classics::queens(70).unwrap();
    let mut turns = Turns::for_list(&queens).unwrap();
    let covers = turns.first(20);
    assert!(covers.iter().all(|cover| queens.is_cover(cover)));
    assert_eq!(sorted(covers).into_iter().collect::<BTreeSet<_>>().len(), 20);
    let mut plain = Cells::new(&queens).unwrap();
    let mut watch = Nodes(2 * turns.statistics().nodes);
    assert!(plain.search(&mut |_: Cover<'_>| ControlFlow::Break(()), &mut watch).is_break());
    assert_eq!(plain.statistics().covers, 0, "the plain search finds one soon");
}

/// Ends a search after this number of nodes.
struct Nodes(u64);

impl Watch<EngineProgress<'_>> for Nodes {
    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let is_over = so_far.statistics.nodes >= self.0;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
