//! A puzzle's path: singles while possible, then the simplest step that helps, and so on, until it
//! is solved, stuck or impossible.
//!
//! ```text
//!      pencil marks ──▶ singles ──▶ x-wing ──▶ singles ──▶ net ──▶ ...
//!
//!      solved        all cells are set
//!      stuck         no technique helps
//!      impossible    a contradiction, which shows it
//! ```
//!
//! The simplest step is the first of the least difficult technique of the [`Ladder`] that has one.
//! Nets from two candidates have a rung there, for grids of all shapes; other techniques are for
//! 9×9.
//!
//! Invariant: a step is true of every solution of the puzzle, whether it has one, many or none; one
//! with a deadly pattern, which only [`Strategy::is_proper`] allows, if there is exactly one.
//! [`Path::check`] replays the steps without a search.
//!
//! Source: Draco and daj95376, *Pseudocode for forcing chain/net discovery*, 2008, for the repeated
//! search of nets; the strategies are their throttled and their smart search.
//!
//! Deliberately lacking: backtracking. If no technique can finish a puzzle, the path says so.

use std::ops::ControlFlow;

use super::technique::{BadDeduction, Board, Convention, Deduction, Producer, Sight, Technique};
use super::{
    BadNet, Chain, Contradiction, Ladder, Limits, Net, NetFinder, Pencil, Single, Unfounded, totem,
};

/// The choice of steps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // they are chosen one by one
pub struct Strategy {
    /// The nets allowed.
    pub limits: Limits,
    /// The best net each time, instead of the simplest.
    pub is_smart: bool,
    /// Make only one cancellation of a net: the one with the fewest placements.
    pub keeps_one: bool,
    /// The techniques, in their order; the other fields are of its nets.
    pub ladder: Ladder,
    /// The puzzle is known to have exactly one solution. Without it deadly patterns don't count,
    /// and nested nets, which would take long for a puzzle with many solutions, are not tried.
    pub is_proper: bool,
    /// Find one step alone: a single, or else the simplest step.
    pub is_hint: bool,
}

/// A step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Singles, in the order of finding.
    Singles(Vec<Single>),
    /// A named technique.
    Deduction(Deduction),
    /// A net, and its form as a chain, if it is one.
    Net(Net, Option<Chain>),
}

/// The end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// All cells are set.
    Solved,
    /// No technique of the ladder helps any more.
    Stuck {
        /// The least difficult one that would help, or may help, but is not in the ladder.
        needs: Option<Technique>,
    },
    /// The path was not followed to its end ([`Strategy::is_hint`]).
    Open,
    /// There is no solution, for this reason.
    Impossible(Contradiction),
}

/// The steps from a puzzle to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The pencil marks at the start.
    pub start: Pencil,
    /// The steps.
    pub steps: Vec<Step>,
    /// The pencil marks after them.
    pub rest: Pencil,
    /// The end.
    pub end: PathEnd,
}

/// Why a path is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadPath {
    /// A single does not follow.
    #[error("in step {0}, {1}")]
    Single(usize, Unfounded),
    /// A net does not hold.
    #[error("in step {0}, a net: {1}")]
    Net(usize, BadNet),
    /// A technique does not hold.
    #[error("in step {0}, a technique: {1}")]
    Deduction(usize, BadDeduction),
    /// The steps lead to other pencil marks, or to another end.
    #[error("the steps don't lead to the end")]
    End,
}

impl Path {
    /// Finds the path from these pencil marks.
    pub fn find(start: &Pencil, strategy: &Strategy, finder: &NetFinder) -> Path {
        if strategy.is_hint {
            return Path::hint(start, strategy, finder);
        }
        let (mut steps, mut rest, mut sight) = (Vec::new(), start.clone(), None);
        let end = loop {
            let mut singles = Vec::new();
            let set = totem(&mut rest, &mut |single| singles.push(single));
            if !singles.is_empty() {
                steps.push(Step::Singles(singles));
            }
            if let Err(contradiction) = set {
                break PathEnd::Impossible(contradiction);
            }
            if rest.is_full() {
                break PathEnd::Solved;
            }
            look(&mut sight, &rest);
            let Some(step) = strategy.step(&rest, sight.as_ref(), finder) else {
                break PathEnd::Stuck { needs: strategy.needs(&rest, finder) };
            };
            step.apply(&mut rest);
            steps.push(step);
        };
        Path { start: start.clone(), steps, rest, end }
    }

    /// The first step alone.
    fn hint(start: &Pencil, strategy: &Strategy, finder: &NetFinder) -> Path {
        let (mut first, mut rest) = (None, start.clone());
        let set = totem(&mut rest.clone(), &mut |single| {
            first.get_or_insert(single);
        });
        let step = match (first, set, start.contradiction()) {
            (_, _, Some(contradiction)) | (None, Err(contradiction), _) => {
                Err(PathEnd::Impossible(contradiction))
            }
            (Some(single), ..) => Ok(Step::Singles(vec![single])),
            _ if start.is_full() => Err(PathEnd::Solved),
            _ => strategy.step(start, seen(start).as_ref(), finder).ok_or_else(|| {
                let needs = strategy.needs(start, finder);
                PathEnd::Stuck { needs }
            }),
        };
        let (steps, end) = match step {
            Ok(step) => {
                step.apply(&mut rest);
                (vec![step], PathEnd::Open)
            }
            Err(end) => (Vec::new(), end),
        };
        Path { start: start.clone(), steps, rest, end }
    }

    /// The pencil marks before each step, with the step.
    ///
    /// # Panics
    /// The iterator panics as [`Step::apply`] does; not if [`Path::check`] passes.
    pub fn replay(&self) -> impl Iterator<Item = (Pencil, &Step)> {
        let mut pencil = self.start.clone();
        self.steps.iter().map(move |step| {
            let before = pencil.clone();
            step.apply(&mut pencil);
            (before, step)
        })
    }

    /// Checks every step and the end, without searching.
    ///
    /// # Errors
    /// At the first step that does not follow.
    pub fn check(&self) -> Result<(), BadPath> {
        let mut pencil = self.start.clone();
        for (number, step) in self.steps.iter().enumerate() {
            match step {
                Step::Singles(singles) => {
                    for single in singles {
                        single
                            .check(&pencil)
                            .map_err(|unfounded| BadPath::Single(number + 1, unfounded))?;
                        pencil.set(single.candidate, &mut |_| {});
                    }
                }
                Step::Deduction(deduction) => {
                    let board = Board::of_pencil(&pencil).ok_or(BadPath::End)?;
                    deduction.check(&board).map_err(|bad| BadPath::Deduction(number + 1, bad))?;
                    step.apply(&mut pencil);
                }
                Step::Net(net, _) => {
                    net.check(&pencil).map_err(|bad| BadPath::Net(number + 1, bad))?;
                    step.apply(&mut pencil);
                }
            }
        }
        let contradiction = pencil.contradiction();
        let ends_so = match self.end {
            PathEnd::Solved => pencil.is_full() && contradiction.is_none(),
            PathEnd::Stuck { .. } => !pencil.is_full() && contradiction.is_none(),
            PathEnd::Open => self.steps.len() == 1,
            PathEnd::Impossible(found) => contradiction == Some(found),
        };
        if ends_so && pencil == self.rest { Ok(()) } else { Err(BadPath::End) }
    }

    /// One word for its end: `solved`, `stuck`, `impossible`, or `open` for a hint.
    ///
    /// ```
    /// use tourdion::logic::{NetFinder, Path, Pencil, Strategy};
    /// use tourdion::sudoku::Grid;
    ///
    /// let puzzle: Grid = "1....2..3......4".parse()?;
    /// let finder = NetFinder::new(puzzle.shape());
    /// let path = Path::find(&Pencil::of(&puzzle), &Strategy::default(), &finder);
    /// assert_eq!((path.outcome(), path.technique(), path.hardest()), ("solved", None, None));
    /// # Ok::<(), tourdion::sudoku::GridError>(())
    /// ```
    pub const fn outcome(&self) -> &'static str {
        match self.end {
            PathEnd::Solved => "solved",
            PathEnd::Open => "open",
            PathEnd::Stuck { .. } => "stuck",
            PathEnd::Impossible(_) => "impossible",
        }
    }

    /// For a stuck path: the least difficult technique that would help here and was left out, or
    /// `nested nets` if no other does.
    ///
    /// ```
    /// use tourdion::logic::{Ladder, NetFinder, Path, Pencil, Strategy};
    /// use tourdion::sudoku::Grid;
    ///
    /// let puzzle: Grid =
    ///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let mut ladder = Ladder::default();
    /// ladder.only(&["fish".to_owned()]).unwrap();
    /// let strategy = Strategy { ladder, ..Strategy::default() };
    /// let path = Path::find(&Pencil::of(&puzzle), &strategy, &NetFinder::new(puzzle.shape()));
    /// assert_eq!((path.outcome(), path.needs()), ("stuck", Some("pointing")));
    /// # Ok::<(), tourdion::sudoku::GridError>(())
    /// ```
    pub fn needs(&self) -> Option<&'static str> {
        match self.end {
            PathEnd::Stuck { needs } => needs.map(Technique::needed),
            _ => None,
        }
    }

    /// The technique of its hardest step. `None` if there are only singles.
    pub fn technique(&self) -> Option<Technique> {
        self.hardest().and_then(|number| self.steps[number - 1].technique())
    }

    /// The difficulty of its hardest step, in tenths. `None` if there are only singles.
    pub fn difficulty(&self) -> Option<u16> {
        self.hardest().map(|number| self.steps[number - 1].difficulty())
    }

    /// The name and the difficulty of the technique of its hardest step, or those of
    /// [`Ladder::SINGLES`] if there are only singles. `None` without a step.
    ///
    /// ```
    /// use tourdion::logic::{NetFinder, Path, Pencil, Strategy};
    /// use tourdion::sudoku::Grid;
    ///
    /// let puzzle: Grid = "1....2..3......4".parse()?;
    /// let finder = NetFinder::new(puzzle.shape());
    /// let path = Path::find(&Pencil::of(&puzzle), &Strategy::default(), &finder);
    /// assert_eq!(path.grade(), Some(("singles", 10)));
    /// # Ok::<(), tourdion::sudoku::GridError>(())
    /// ```
    pub fn grade(&self) -> Option<(&'static str, u16)> {
        let hardest = self.hardest().map_or(0, |number| number - 1);
        self.steps.get(hardest).map(Step::grade)
    }

    /// The techniques of its steps, the least difficult first, and how often each is used. The
    /// types of a technique are counted together.
    pub fn counts(&self) -> Vec<(Technique, usize)> {
        let mut counts: Vec<(u16, Technique, usize)> = Vec::new();
        for step in &self.steps {
            let Some(technique) = step.technique() else { continue };
            match counts.iter_mut().find(|(_, other, _)| other.is_kind(technique)) {
                Some((_, _, count)) => *count += 1,
                None => counts.push((step.difficulty(), technique, 1)),
            }
        }
        counts.sort();
        counts.into_iter().map(|(_, technique, count)| (technique, count)).collect()
    }

    /// The number of its hardest step, from 1: the most difficult, of these the largest, and the
    /// first of equals. `None` if there are only singles.
    pub fn hardest(&self) -> Option<usize> {
        let steps = self.steps.iter().enumerate().filter(|(_, step)| step.technique().is_some());
        let measures = steps.map(|(number, step)| ((step.difficulty(), step.size()), number + 1));
        measures.rev().max_by_key(|(measure, _)| *measure).map(|(_, number)| number)
    }
}

impl Step {
    /// Applies the step to pencil marks.
    ///
    /// # Panics
    /// If they don't have a cell or a digit of it.
    pub fn apply(&self, pencil: &mut Pencil) {
        match self {
            Step::Singles(singles) => {
                for single in singles {
                    pencil.set(single.candidate, &mut |_| {});
                }
            }
            Step::Deduction(deduction) => {
                pencil.remove_all(&deduction.removals);
                if let Some(placement) = deduction.placement {
                    pencil.set(placement, &mut |_| {});
                }
            }
            Step::Net(net, _) => pencil.remove_all(&net.cancellations()),
        }
    }

    /// Its technique; `None` for singles.
    pub const fn technique(&self) -> Option<Technique> {
        match self {
            Step::Singles(_) => None,
            Step::Deduction(deduction) => Some(deduction.technique),
            Step::Net(..) => Some(Technique::Net),
        }
    }

    /// How difficult it is, in tenths; singles are 10.
    pub fn difficulty(&self) -> u16 {
        match self {
            Step::Singles(_) => 10,
            Step::Deduction(deduction) => deduction.difficulty,
            // A chain is a little easier than a net.
            Step::Net(_, chain) => Technique::Net.usual() - u16::from(chain.is_some()),
        }
    }

    /// The name of its technique, or [`Ladder::SINGLES`], and how difficult it is.
    pub fn grade(&self) -> (&'static str, u16) {
        (self.technique().map_or(Ladder::SINGLES, Technique::name), self.difficulty())
    }

    /// The size of the step, which decides between steps of equal difficulty: placements of a net,
    /// truths of a pattern, inferences of strands.
    pub fn size(&self) -> usize {
        match self {
            Step::Singles(singles) => singles.len(),
            Step::Deduction(deduction) => deduction.size(),
            Step::Net(net, _) => net.length(),
        }
    }
}

/// The sight of pencil marks, if they are 9×9.
fn seen(pencil: &Pencil) -> Option<Sight> {
    Board::of_pencil(pencil).map(Sight::of)
}

/// Turns the sight of a path to its next pencil marks.
fn look(sight: &mut Option<Sight>, pencil: &Pencil) {
    match (sight, Board::of_pencil(pencil)) {
        (Some(sight), Some(board)) => sight.turn(board),
        (sight, board) => *sight = board.map(Sight::of),
    }
}

impl Strategy {
    /// The next step after singles: the first of the least difficult technique that has one. There
    /// is a sight of the pencil marks if they are 9×9.
    fn step(&self, pencil: &Pencil, sight: Option<&Sight>, finder: &NetFinder) -> Option<Step> {
        // What a producer has shown, for its other techniques.
        let mut shown: Vec<(Producer, Vec<Deduction>)> = Vec::new();
        self.ladder.rungs().find_map(|rung| match (rung.producer, sight) {
            (None, _) => self.net(pencil, finder).map(|net| {
                let chain = net.chain(pencil);
                Step::Net(net, chain)
            }),
            (Some(producer), Some(sight)) if self.is_proper || !rung.needs_proper() => {
                let known = shown.iter().position(|(other, _)| *other == producer);
                let known = known.unwrap_or_else(|| {
                    shown.push((producer, self.firsts(producer, sight)));
                    shown.len() - 1
                });
                let is_one = |one: &&Deduction| one.technique.is_kind(rung.technique);
                let found = shown[known].1.iter().find(is_one)?.clone();
                Some(Step::Deduction(Deduction { difficulty: rung.difficulty, ..found }))
            }
            _ => None,
        })
    }

    /// The least difficult technique that would help and is left out. Of nested nets, which take
    /// long, it is not tried whether they do.
    fn needs(&self, pencil: &Pencil, finder: &NetFinder) -> Option<Technique> {
        let sight = seen(pencil);
        let left_out = Ladder::default().beside(&self.ladder, self.limits != Limits::default());
        for rung in left_out.rungs().filter(|rung| self.is_proper || !rung.needs_proper()) {
            let ladder = left_out.alone(rung.technique);
            let one = Strategy { ladder, is_proper: self.is_proper, ..Strategy::default() };
            if rung.is_nested() || one.step(pencil, sight.as_ref(), finder).is_some() {
                return Some(rung.technique);
            }
        }
        None
    }

    /// The first deduction of each technique that is wanted of a producer.
    fn firsts(&self, producer: Producer, sight: &Sight) -> Vec<Deduction> {
        let rungs = self.ladder.rungs().filter(|rung| rung.producer == Some(producer));
        let (mut wanted, mut convention) = (Vec::new(), Convention::Plain);
        for rung in rungs {
            wanted.push(rung.technique);
            if rung.is_thorough {
                convention = Convention::Thorough;
            }
        }
        let mut firsts = Vec::new();
        let _ = producer.each(sight, convention, &mut |deduction| {
            let is_one = |one: &Technique| deduction.technique.is_kind(*one);
            if let Some(place) = wanted.iter().position(is_one) {
                // The least difficult one needs no others.
                let is_least = place == 0;
                wanted.truncate(place);
                firsts.push(deduction);
                if is_least {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        firsts
    }

    /// The next net.
    fn net(&self, pencil: &Pencil, finder: &NetFinder) -> Option<Net> {
        let net = if self.is_smart {
            finder.best(pencil, &self.limits)?.1
        } else {
            finder.simplest(pencil, &self.limits)?
        };
        if !self.keeps_one {
            return Some(net);
        }
        let single = net
            .cancellations()
            .into_iter()
            .filter_map(|one| net.keeping(pencil, |other| other == one));
        single.min_by_key(Net::length)
    }
}
