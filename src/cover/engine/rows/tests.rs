use super::*;
use crate::cover::Links;
use crate::cover::classics::{self, Graph};

fn option(number: usize) -> OptionId {
    OptionId::at(number)
}

fn problems() -> Vec<Problem> {
    let problems = [
        classics::queens(8),
        classics::latin(4),
        classics::langford(8),
        classics::graceful(&Graph::cube(2)),
        classics::dominoes(4, 6),
    ];
    problems.into_iter().map(Result::unwrap).collect()
}

#[test]
fn a_row_has_what_the_option_clashes_with() {
    let toys = [classics::toy(), classics::coloured_toy()].map(Result::unwrap);
    for problem in problems().iter().chain(&toys) {
        let engine = Rows::new(problem).unwrap();
        for one in problem.options() {
            let row = engine.table.row(one.index());
            for other in problem.options() {
                let entries = problem.entries_of(one).iter();
                let clashes =
                    entries.flat_map(|a| problem.entries_of(other).iter().map(move |b| (a, b)));
                let mut clashes = clashes.filter(|(a, b)| {
                    a.item == b.item && (a.colour.is_none() || a.colour != b.colour)
                });
                let (word, bit) = place(other.index());
                let expected = one != other && clashes.next().is_some();
                assert_eq!(row[word] & bit != 0, expected, "{one:?} {other:?}");
            }
        }
    }
}

#[test]
fn portable_code_takes_the_same_way() {
    for problem in problems() {
        let mut fast = Rows::new(&problem).unwrap();
        let mut portable = Rows::new(&problem).unwrap().portable();
        let covers = fast.first(usize::MAX);
        assert_eq!(covers, portable.first(usize::MAX));
        assert_eq!(fast.statistics(), portable.statistics());
        for options in [0, 7, 20, 31] {
            let mut other = Rows::new(&problem).unwrap().ending_at(options);
            assert_eq!(other.count(u64::MAX), covers.len() as u64, "{options} options");
        }
        assert_eq!(covers.len() as u64, Links::new(&problem).unwrap().count(u64::MAX));
    }
}

#[test]
fn a_search_leaves_the_state_as_it_was() {
    for problem in problems() {
        let mut engine = Rows::new(&problem).unwrap();
        let first = engine.state.clone();
        for number in [0, 5, 9, 2] {
            let _ = engine.hold(option(number));
            engine.ban(option(number + 1));
        }
        let (state, all) = (engine.state.clone(), engine.count(u64::MAX));
        for limit in 0..3 {
            assert_eq!(engine.count(limit), limit.min(all));
            assert_eq!(engine.state, state);
            engine.sanity().unwrap();
        }
        while engine.release().is_some() {
            engine.sanity().unwrap();
        }
        assert_eq!(engine.state, first);
    }
}

#[test]
fn an_option_that_is_held_may_leave_an_item_without_options() {
    let mut engine = Rows::new(&"a b\na\na b\n".parse().unwrap()).unwrap();
    engine.hold(option(0)).unwrap();
    assert_eq!(engine.shortest(), Some((ItemId(1), 0)));
    assert_eq!(engine.count(u64::MAX), 0);
    engine.sanity().unwrap();
    engine.release();
    assert_eq!(engine.count(u64::MAX), 1);
}

#[test]
fn sets_of_more_than_64_words() {
    let problem = classics::latin(17).unwrap();
    let mut engine = Rows::new(&problem).unwrap().beginning_anew(100);
    for number in [4_912, 2_000, 7] {
        engine.hold(option(number)).unwrap();
        engine.ban(option(number - 1));
        engine.sanity().unwrap();
    }
    let cover = engine.first(1).remove(0);
    assert!(problem.is_cover(&cover));
}

#[test]
fn a_small_tree_is_searched_in_one_run() {
    let problem = classics::langford(10).unwrap();
    let mut plain = Rows::new(&problem).unwrap();
    let mut anew = Rows::new(&problem).unwrap().beginning_anew(10);
    assert_eq!([plain.count(1), anew.count(1)], [0, 0]);
    assert_eq!(anew.statistics(), plain.statistics());
}

#[test]
fn items_of_127_options_are_the_longest() {
    let long = |options: usize| format!("a | x\n{}", "a x:red\n".repeat(options));
    let mut engine = Rows::new(&long(127).parse().unwrap()).unwrap();
    assert_eq!(engine.count(u64::MAX), 127);
    engine.hold(option(100)).unwrap();
    assert_eq!((engine.count(u64::MAX), engine.sanity()), (1, Ok(())));
    let error = Rows::new(&long(128).parse().unwrap()).unwrap_err();
    let too_wide = RowsTooWide { options: 128, longest: 128, items: 1 };
    assert_eq!(error, RowsError::TooWide(too_wide));
    assert_eq!(
        error.to_string(),
        "rows are for at most 8192 options, 127 of an item and 65535 items, and here are 128, 128 \
         and 1"
    );
}
