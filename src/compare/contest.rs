//! A contest: engines asked about the same puzzles, in rounds.
//!
//! ```text
//!      first round    interlude, links: 0   interlude, norvig: 500     coarse to fine (see sample)
//!                     interlude, links: 1   interlude, norvig: 501 ...
//!                     ...
//!      second round   ...                                              the same puzzles
//!      third round    ...                                              the least time counts
//! ```
//!
//! An engine begins each question in the state that another puzzle left (see `interlude`). A whole
//! round lies between its two questions about one puzzle, and with two engines half a round between
//! their questions, so that neither engine nor processor has learned the puzzle.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::sample::{self, Account};
use super::{Contestant, Turn, Unsuited, interlude};
use crate::sudoku::{Grid, Shape};
use crate::verify::agreement::{self, Claim, Disagreement, DisagreementReason, NamedKind};
use crate::verify::{Budget, Effort, FalseWitness, Kind, Verdict, Verifier};
use crate::watch::{Relay, Watch};

/// A question that took longer than this is not asked again: disturbances on the machine hardly
/// matter.
const LONG: Duration = Duration::from_millis(200);

/// The question about each puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ContestQuestion {
    /// Its verdict: up to two solutions.
    #[default]
    Verdict,
    /// One solution.
    FirstSolution,
}

/// The rules of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The question.
    pub question: ContestQuestion,
    /// The budget of each question.
    pub budget: Budget,
    /// The number of rounds; the least time counts. A question that took long or spent its budget
    /// is not asked again.
    pub passes: u32,
}

impl Default for Rules {
    /// Asks for verdicts, three times, for at most two seconds each.
    fn default() -> Rules {
        Rules {
            question: ContestQuestion::Verdict,
            budget: Budget::of_time(Duration::from_secs(2)),
            passes: 3,
        }
    }
}

impl Turn {
    /// The engine's answer to a question, in one word.
    pub const fn said(&self, question: ContestQuestion) -> &'static str {
        match (self.kind, question) {
            (None, _) => "spent",
            (Some(Kind::Proper), ContestQuestion::FirstSolution) => "solved",
            (Some(kind), _) => kind.name(),
        }
    }

    /// Whether asking again is pointless: a long time is known well enough, and a bound would be a
    /// bound again.
    fn is_settled(&self) -> bool {
        self.time > LONG || self.kind.is_none()
    }
}

/// The outcome of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ContestOutcome {
    /// For each puzzle a turn for each engine; `None` if it was not asked. Empty if the contest was
    /// broken off before all engines were asked about the first puzzle; otherwise each engine has a
    /// turn there.
    pub turns: Vec<Vec<Option<Turn>>>,
    /// For each engine *n*, if it was asked about every *n*-th puzzle from the first on: a power of
    /// two, 1 for all puzzles.
    pub every: Vec<usize>,
    /// The number of times each question was asked, except those that took long.
    pub rounds: u32,
    /// The puzzles on which two engines disagree, or one shows a wrong solution.
    pub disagreements: BTreeMap<usize, Disagreement>,
    /// Whether `watch` broke it off.
    pub is_broken_off: bool,
}

/// An engine in a contest.
struct Entrant {
    engine: Contestant,
    verifier: Box<dyn Verifier>,
}

/// What an engine says of a puzzle.
#[derive(Clone)]
struct Answer {
    engine: Contestant,
    verdict: Verdict,
}

/// Engines that are compared.
pub struct Contest {
    entrants: Vec<Entrant>,
    rules: Rules,
}

impl fmt::Debug for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engines: Vec<_> = self.entrants.iter().map(|entrant| entrant.engine).collect();
        f.debug_struct("Contest")
            .field("engines", &engines)
            .field("rules", &self.rules)
            .finish_non_exhaustive()
    }
}

impl Contest {
    /// A contest of `engines` on puzzles of `shape`.
    ///
    /// # Errors
    /// If an engine does not suit the shape.
    pub fn new(engines: Vec<Contestant>, shape: Shape, rules: Rules) -> Result<Contest, Unsuited> {
        let entrants = engines.into_iter().map(|engine| {
            let verifier = engine.verifier(shape)?;
            Ok(Entrant { engine, verifier })
        });
        Ok(Contest { entrants: entrants.collect::<Result<_, _>>()?, rules })
    }

    /// Runs the engines on the puzzles. With a `time` for all of it, engines that are too slow
    /// search only a sample of the puzzles: every second, fourth, eighth ... of them. Every few
    /// milliseconds, `watch` receives the number of puzzles done so far, where each round counts,
    /// and may end the contest.
    pub fn run(
        &mut self,
        puzzles: &[&Grid],
        time: Option<Duration>,
        watch: &mut dyn Watch<usize>,
    ) -> ContestOutcome {
        let engines = self.entrants.len();
        let mut course = Course {
            entrants: &mut self.entrants,
            rules: self.rules,
            puzzles,
            watch,
            visited: 0,
            accounts: vec![Account::new(puzzles.len()); engines],
            turns: vec![vec![None; engines]; puzzles.len()],
            first: vec![None; puzzles.len()],
            rounds: 0,
            disagreements: BTreeMap::new(),
        };
        let flow = course.rounds(time.map_or(f64::INFINITY, |time| time.as_secs_f64()));
        course.outcome(flow.is_break())
    }
}

/// A contest in progress.
struct Course<'c> {
    entrants: &'c mut [Entrant],
    rules: Rules,
    puzzles: &'c [&'c Grid],
    watch: &'c mut dyn Watch<usize>,
    /// Puzzles so far, in all rounds.
    visited: usize,
    accounts: Vec<Account>,
    turns: Vec<Vec<Option<Turn>>>,
    /// The first answer for each puzzle, with which the others are compared.
    first: Vec<Option<Answer>>,
    rounds: u32,
    disagreements: BTreeMap<usize, Disagreement>,
}

impl Course<'_> {
    /// All rounds, in this number of seconds.
    fn rounds(&mut self, total: f64) -> ControlFlow<()> {
        if self.puzzles.is_empty() {
            return ControlFlow::Continue(());
        }
        let began = Instant::now();
        self.warm_up()?;
        for (every, puzzles) in sample::levels(self.puzzles.len()) {
            sample::begin(&mut self.accounts, every, total);
            self.round(&puzzles.collect::<Vec<_>>(), true)?;
            sample::end(&mut self.accounts, every);
        }
        self.rounds = 1;
        let round: f64 = self.accounts.iter().map(|account| account.round).sum();
        let all: Vec<usize> = (0..self.puzzles.len()).collect();
        while self.rounds < self.rules.passes && began.elapsed().as_secs_f64() + round <= total {
            self.round(&all, false)?;
            self.rounds += 1;
        }
        ControlFlow::Continue(())
    }

    /// Asks each engine about each of these puzzles. The engines take turns far apart: if two share
    /// code, the processor would learn a puzzle for the second.
    fn round(&mut self, numbers: &[usize], is_first: bool) -> ControlFlow<()> {
        for turn in 0..numbers.len() {
            self.watch.pulse(&self.visited)?;
            self.visited += 1;
            for k in 0..self.entrants.len() {
                let ahead = k * numbers.len() / self.entrants.len();
                self.put(numbers[(turn + ahead) % numbers.len()], k, is_first)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The first question fills caches and allocates memory; it does not count.
    fn warm_up(&mut self) -> ControlFlow<()> {
        (0..self.entrants.len())
            .try_for_each(|k| self.ask(k, self.puzzles[0], LONG).map_continue(drop))
    }

    /// Asks an engine about a puzzle, after an interlude: in the first round if it has time for it,
    /// later if worthwhile.
    fn put(&mut self, number: usize, k: usize, is_first: bool) -> ControlFlow<()> {
        let before = self.turns[number][k];
        let limit = if is_first {
            self.accounts[k].left()
        } else {
            before
                .filter(|turn| self.is_in_sample(number, k) && !turn.is_settled())
                .map(|_| f64::INFINITY)
        };
        let Some(limit) = limit else { return ControlFlow::Continue(()) };
        let limit = Duration::try_from_secs_f64(limit).unwrap_or(Duration::MAX);
        let puzzle = self.puzzles[number];
        let began = Instant::now();
        self.entrants[k].verifier.verify(&interlude::before(puzzle));
        let (turn, verdict) = self.ask(k, puzzle, limit)?;
        if is_first {
            let again = if turn.is_settled() { 0 } else { self.rules.passes.saturating_sub(1) };
            self.accounts[k].book(began.elapsed().as_secs_f64(), again);
        }
        let time = before.map_or(turn.time, |before| before.time.min(turn.time));
        self.turns[number][k] = Some(Turn { time, ..turn });
        if let Some(verdict) = verdict {
            let answer = Answer { engine: self.entrants[k].engine, verdict };
            let first = self.first[number].get_or_insert_with(|| answer.clone());
            if let Err(disagreement) = compare(self.rules.question, puzzle, first, &answer) {
                self.disagreements.entry(number).or_insert(disagreement);
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether engine number `k` has been asked about all puzzles of its sample, and this is one of
    /// them.
    fn is_in_sample(&self, number: usize, k: usize) -> bool {
        let every = self.accounts[k].every;
        every > 0 && number.is_multiple_of(every)
    }

    /// Asks engine number `k` one question within this time. Breaks if `watch` did.
    fn ask(
        &mut self,
        k: usize,
        puzzle: &Grid,
        limit: Duration,
    ) -> ControlFlow<(), (Turn, Option<Verdict>)> {
        let mut relay = Relay::new(self.watch, |_: &Effort| self.visited);
        let mut rules = self.rules;
        rules.budget.time = Some(rules.budget.time.map_or(limit, |time| time.min(limit)));
        let verifier = self.entrants[k].verifier.as_mut();
        let began = Instant::now();
        let verdict = rules.ask(verifier, puzzle, &mut relay);
        let time = began.elapsed();
        relay.flow()?;
        let kind = verdict.as_ref().map(Verdict::kind);
        ControlFlow::Continue((Turn { time, effort: verifier.effort(), kind }, verdict))
    }

    /// The outcome, without an engine's turns outside its sample.
    fn outcome(mut self, is_broken_off: bool) -> ContestOutcome {
        let every: Vec<usize> = self.accounts.iter().map(|account| account.every).collect();
        for number in 0..self.turns.len() {
            for k in 0..every.len() {
                if !self.is_in_sample(number, k) {
                    self.turns[number][k] = None;
                }
            }
        }
        if every.contains(&0) {
            self.turns.clear();
        }
        let Course { turns, rounds, disagreements, .. } = self;
        ContestOutcome { turns, every, rounds: rounds.max(1), disagreements, is_broken_off }
    }
}

/// Compares an answer with the first one for the puzzle, which may be itself.
fn compare(
    question: ContestQuestion,
    puzzle: &Grid,
    first: &Answer,
    other: &Answer,
) -> Result<(), Disagreement> {
    let [first, other] =
        [first, other].map(|Answer { engine, verdict }| Claim { verifier: engine.name(), verdict });
    match question {
        ContestQuestion::Verdict => agreement::compare(puzzle, [first, other]),
        ContestQuestion::FirstSolution if first.verdict.kind() == other.verdict.kind() => {
            other.verdict.check(puzzle).map_err(|fault: FalseWitness| {
                disagreement(
                    other,
                    other,
                    DisagreementReason::Witness { verifier: other.verifier.to_owned(), fault },
                )
            })
        }
        ContestQuestion::FirstSolution => Err(disagreement(first, other, DisagreementReason::Kind)),
    }
}

impl Rules {
    /// The verdict, or whether there is a solution. `None` if the budget was spent.
    fn ask(
        &self,
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        watch: &mut dyn Watch<Effort>,
    ) -> Option<Verdict> {
        match self.question {
            ContestQuestion::Verdict => self.budget.verify(verifier, puzzle, watch),
            ContestQuestion::FirstSolution => {
                let found = self.budget.first_solution(verifier, puzzle, watch)?;
                Some(found.map_or(Verdict::Impossible, Verdict::Proper))
            }
        }
    }
}

fn disagreement(one: Claim<'_>, other: Claim<'_>, why: DisagreementReason) -> Disagreement {
    let said = [one, other]
        .map(|claim| NamedKind { verifier: claim.verifier.to_owned(), kind: claim.verdict.kind() });
    Disagreement { said, why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Solution;
    use crate::verify::SolutionVisitor;
    use crate::watch::Patient;
    use std::ops::ControlFlow;

    const PROPER: &str = "1....2..3......4";

    /// A verifier that shows a given solution.
    struct Wrong(Option<Solution>);

    impl Verifier for Wrong {
        fn solutions(
            &mut self,
            _: &Grid,
            visitor: &mut dyn SolutionVisitor,
            _: &mut dyn Watch<Effort>,
        ) -> ControlFlow<()> {
            self.0.iter().try_for_each(|solution| visitor.solution(&|| solution.clone()))
        }

        fn effort(&self) -> Effort {
            Effort::default()
        }
    }

    fn asked(shown: Option<Solution>, question: ContestQuestion) -> ContestOutcome {
        let puzzle: Grid = PROPER.parse().unwrap();
        let rules = Rules { question, ..Rules::default() };
        let mut contest = Contest::new(vec![Contestant::Links], puzzle.shape(), rules).unwrap();
        let (engine, verifier) = (Contestant::Lockstep, Box::new(Wrong(shown)));
        contest.entrants.push(Entrant { engine, verifier });
        contest.run(&[&puzzle], None, &mut Patient)
    }

    #[test]
    fn what_is_wrong_is_found() {
        let puzzle: Grid = PROPER.parse().unwrap();
        let verdict = Contestant::Links.verifier(puzzle.shape()).unwrap().verify(&puzzle);
        let [solution] = verdict.witnesses() else { panic!("{verdict}") };
        let other = Solution::new("1234341221434321".parse().unwrap()).unwrap();
        for question in [ContestQuestion::Verdict, ContestQuestion::FirstSolution] {
            let disagreements = |shown| asked(shown, question).disagreements.len();
            assert_eq!(disagreements(Some(solution.clone())), 0);
            assert_eq!(disagreements(None), 1);
            assert_eq!(disagreements(Some(other.clone())), 1);
        }
    }

    #[test]
    fn a_watch_ends_it() {
        let hard: Grid =
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
                .parse()
                .unwrap();
        let engines = || vec!["listed".parse().unwrap(), Contestant::Links];
        let mut contest = Contest::new(engines(), hard.shape(), Rules::default()).unwrap();
        let (mut calls, began) = (0, Instant::now());
        let mut watch = |_: &usize| {
            calls += 1;
            if calls < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let outcome = contest.run(&[&hard], None, &mut watch);
        assert!(
            outcome.is_broken_off
                && outcome.turns.is_empty()
                && began.elapsed() < Duration::from_secs(2)
        );
        // Finished turns are kept: those of the first of two puzzles.
        let easy: Grid = PROPER.parse().unwrap();
        let mut contest = Contest::new(engines(), easy.shape(), Rules::default()).unwrap();
        let mut watch = |so_far: &usize| {
            if *so_far == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let outcome = contest.run(&[&easy, &easy], None, &mut watch);
        assert!(outcome.is_broken_off);
        assert_eq!((outcome.every, outcome.rounds), (vec![2, 2], 1));
        assert!(
            outcome.turns[0].iter().all(Option::is_some)
                && outcome.turns[1].iter().all(Option::is_none)
        );
    }
}
