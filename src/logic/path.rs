//! A puzzle's path: singles while possible, then a net, and so on, until it is solved, stuck or
//! impossible.
//!
//! ```text
//!      pencil marks ──▶ singles ──▶ net ──▶ singles ──▶ net ──▶ ...
//!
//!      solved        all cells are set
//!      stuck         no net within the limits
//!      impossible    a contradiction, which shows it
//! ```
//!
//! Invariant: a step is true of every solution of the puzzle, whether it has one, many or none.
//! [`Path::check`] replays the steps without a search.
//!
//! Source: Draco and daj95376, *Pseudocode for forcing chain/net discovery*, 2008, for the repeated
//! search; the strategies are his throttled and his smart search.
//!
//! Deliberately lacking: backtracking. If nets can't finish a puzzle, the path says so.

use super::{
    BadNet, Chain, Contradiction, Limits, Net, NetFinder, Pencil, Single, Unfounded, totem,
};

/// The choice of nets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strategy {
    /// The nets allowed.
    pub limits: Limits,
    /// The best net each time, instead of the simplest.
    pub is_smart: bool,
    /// Make only one cancellation of a net: the one with the fewest placements.
    pub keeps_one: bool,
}

/// A step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Singles, in the order of finding.
    Singles(Vec<Single>),
    /// A net, and its form as a chain, if it is one.
    Net(Net, Option<Chain>),
}

/// The end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// All cells are set.
    Solved,
    /// No net is left within the limits.
    Stuck,
    /// There is no solution, for this reason.
    Impossible(Contradiction),
}

/// The hardest kind of step of a path. A greater one is harder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Only singles.
    Singles,
    /// Chains; the placements of the longest.
    Chains(usize),
    /// Nets that are not chains; the placements of the largest.
    Nets(usize),
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
    /// The steps lead to other pencil marks, or to another end.
    #[error("the steps don't lead to the end")]
    End,
}

impl Path {
    /// Finds the path from these pencil marks.
    pub fn find(start: &Pencil, strategy: &Strategy, finder: &NetFinder) -> Path {
        let (mut steps, mut rest) = (Vec::new(), start.clone());
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
            let Some(net) = strategy.net(&rest, finder) else { break PathEnd::Stuck };
            let chain = net.chain(&rest);
            rest.remove_all(&net.cancellations());
            steps.push(Step::Net(net, chain));
        };
        Path { start: start.clone(), steps, rest, end }
    }

    /// The pencil marks before each step, with the step.
    pub fn replay(&self) -> impl Iterator<Item = (Pencil, &Step)> {
        let mut pencil = self.start.clone();
        self.steps.iter().map(move |step| {
            let before = pencil.clone();
            step.apply(&mut pencil);
            (before, step)
        })
    }

    /// As [`Path::replay`], with the steps themselves: they can be kept, and sent to another
    /// thread.
    ///
    /// ```
    /// use tourdion::logic::{NetFinder, Path, Pencil, Strategy};
    /// use tourdion::sudoku::Grid;
    ///
    /// let puzzle: Grid = "1....2..3......4".parse()?;
    /// let finder = NetFinder::new(puzzle.shape());
    /// let path = Path::find(&Pencil::of(&puzzle), &Strategy::default(), &finder);
    /// let mut steps = path.into_steps();
    /// let thread = std::thread::spawn(move || {
    ///     let (mut pencil, step) = steps.next().unwrap();
    ///     step.apply(&mut pencil);
    ///     pencil.grid().is_full()
    /// });
    /// assert!(thread.join().unwrap());
    /// # Ok::<(), tourdion::sudoku::GridError>(())
    /// ```
    pub fn into_steps(self) -> impl Iterator<Item = (Pencil, Step)> {
        let mut pencil = self.start;
        self.steps.into_iter().map(move |step| {
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
                Step::Net(net, _) => {
                    net.check(&pencil).map_err(|bad| BadPath::Net(number + 1, bad))?;
                    step.apply(&mut pencil);
                }
            }
        }
        let contradiction = pencil.contradiction();
        let ends_so = match self.end {
            PathEnd::Solved => pencil.is_full() && contradiction.is_none(),
            PathEnd::Stuck => !pencil.is_full() && contradiction.is_none(),
            PathEnd::Impossible(found) => contradiction == Some(found),
        };
        if ends_so && pencil == self.rest { Ok(()) } else { Err(BadPath::End) }
    }

    /// The hardest kind of its steps.
    pub fn grade(&self) -> Grade {
        let grades = self.steps.iter().map(|step| match step {
            Step::Singles(_) => Grade::Singles,
            Step::Net(net, Some(_)) => Grade::Chains(net.length()),
            Step::Net(net, None) => Grade::Nets(net.length()),
        });
        grades.max().unwrap_or(Grade::Singles)
    }

    /// One word for its end and the means to it: `singles`, `chains`, `nets`, `stuck` or
    /// `impossible`.
    ///
    /// ```
    /// use tourdion::logic::{NetFinder, Path, Pencil, Strategy};
    /// use tourdion::sudoku::Grid;
    ///
    /// let puzzle: Grid = "1....2..3......4".parse()?;
    /// let finder = NetFinder::new(puzzle.shape());
    /// let path = Path::find(&Pencil::of(&puzzle), &Strategy::default(), &finder);
    /// assert_eq!((path.outcome(), path.counts(), path.hardest()), ("singles", [0, 0], None));
    /// # Ok::<(), tourdion::sudoku::GridError>(())
    /// ```
    pub fn outcome(&self) -> &'static str {
        match (self.end, self.grade()) {
            (PathEnd::Solved, Grade::Singles) => "singles",
            (PathEnd::Solved, Grade::Chains(_)) => "chains",
            (PathEnd::Solved, Grade::Nets(_)) => "nets",
            (PathEnd::Stuck, _) => "stuck",
            (PathEnd::Impossible(_), _) => "impossible",
        }
    }

    /// The numbers of its chains, and of its nets that are no chains.
    pub fn counts(&self) -> [usize; 2] {
        [true, false].map(|is_chain| {
            let is_one =
                |step: &&Step| matches!(step, Step::Net(_, chain) if chain.is_some() == is_chain);
            self.steps.iter().filter(is_one).count()
        })
    }

    /// The number of its hardest step, from 1: the largest net, or else the longest chain; the
    /// first of equals. `None` if there are only singles.
    pub fn hardest(&self) -> Option<usize> {
        let nets = self.steps.iter().enumerate().filter_map(|(number, step)| match step {
            Step::Singles(_) => None,
            Step::Net(net, chain) => Some(((chain.is_none(), net.length()), number + 1)),
        });
        nets.rev().max_by_key(|(measure, _)| *measure).map(|(_, number)| number)
    }
}

impl Step {
    /// Applies the step to pencil marks.
    pub fn apply(&self, pencil: &mut Pencil) {
        match self {
            Step::Singles(singles) => {
                for single in singles {
                    pencil.set(single.candidate, &mut |_| {});
                }
            }
            Step::Net(net, _) => pencil.remove_all(&net.cancellations()),
        }
    }
}

impl Strategy {
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
