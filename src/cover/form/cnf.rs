//! DIMACS CNF: a problem for programs that know clauses alone. It is written, and not read.
//!
//! ```text
//!      p cnf 3 5            three options, five clauses
//!      1 2 0                an item: one of its options is chosen
//!      -1 -2 0              a clash: not both
//!      ...
//! ```
//!
//! Variable *k* is option *k*, from 1, in the order of the problem. Options that are held or banned
//! are clauses of one literal; so is an option without primary items, which no cover has unless it
//! is held. The models are the covers, each once.
//!
//! A proof of [`Learn`](crate::cover::Learn) that there is no cover is one over these clauses.
//!
//! Deliberately lacking: few clauses. Pairs that clash grow with the square of an item's options;
//! encodings with more variables have fewer, but then a proof is about another problem.

use std::fmt;

use super::stated::Stated;
use crate::cover::problem::{OptionId, Problem, ProblemError};

/// A problem as clauses; its `Display` is the text.
///
/// ```
/// use tourdion::cover::Problem;
/// use tourdion::cover::form::cnf::Cnf;
///
/// let problem: Problem = "a b\na\na b\nb\n".parse()?;
/// let text = Cnf::new(&problem, &[], &[])?.to_string();
/// assert_eq!(text, "p cnf 3 4\n1 2 0\n2 3 0\n-1 -2 0\n-2 -3 0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cnf<'p>(Stated<'p>);

impl<'p> Cnf<'p> {
    /// The clauses of `problem` with these options in every cover and in none.
    ///
    /// # Errors
    /// [`ProblemError::Multiple`] if an item may stand in several options.
    pub fn new(
        problem: &'p Problem,
        held: &'p [OptionId],
        banned: &'p [OptionId],
    ) -> Result<Cnf<'p>, ProblemError> {
        problem.refuse_multiple()?;
        Ok(Cnf(Stated::new(problem, held, banned)))
    }

    /// Shows `visitor` every two options that clash, once.
    fn clashes(&self, mut visitor: impl FnMut(OptionId, OptionId) -> fmt::Result) -> fmt::Result {
        let Cnf(stated) = self;
        let mut met = vec![None; stated.problem.options().len()];
        for one in stated.problem.options() {
            for entry in stated.problem.items_of(one) {
                let options = stated.options_of(entry.item);
                let behind = options.partition_point(|&(option, _)| option <= one);
                for &(other, colour) in &options[behind..] {
                    let clashes = colour.is_none() || colour != entry.colour;
                    if clashes && met[other.index()].replace(one) != Some(one) {
                        visitor(one, other)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Cnf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |option: OptionId| option.index() + 1;
        let Cnf(stated) = self;
        let Stated { problem, held, banned, .. } = stated;
        let primary = || problem.items().filter(|&item| problem.is_primary(item));
        let mut clauses = primary().count() + held.len() + banned.len() + stated.loose().count();
        self.clashes(|_, _| {
            clauses += 1;
            Ok(())
        })?;
        writeln!(f, "p cnf {} {clauses}", problem.options().len())?;
        for &option in *held {
            writeln!(f, "{} 0", number(option))?;
        }
        for option in banned.iter().copied().chain(stated.loose()) {
            writeln!(f, "-{} 0", number(option))?;
        }
        for item in primary() {
            for &(option, _) in stated.options_of(item) {
                write!(f, "{} ", number(option))?;
            }
            writeln!(f, "0")?;
        }
        self.clashes(|one, other| writeln!(f, "-{} -{} 0", number(one), number(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_clash_if_they_differ() {
        let problem: Problem = "a b | x\na x:r\na x:s\nb x:r\nb x\nx:r\n".parse().unwrap();
        let held = [OptionId::at(2)];
        let text = Cnf::new(&problem, &held, &[]).unwrap().to_string();
        let clauses: Vec<&str> = text.lines().collect();
        assert_eq!(
            clauses,
            [
                "p cnf 5 11",
                "3 0",
                "-5 0",
                "1 2 0",
                "3 4 0",
                "-1 -2 0",
                "-1 -4 0",
                "-2 -3 0",
                "-2 -4 0",
                "-2 -5 0",
                "-3 -4 0",
                "-4 -5 0",
            ]
        );
    }

    #[test]
    fn multiplicities_are_refused() {
        let problem: Problem = "1:2|a\na\na\n".parse().unwrap();
        assert!(Cnf::new(&problem, &[], &[]).is_err());
    }
}
