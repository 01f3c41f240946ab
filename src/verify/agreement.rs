//! Whether two verifiers agree on a puzzle, and can both be right.
//!
//! ```text
//!      puzzle --> one   --> proper, solution s    the same kind?
//!             \-> other --> proper, solution t    the same solution?        Disagreement, if not
//!                                                 witnesses that solve it?
//! ```
//!
//! "Trust no engine": what a verdict shows can be checked without a search ([`Verdict::check`]),
//! but not that there is nothing more to show. A second search, with nothing in common with the
//! first, can contradict that too.
//!
//! Two verdicts on a pseudo-puzzle may show different solutions: any two will do.
//!
//! Invariant: two true verdicts agree. So a [`Disagreement`] shows that one of both is false, or
//! has a false witness.
//!
//! Deliberately lacking: an opinion on which one is right, if the witnesses don't show it.

use std::fmt;

use super::{FalseWitness, Kind, Verdict};
use crate::sudoku::Puzzle;

/// A verifier's name, and its verdict on a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'c> {
    /// The verifier's name.
    pub verifier: &'c str,
    /// Its verdict.
    pub verdict: &'c Verdict,
}

/// Two verdicts on one puzzle of which at least one is false, or not shown to be true.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}, {}: {why}", .said[0], .said[1])]
#[non_exhaustive]
pub struct Disagreement {
    /// What each verifier said.
    pub said: [NamedKind; 2],
    /// Why that can't be.
    pub why: DisagreementReason,
}

/// A verifier's name, and the kind of its verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NamedKind {
    /// The verifier's name.
    pub verifier: String,
    /// The kind of its verdict.
    pub kind: Kind,
}

impl fmt::Display for NamedKind {
    /// As `links says proper`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} says {}", self.verifier, self.kind)
    }
}

/// Why two verdicts are not both true, or not shown to be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DisagreementReason {
    /// A verifier shows something that is no witness.
    #[error("of {verifier}, {fault}")]
    Witness {
        /// The verifier's name.
        verifier: String,
        /// What is wrong with its witness.
        fault: FalseWitness,
    },
    /// The verdicts are of different kinds.
    #[error("they can't both be right")]
    Kind,
    /// Each shows a different solution as the only one.
    #[error("but each shows another solution, so there are two")]
    Solution,
}

/// Compares the verdicts of two verifiers on `puzzle`, and checks all witnesses.
///
/// ```
/// use tourdion::verify::agreement::{Claim, compare};
/// use tourdion::verify::{LinksVerifier, Verdict, Verifier};
///
/// let puzzle = "1....2..3......4".parse().unwrap();
/// let one = LinksVerifier::default().verify(&puzzle);
/// let (first, second) = ("links", "other");
/// let claims = |other| {
///     [Claim { verifier: first, verdict: &one }, Claim { verifier: second, verdict: other }]
/// };
/// assert_eq!(compare(&puzzle, claims(&one)), Ok(()));
/// let error = compare(&puzzle, claims(&Verdict::Impossible)).unwrap_err();
/// let text = "links says proper, other says impossible: they can't both be right";
/// assert_eq!(error.to_string(), text);
/// ```
///
/// # Errors
/// If a witness is false (reported first), or the verdicts can't both be true.
pub fn compare(puzzle: &impl Puzzle, claims: [Claim<'_>; 2]) -> Result<(), Disagreement> {
    let false_witness = claims.iter().find_map(|claim| {
        let fault = claim.verdict.check(puzzle).err()?;
        Some(DisagreementReason::Witness { verifier: claim.verifier.to_owned(), fault })
    });
    let why = match claims.map(|claim| claim.verdict) {
        _ if false_witness.is_some() => false_witness,
        [one, other] if one.kind() != other.kind() => Some(DisagreementReason::Kind),
        [Verdict::Proper(one), Verdict::Proper(other)] if one != other => {
            Some(DisagreementReason::Solution)
        }
        _ => None,
    };
    let said = |claim: Claim<'_>| NamedKind {
        verifier: claim.verifier.to_owned(),
        kind: claim.verdict.kind(),
    };
    why.map_or(Ok(()), |why| Err(Disagreement { said: claims.map(said), why }))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::sudoku::{Grid, Solution};
    use crate::verify::Effort;
    use crate::verify::{LinksVerifier, SolutionVisitor, Verifier};
    use crate::watch::{Patient, Watch};

    const PROPER: &str = "1....2..3......4";
    const PSEUDO: &str = "1...............";

    /// A verifier that is wrong on purpose: it shows these solutions, whatever the puzzle.
    struct Wrong(Vec<Solution>);

    impl Verifier for Wrong {
        fn effort(&self) -> Effort {
            Effort::default()
        }

        fn solutions(
            &mut self,
            _: &Grid,
            visitor: &mut dyn SolutionVisitor,
            _: &mut dyn Watch<Effort>,
        ) -> ControlFlow<()> {
            self.0.iter().try_for_each(|solution| visitor.solution(&|| solution.clone()))
        }
    }

    /// The first solutions of a puzzle.
    fn solutions(puzzle: &str, most: usize) -> Vec<Solution> {
        let mut found = Vec::new();
        let mut keep = |s: &dyn Fn() -> Solution| {
            found.push(s());
            if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let puzzle = puzzle.parse().unwrap();
        let _ = LinksVerifier::default().solutions(&puzzle, &mut keep, &mut Patient);
        found
    }

    /// The result of comparing links with a verifier that shows these solutions.
    fn compared(puzzle: &str, shown: Vec<Solution>) -> String {
        let puzzle: Grid = puzzle.parse().unwrap();
        let (right, wrong) =
            (LinksVerifier::default().verify(&puzzle), Wrong(shown).verify(&puzzle));
        let [right, wrong] = [("links", &right), ("wrong", &wrong)]
            .map(|(verifier, verdict)| Claim { verifier, verdict });
        let there = compare(&puzzle, [right, wrong]).map_err(|error| error.why);
        assert_eq!(there, compare(&puzzle, [wrong, right]).map_err(|error| error.why));
        compare(&puzzle, [wrong, right])
            .map_or_else(|error| error.to_string(), |()| "agreed".into())
    }

    #[test]
    fn right_verifiers_agree() {
        assert_eq!(compared(PROPER, solutions(PROPER, 2)), "agreed");
        assert_eq!(compared("11..............", vec![]), "agreed");
        // Any other two solutions are as good as those of links.
        assert_eq!(compared(PSEUDO, solutions(PSEUDO, 4).split_off(2)), "agreed");
    }

    #[test]
    fn a_wrong_kind_is_caught() {
        let kinds = "they can't both be right";
        assert_eq!(
            compared(PROPER, vec![]),
            format!("wrong says impossible, links says proper: {kinds}")
        );
        assert_eq!(
            compared(PSEUDO, vec![]),
            format!("wrong says impossible, links says pseudo: {kinds}")
        );
        // Its one solution is right, but there are more.
        let one = solutions(PSEUDO, 1);
        assert_eq!(compared(PSEUDO, one), format!("wrong says proper, links says pseudo: {kinds}"));
    }

    #[test]
    fn a_false_witness_is_caught_under_the_right_kind() {
        // The solution of another puzzle.
        let other = solutions("2....1..3......4", 1);
        assert_eq!(
            compared(PROPER, other.clone()),
            "wrong says proper, links says proper: of wrong, a witness is no solution: \
             r1c1 is 2 where the puzzle gives 1"
        );
        assert_eq!(
            compared(PSEUDO, [solutions(PSEUDO, 1), other].concat()),
            "wrong says pseudo, links says pseudo: of wrong, a witness is no solution: \
             r1c1 is 2 where the puzzle gives 1"
        );
        let twice = [solutions(PSEUDO, 1), solutions(PSEUDO, 1)].concat();
        assert_eq!(
            compared(PSEUDO, twice),
            "wrong says pseudo, links says pseudo: of wrong, \
             the two witnesses are the same solution"
        );
    }

    #[test]
    fn two_verifiers_that_each_know_one_solution_are_caught() {
        let puzzle: Grid = PSEUDO.parse().unwrap();
        let verdicts = solutions(PSEUDO, 2).into_iter().map(Verdict::Proper).collect::<Vec<_>>();
        let claims = [0, 1].map(|k| Claim { verifier: ["one", "other"][k], verdict: &verdicts[k] });
        assert_eq!(compare(&puzzle, claims).unwrap_err().why, DisagreementReason::Solution);
    }
}
