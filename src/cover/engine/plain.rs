//! The engine that suits a problem best for a plain search: one that neither learns nor remembers.
//!
//! ```text
//!      more than 192 items, and rows of bits suit the problem      rows
//!      the same, a few covers, and pairs of options kept apart     rows
//!      the same, a few covers, and up to four items of an option   rows
//!      masks of 256 bits are enough, and bounds are below 15       live
//!      all others                                                  cells
//! ```
//!
//! Searches that race with another one ([`Turns`](crate::cover::Turns), and the counts of
//! [`memo`](crate::cover::question::memo)) take it. [`choose`](crate::cover::choice::choose)
//! decides in the same way for a list, and gives reasons; a test compares both.
//!
//! Rows and cells take some time to be made, and many a first cover is found sooner by
//! [links](crate::cover::engine::links), which are made in half of it. So the search for a few
//! covers begins [`early`](Plain::early): links search for a moment, and if they are not done then,
//! the other engine is made and starts over. Counts lose by it: the moment is seldom enough. So do
//! problems whose secondary items keep pairs of options apart.

use std::ops::ControlFlow;

use crate::cover::engine::EngineWatch;
use crate::cover::engine::colours::several_at_least;
use crate::cover::engine::lengths::Lengths;
use crate::cover::engine::live::BITS;
use crate::cover::engine::rows::Suit;
use crate::cover::engine::secondary::Secondary;
use crate::cover::{
    Cells, Cover, Engine, EngineProgress, Links, Live, Move, Problem, ProblemError, Rows,
    Statistics,
};
use crate::watch::Watch;

/// The work of links for each entry of the problem, in about the time that rows or cells take to be
/// made.
const MOMENT: u64 = 5;

/// The most items of an option, in the mean, for links to search before: they touch each one.
const ITEMS: usize = 6;

/// The most entries of a problem for cells on which links may search before.
const SMALL: usize = 1 << 13;

/// The conflicts of the shortest run of rows, and of rows for pairs of options kept apart. Shorter
/// runs are too short for these (docs/benchmarks/tried.md).
const RUN: u32 = 500;
const RUN_OF_PAIRS: u32 = 4096;

/// The most nodes until a moment may end.
const MOMENT_PATIENCE: u64 = 32;

/// Of options that have this number of items or more, in the mean, the large ones come first.
const LARGE: usize = 7;

/// Whether a live list finds a first cover sooner that tries large options first. Where they have
/// fewer items it is neither better nor worse, on random problems.
fn are_large(problem: &Problem) -> bool {
    problem.is_multiple() || problem.entry_count() >= LARGE * problem.options().len()
}

/// Up to this number of items a live list is faster than rows: its masks have three words then.
const NARROW: usize = 192;

/// Whether a live list is faster than rows, if it takes the problem.
pub(in crate::cover) fn is_narrow(problem: &Problem) -> bool {
    problem.items().len() <= NARROW
}

/// Whether some options show that a live list has too few bits for the colours: to lay out all of
/// them takes a part of the time in which sparse sets are made.
fn has_many_colours(problem: &Problem) -> bool {
    // Two colours take two bits at least.
    problem.is_coloured() && problem.primary_count() + 2 * several_at_least(problem) > BITS
}

/// What the choice of a plain engine needs to know, from one look at a problem.
#[derive(Debug)]
pub(in crate::cover) struct Look {
    pub(in crate::cover) secondary: Secondary,
    /// Of a problem that is not narrow.
    wide: Option<Wide>,
}

/// The same of a wide problem.
#[derive(Debug)]
struct Wide {
    lengths: Lengths,
    suit: Suit,
}

impl Wide {
    fn at(problem: &Problem) -> Wide {
        let lengths = Lengths::of(problem);
        Wide { suit: Rows::suit(problem, &lengths), lengths }
    }
}

impl Look {
    pub(in crate::cover) fn at(problem: &Problem) -> Look {
        if is_narrow(problem) {
            return Look { secondary: Secondary::of(problem), wide: None };
        }
        let wide = Wide::at(problem);
        Look { secondary: Secondary::by(problem, &wide.lengths), wide: Some(wide) }
    }

    /// Whether links search a problem for a moment, before rows or, if it is small, before cells.
    /// Not where secondary items keep pairs of options apart: links take four times as long there.
    fn suits_links(&self, problem: &Problem) -> bool {
        let Some(Wide { lengths, suit }) = &self.wide else { return false };
        let entries = problem.entry_count();
        let is_too_wide = || {
            lengths.need_more_bits(problem, BITS)
                || has_many_colours(problem)
                || !Live::takes(problem)
        };
        let is_for_cells = || entries <= SMALL && is_too_wide();
        self.secondary != Secondary::Pairs
            && entries <= ITEMS * problem.options().len()
            && (*suit == Suit::Yes || is_for_cells())
    }
}

/// An engine for a plain search.
#[derive(Debug)]
pub(in crate::cover) enum Plain {
    Live(Box<Live>),
    Rows(Box<Rows>),
    Cells(Box<Cells>),
    /// For a moment, before another engine is made that suits what was seen.
    Links {
        links: Box<Links<u16>>,
        look: Look,
    },
}

/// The engine that suits the search for a few covers of a wide problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ForFew {
    /// Rows, which restart now and then, the first time after this number of conflicts.
    Rows { run: u32 },
    /// That of any plain search.
    Others,
}

impl ForFew {
    /// For a problem that rows suit so, with such secondary items.
    fn of(suit: Suit, secondary: Secondary) -> ForFew {
        match (suit, secondary) {
            (Suit::Yes | Suit::Pairs, Secondary::Pairs) => ForFew::Rows { run: RUN_OF_PAIRS },
            (Suit::Yes, _) | (Suit::Few, Secondary::None) => ForFew::Rows { run: RUN },
            _ => ForFew::Others,
        }
    }
}

impl Plain {
    /// The engine that begins a search for a few covers of a problem that looks so: links instead
    /// of rows, or of cells for a small problem. A live list tries options that are large first,
    /// and sparse sets search by weights and restart.
    pub(in crate::cover) fn early(problem: &Problem, look: Look) -> Result<Plain, ProblemError> {
        if look.suits_links(problem)
            && let Ok(links) = Links::with_width(problem)
        {
            return Ok(Plain::Links { links: Box::new(links), look });
        }
        Plain::for_few(problem, &look)
    }

    /// The engine that goes on with it.
    fn for_few(problem: &Problem, look: &Look) -> Result<Plain, ProblemError> {
        if let Some(Wide { lengths, suit }) = &look.wide
            && let ForFew::Rows { run } = ForFew::of(*suit, look.secondary)
            && let Ok(rows) = Rows::by(problem, lengths)
        {
            let rows = rows.least_clashing_first().beginning_anew(run);
            return Ok(Plain::Rows(Box::new(rows)));
        }
        Ok(match Plain::by(problem, look)? {
            Plain::Live(live) if are_large(problem) => Plain::Live(Box::new(live.largest_first())),
            Plain::Cells(cells) => Plain::Cells(Box::new(cells.weighted())),
            other => other,
        })
    }

    /// Whether there is another order for options, if a first cover does not come soon.
    pub(in crate::cover) fn has_another_order(&self) -> bool {
        matches!(self, Plain::Live(live) if live.has_another_order())
    }

    /// Tries options in that order from now on: a live list those first that clash with few others.
    pub(in crate::cover) fn change_order(&mut self) {
        if let Plain::Live(live) = self {
            live.change_order();
        }
    }

    /// Makes the engine that suits `problem` best in place of links, with their moves. Returns
    /// their work.
    fn settle(&mut self, problem: &Problem) -> Statistics {
        let Plain::Links { links, look } = self else { return Statistics::default() };
        let (work, moves) = (links.statistics(), links.moves().to_vec());
        *self = Plain::for_few(problem, look).expect("a problem of links of 16 bits is small");
        make(self.engine_mut(), &moves);
        work
    }

    /// Searches by links for a moment, if they have not been replaced. If there is more to do,
    /// returns their work: then the engine that suits `problem` best is in their place, and begins
    /// anew.
    pub(in crate::cover) fn begin(
        &mut self,
        problem: &Problem,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> Result<ControlFlow<()>, Statistics> {
        let Plain::Links { links, .. } = self else { return Err(Statistics::default()) };
        let limit = links.statistics().work() + MOMENT * problem.entry_count() as u64;
        let mut watch = Moment { watch, limit, is_over: false };
        let flow = links.search(visitor, &mut watch);
        if !watch.is_over {
            return Ok(flow);
        }
        Err(self.settle(problem))
    }

    pub(in crate::cover) fn new(problem: &Problem) -> Result<Plain, ProblemError> {
        Plain::by(problem, &Look::at(problem))
    }

    /// The same, from a look at the problem that has been taken.
    pub(in crate::cover) fn by(problem: &Problem, look: &Look) -> Result<Plain, ProblemError> {
        let wide = match &look.wide {
            Some(wide) => wide,
            None if has_many_colours(problem) => &Wide::at(problem),
            None => match Live::new(problem) {
                Ok(live) => return Ok(Plain::Live(Box::new(live))),
                Err(_) => &Wide::at(problem),
            },
        };
        if wide.suit == Suit::Yes
            && let Ok(rows) = Rows::by(problem, &wide.lengths)
        {
            return Ok(Plain::Rows(Box::new(rows)));
        }
        if look.wide.is_some()
            && !wide.lengths.need_more_bits(problem, BITS)
            && !has_many_colours(problem)
            && let Ok(live) = Live::new(problem)
        {
            return Ok(Plain::Live(Box::new(live)));
        }
        Ok(Plain::Cells(Box::new(Cells::new(problem)?)))
    }

    pub(in crate::cover) fn engine(&self) -> &dyn Engine {
        match self {
            Plain::Live(live) => &**live,
            Plain::Rows(rows) => &**rows,
            Plain::Cells(cells) => &**cells,
            Plain::Links { links, .. } => &**links,
        }
    }

    pub(in crate::cover) fn engine_mut(&mut self) -> &mut dyn Engine {
        match self {
            Plain::Live(live) => &mut **live,
            Plain::Rows(rows) => &mut **rows,
            Plain::Cells(cells) => &mut **cells,
            Plain::Links { links, .. } => &mut **links,
        }
    }

    pub(in crate::cover) fn into_engine(self) -> Box<dyn Engine> {
        match self {
            Plain::Live(live) => live,
            Plain::Rows(rows) => rows,
            Plain::Cells(cells) => cells,
            Plain::Links { links, .. } => links,
        }
    }
}

/// Makes these moves, which another engine of the same problem has made.
pub(in crate::cover) fn make(engine: &mut dyn Engine, moves: &[Move]) {
    for &made in moves {
        match made {
            Move::Held(option) => engine.hold(option).expect("the other engine holds it too"),
            Move::Banned(option) => engine.ban(option),
        }
    }
}

/// Ends the search by links.
struct Moment<'m, 'w> {
    watch: &'m mut EngineWatch<'w>,
    limit: u64,
    is_over: bool,
}

impl Watch<EngineProgress<'_>> for Moment<'_, '_> {
    fn patience(&self) -> u64 {
        self.watch.patience().min(MOMENT_PATIENCE)
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        self.watch.pulse(so_far)?;
        self.is_over = so_far.statistics.work() >= self.limit;
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::choice::{EngineKind, Question, choose};
    use crate::cover::classics;

    #[test]
    fn what_has_many_colours_is_refused_by_a_live_list() {
        let crossword = |cells: usize| -> Problem {
            let names: Vec<String> = (0..cells).map(|cell| format!("x{cell}")).collect();
            let word = |letter: &str| {
                let letters: Vec<String> = names.iter().map(|x| format!("{x}:{letter}")).collect();
                letters.join(" ")
            };
            let words = ["A", "B"].map(word);
            format!("a | {}\na {}\na {}\n", names.join(" "), words[0], words[1]).parse().unwrap()
        };
        for (cells, is_seen) in [(1, false), (127, false), (128, true), (300, true)] {
            let problem = crossword(cells);
            assert_eq!(has_many_colours(&problem), is_seen, "{cells} cells");
            assert!(!is_seen || Live::new(&problem).is_err(), "{cells} cells");
        }
    }

    #[test]
    fn a_few_colourings_of_a_large_graph_are_sought_by_rows() {
        const VERTICES: usize = 600;
        // Each vertex has edges to the three before it and the three after it, in a circle: an
        // option clashes with nine, far fewer than the words of a set of 2,400.
        let mut problem = Problem::new();
        let mut options = Vec::new();
        for vertex in 0..VERTICES {
            let item = problem.primary(&format!("v{vertex}")).unwrap();
            options.extend((0..4).map(|_| vec![item]));
        }
        for (vertex, step) in
            (0..VERTICES).flat_map(|vertex| [(vertex, 1), (vertex, 2), (vertex, 3)])
        {
            for colour in 0..4 {
                let item = problem.secondary(&format!("e{vertex}+{step}c{colour}")).unwrap();
                for end in [vertex, (vertex + step) % VERTICES] {
                    options[4 * end + colour].push(item);
                }
            }
        }
        for option in options {
            problem.option(option).unwrap();
        }
        let early = Plain::early(&problem, Look::at(&problem)).unwrap();
        assert!(matches!(early, Plain::Rows(_)), "{early:?}");
        assert!(matches!(Plain::new(&problem).unwrap(), Plain::Cells(_)), "for a list");
    }

    #[test]
    fn a_plain_engine_is_the_one_that_is_chosen_for_a_list() {
        let problems = [
            classics::toy(),
            classics::queens(8),
            classics::queens(60),
            classics::langford(9),
            classics::dominoes(8, 8),
            classics::dominoes(16, 16),
            classics::latin(6),
            classics::latin(8),
            classics::latin(10),
            classics::dissections(3),
        ];
        let mut kinds = [0; 3];
        for problem in problems.map(Result::unwrap) {
            let kind = match Plain::new(&problem).unwrap() {
                Plain::Live(_) => (EngineKind::Live, 0),
                Plain::Rows(_) => (EngineKind::Rows, 1),
                Plain::Cells(_) => (EngineKind::Cells, 2),
                Plain::Links { .. } => unreachable!("links are only for few covers"),
            };
            assert_eq!(choose(&problem, Question::Listing).engine, kind.0, "{problem}");
            kinds[kind.1] += 1;
        }
        assert!(kinds.iter().all(|&kind| kind > 0), "{kinds:?}: not all are there");
    }
}
