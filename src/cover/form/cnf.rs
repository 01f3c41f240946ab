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
//! are clauses of one literal, one that is both as held; so is an option without primary items,
//! which no cover has unless it is held. The models are the covers, each once.
//!
//! An item that a cover has in several options counts them in variables of its own:
//!
//! ```text
//!      2:3|c  in options 4, 6, 7, 9        at least ..  1   2   3     of the options up to
//!                                                       11             4
//!      12 if and only if 11, or 6;                      12  13         6
//!      13 if and only if 11 and 6; ...                  14  15  16     7
//!      -9 -16: there is no fourth                       17  18  19     9      18: there are two
//! ```
//!
//! The options decide these variables, so the models are still the covers, each once.
//!
//! A proof of [`Learn`](crate::cover::Learn) that there is no cover is one over these clauses.
//!
//! Source: Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints* (2005).
//!
//! Deliberately lacking: few clauses. Pairs that clash grow with the square of an item's options;
//! encodings with more variables have fewer, but then a proof is about another problem.

use std::fmt;

use super::stated::Stated;
use crate::cover::problem::{Bounds, Colour, ItemId, OptionId, Problem, UnknownOption};

/// A problem as clauses; its `Display` is the text. It counts the clauses before it writes them; of
/// a large problem that takes minutes, in which it writes empty texts: so an error breaks it off.
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

/// The number of clauses to count between two moments at which the count can be broken off.
const OFTEN: u64 = 1 << 16;

/// Receives clauses.
type ClauseVisitor<'v> = dyn FnMut(&[i64]) -> fmt::Result + 'v;

/// The variable of an option.
fn variable(option: OptionId) -> i64 {
    i64::from(option.0) + 1
}

impl<'p> Cnf<'p> {
    /// The clauses of `problem` with all of `held` in every cover and none of `banned` in any; an
    /// option that is both is held.
    ///
    /// # Errors
    /// If an option is not of the problem.
    pub fn new(
        problem: &'p Problem,
        held: &'p [OptionId],
        banned: &'p [OptionId],
    ) -> Result<Cnf<'p>, UnknownOption> {
        Ok(Cnf(Stated::new(problem, held, banned)?))
    }

    /// Shows `visitor` all clauses. Returns the number of variables.
    fn clauses(&self, visitor: &mut ClauseVisitor<'_>) -> Result<i64, fmt::Error> {
        let Cnf(stated) = self;
        let problem = stated.problem;
        for &option in stated.held {
            visitor(&[variable(option)])?;
        }
        for option in stated.banned().chain(stated.loose()) {
            visitor(&[-variable(option)])?;
        }
        let mut variables = problem.options().map(variable).max().unwrap_or(0);
        for item in problem.items().filter(|&item| problem.is_primary(item)) {
            let options: Vec<i64> =
                stated.options_of(item).iter().map(|&(option, _)| variable(option)).collect();
            let Bounds { least, most } = problem.bounds(item);
            match (least, most as usize) {
                (0, 1) => {}
                (1, most) if most == 1 || most >= options.len() => visitor(&options)?,
                (least, _) if least as usize > options.len() => visitor(&[])?,
                (least, most) => {
                    let most = Some(most).filter(|&most| most < options.len());
                    count(&options, least as usize, most, &mut variables, visitor)?;
                }
            }
        }
        self.clashes(|one, other| visitor(&[-variable(one), -variable(other)]))?;
        Ok(variables)
    }

    /// Shows `visitor` every two options that clash, once.
    fn clashes(&self, mut visitor: impl FnMut(OptionId, OptionId) -> fmt::Result) -> fmt::Result {
        let Cnf(stated) = self;
        let has_room = |item: ItemId| stated.problem.bounds(item).most > 1;
        let mut met = vec![None; stated.problem.options().len()];
        for one in stated.problem.options() {
            for entry in stated.problem.entries_of(one).iter().filter(|e| !has_room(e.item)) {
                let options = stated.options_of(entry.item);
                let behind = options.partition_point(|&(option, _)| option <= one);
                for &(other, colour) in &options[behind..] {
                    let clashes = !Colour::agree(colour, entry.colour);
                    if clashes && met[other.index()].replace(one) != Some(one) {
                        visitor(one, other)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Of these options at least `least` are chosen and at most `most`, which are fewer than all.
fn count(
    options: &[i64],
    least: usize,
    most: Option<usize>,
    variables: &mut i64,
    visitor: &mut ClauseVisitor<'_>,
) -> fmt::Result {
    let reach = most.unwrap_or(least);
    // Of the options so far at least one, two, ... are chosen.
    let mut before: Vec<i64> = Vec::new();
    for &option in options {
        if before.len() == reach
            && let (Some(&full), Some(_)) = (before.last(), most)
        {
            visitor(&[-option, -full])?;
        }
        let mut now = Vec::with_capacity(reach);
        for k in 0..reach.min(before.len() + 1) {
            *variables += 1;
            let (here, was) = (*variables, before.get(k).copied());
            let below = k.checked_sub(1).map(|below| before[below]);
            let clause = |literals: &[Option<i64>]| -> Vec<i64> {
                literals.iter().copied().flatten().collect()
            };
            if let Some(was) = was {
                visitor(&[-was, here])?;
            }
            visitor(&clause(&[Some(-option), below.map(|below| -below), Some(here)]))?;
            visitor(&clause(&[Some(-here), was, Some(option)]))?;
            if below.is_some() {
                visitor(&clause(&[Some(-here), was, below]))?;
            }
            now.push(here);
        }
        before = now;
    }
    if least > 0 { visitor(&[before[least - 1]]) } else { Ok(()) }
}

impl fmt::Display for Cnf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut clauses = 0_u64;
        let variables = self.clauses(&mut |_| {
            clauses += 1;
            // There may be billions of them, and the receiver of the text may want no more.
            if clauses.is_multiple_of(OFTEN) { f.write_str("") } else { Ok(()) }
        })?;
        writeln!(f, "p cnf {variables} {clauses}")?;
        let mut write = |clause: &[i64]| {
            clause.iter().try_for_each(|literal| write!(f, "{literal} "))?;
            writeln!(f, "0")
        };
        self.clauses(&mut write).map(|_| ())
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
    fn an_item_in_several_options_counts_them() {
        let lines = |text: &str| -> Vec<String> {
            let problem: Problem = text.parse().unwrap();
            Cnf::new(&problem, &[], &[]).unwrap().to_string().lines().map(str::to_owned).collect()
        };
        let expected = [
            "p cnf 5 9",
            "-1 3 0", // 3: the first
            "-3 1 0",
            "-3 4 0", // 4: one of both
            "-2 4 0",
            "-4 3 2 0",
            "-2 -3 5 0", // 5: both
            "-5 2 0",
            "-5 3 0",
            "5 0",
        ];
        assert_eq!(lines("2|a\na\na\n"), expected);
        assert_eq!(lines("1:2|a\na\na\n"), ["p cnf 2 1", "1 2 0"]);
        assert_eq!(lines("0:2|a\na\na\n"), ["p cnf 2 0"]);
        assert_eq!(lines("0:1|a\na\na\n"), ["p cnf 2 1", "-1 -2 0"]);
        assert_eq!(lines("3|a\na\na\n"), ["p cnf 2 1", "0"]);
        assert!(lines("0:1|a b\na b\na\nb\n").contains(&"-1 -2 0".to_owned()));
    }
}
