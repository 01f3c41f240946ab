//! A contest: engines asked about the same puzzles, in turns.

use std::time::{Duration, Instant};

use super::Engine;
use crate::sudoku::{Grid, Shape};
use crate::verify::agreement::{self, Claim, Disagreement, Said, Why};
use crate::verify::budget::Watch;
use crate::verify::{Budget, Effort, FalseWitness, Kind, Verdict, Verifier};

/// A question that took longer than this is not asked again: what little else happens on the machine does not count.
const LONG: Duration = Duration::from_millis(200);

/// What is asked of each puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Question {
    /// What it is: up to two solutions.
    #[default]
    Verdict,
    /// One solution.
    FirstSolution,
}

/// How a contest goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// What is asked.
    pub question: Question,
    /// What each question may take.
    pub budget: Budget,
    /// How often each is asked; the least time counts.
    pub passes: u32,
}

impl Default for Rules {
    /// Verdicts, ten seconds each, thrice.
    fn default() -> Rules {
        Rules { question: Question::Verdict, budget: Budget::of_time(Duration::from_secs(10)), passes: 3 }
    }
}

/// How an engine fared with a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The least time that it took; if the budget was spent, at least so much.
    pub time: Duration,
    /// What it took beside time.
    pub effort: Effort,
    /// What it said; of a first solution `Impossible` or, whether there are more or not, `Proper`. `None` if the budget was spent.
    pub kind: Option<Kind>,
}

/// Engines that are compared.
pub struct Contest {
    engines: Vec<(Engine, Box<dyn Verifier>)>,
    rules: Rules,
    is_warm: bool,
}

impl Contest {
    /// A contest of `engines` on puzzles of `shape`.
    pub fn new(engines: Vec<Engine>, shape: Shape, rules: Rules) -> Contest {
        let engines = engines.into_iter().map(|engine| (engine, engine.verifier(shape))).collect();
        Contest { engines, rules, is_warm: false }
    }

    /// Asks all engines about a puzzle: a turn for each, or `None` if `watch` broke.
    ///
    /// # Errors
    /// If two engines disagree, or what one shows is no solution; with the turns that it was found in.
    pub fn ask(
        &mut self,
        puzzle: &Grid,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Turn>>, (Vec<Turn>, Disagreement)> {
        let mut turns: Vec<Option<Turn>> = vec![None; self.engines.len()];
        let mut verdicts: Vec<Option<Verdict>> = vec![None; self.engines.len()];
        // The first time fills caches and makes room.
        let passes = self.rules.passes.max(1) + u32::from(!self.is_warm);
        for pass in 0..passes {
            let is_warming_up = !self.is_warm && pass == 0 && passes > 1;
            for (k, (_, verifier)) in self.engines.iter_mut().enumerate() {
                if turns[k].is_some_and(|turn| turn.time > LONG) {
                    continue;
                }
                let mut is_broken = false;
                let mut watch = || {
                    let flow = watch();
                    is_broken |= flow.is_break();
                    flow
                };
                let began = Instant::now();
                let verdict = self.rules.ask(verifier.as_mut(), puzzle, &mut watch);
                let time = began.elapsed();
                if is_broken {
                    return Ok(None);
                }
                if is_warming_up && time <= LONG {
                    continue;
                }
                let time = turns[k].map_or(time, |before| before.time.min(time));
                let kind = verdict.as_ref().map(Verdict::kind);
                turns[k] = Some(Turn { time, effort: verifier.effort(), kind });
                verdicts[k] = verdict;
            }
        }
        self.is_warm = true;
        let turns: Vec<Turn> = turns.into_iter().flatten().collect();
        match self.compare(puzzle, &verdicts) {
            Ok(()) => Ok(Some(turns)),
            Err(disagreement) => Err((turns, disagreement)),
        }
    }

    /// Compares each verdict with the first that there is.
    fn compare(&self, puzzle: &Grid, verdicts: &[Option<Verdict>]) -> Result<(), Disagreement> {
        let claims = self.engines.iter().zip(verdicts);
        let mut claims = claims.filter_map(|((engine, _), verdict)| {
            verdict.as_ref().map(|verdict| Claim { verifier: engine.name(), verdict })
        });
        let Some(first) = claims.next() else { return Ok(()) };
        check_alone(puzzle, first)?;
        claims.try_for_each(|other| match self.rules.question {
            Question::Verdict => agreement::compare(puzzle, [first, other]),
            Question::FirstSolution if first.verdict.kind() == other.verdict.kind() => {
                check_alone(puzzle, other)
            }
            Question::FirstSolution => Err(disagreement(first, other, Why::Kind)),
        })
    }
}

impl Rules {
    /// The verdict, or that there is a solution or none. `None` if the budget was spent.
    fn ask(&self, verifier: &mut dyn Verifier, puzzle: &Grid, watch: &mut Watch<'_>) -> Option<Verdict> {
        match self.question {
            Question::Verdict => self.budget.verify_watched(verifier, puzzle, watch),
            Question::FirstSolution => {
                let found = self.budget.first_solution(verifier, puzzle, watch)?;
                Some(found.map_or(Verdict::Impossible, Verdict::Proper))
            }
        }
    }
}

/// Checks what one shows.
fn check_alone(puzzle: &Grid, claim: Claim<'_>) -> Result<(), Disagreement> {
    claim.verdict.check(puzzle).map_err(|fault: FalseWitness| {
        disagreement(claim, claim, Why::Witness { verifier: claim.verifier.to_owned(), fault })
    })
}

fn disagreement(one: Claim<'_>, other: Claim<'_>, why: Why) -> Disagreement {
    let said =
        [one, other].map(|claim| Said { verifier: claim.verifier.to_owned(), kind: claim.verdict.kind() });
    Disagreement { said, why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Solution;
    use crate::verify::Visitor;
    use std::ops::ControlFlow;

    const PROPER: &str = "1....2..3......4";

    /// A verifier that shows what it was told to.
    struct Wrong(Option<Solution>);

    impl Verifier for Wrong {
        fn solutions(&mut self, _: &Grid, visitor: &mut dyn Visitor) -> ControlFlow<()> {
            self.0.iter().try_for_each(|solution| visitor.solution(&|| solution.clone()))
        }

        fn effort(&self) -> Effort {
            Effort::default()
        }
    }

    fn asked(
        shown: Option<Solution>,
        question: Question,
    ) -> Result<Option<Vec<Turn>>, (Vec<Turn>, Disagreement)> {
        let puzzle: Grid = PROPER.parse().unwrap();
        let mut contest =
            Contest::new(vec![Engine::Links], puzzle.shape(), Rules { question, ..Rules::default() });
        contest.engines.push((Engine::Lockstep, Box::new(Wrong(shown))));
        contest.ask(&puzzle, &mut || ControlFlow::Continue(()))
    }

    #[test]
    fn what_is_wrong_is_found() {
        let puzzle: Grid = PROPER.parse().unwrap();
        let verdict = Engine::Links.verifier(puzzle.shape()).verify(&puzzle);
        let [solution] = verdict.witnesses() else { panic!("{verdict}") };
        let other = Solution::new("1234341221434321".parse().unwrap()).unwrap();
        for question in [Question::Verdict, Question::FirstSolution] {
            assert!(asked(Some(solution.clone()), question).unwrap().is_some());
            assert!(asked(None, question).is_err());
            assert!(asked(Some(other.clone()), question).is_err());
        }
    }

    #[test]
    fn a_watch_ends_it() {
        let puzzle = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
            .parse()
            .unwrap();
        let mut contest = Contest::new(vec!["listed".parse().unwrap()], Shape::CLASSIC, Rules::default());
        assert_eq!(contest.ask(&puzzle, &mut || ControlFlow::Break(())), Ok(None));
    }
}
