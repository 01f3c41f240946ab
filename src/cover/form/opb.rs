//! OPB: a problem for programs that know pseudo-Boolean constraints, sums of variables that are 0
//! or 1. It is written, and not read.
//!
//! ```text
//!      * #variable= 4 #constraint= 3
//!      min: +17 x1 +5 x3 ;               the costs, if there are any
//!      +1 x1 +1 x2 = 1 ;                 an item: one of its options is chosen
//!      +1 x2 +1 x3 >= 2 ;                an item in at least two of its options
//!      -1 x1 -1 x3 >= -1 ;               a secondary item: at most one
//! ```
//!
//! Variable *k* is option *k*, from 1, in the order of the problem, as in [`cnf`](super::cnf).
//! Options that are held or banned have constraints of their own, one that is both as held; so have
//! options without primary items, which no cover has unless they are held.
//!
//! A colour that several options give to an item is one more variable, 1 if one of these options is
//! chosen: an item has at most one colour, or an option that gives none. These variables depend on
//! the others, so the models are the covers, each once.
//!
//! An item that must be covered and has no options becomes a constraint that nothing satisfies: the
//! format has no empty sums.
//!
//! Source: Roussel and Manquinho, *Input/Output Format and Solver Requirements for the Competitions
//! of Pseudo-Boolean Solvers* (2012).

use std::collections::BTreeMap;
use std::fmt;

use super::stated::Stated;
use crate::cover::problem::{Bounds, Colour, ItemId, OptionId, Problem, UnknownOption};

/// A problem as pseudo-Boolean constraints; its `Display` is the text.
///
/// ```
/// use tourdion::cover::Problem;
/// use tourdion::cover::form::opb::Opb;
///
/// let problem: Problem = "a 1:2|b\na |3\na b\nb\n".parse()?;
/// let text = Opb::new(&problem, &[], &[])?.to_string();
/// assert_eq!(
///     text,
///     "* #variable= 3 #constraint= 2\nmin: +3 x1 ;\n+1 x1 +1 x2 = 1 ;\n+1 x2 +1 x3 >= 1 ;\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Opb<'p>(Stated<'p>);

/// A sum of variables, each once with this sign, and what it must be.
struct Constraint {
    is_negative: bool,
    variables: Vec<usize>,
    relation: &'static str,
    bound: u64,
}

impl Constraint {
    fn equal(variables: Vec<usize>, bound: u64) -> Constraint {
        Constraint { is_negative: false, variables, relation: "=", bound }
    }

    fn at_least(variables: Vec<usize>, bound: u64) -> Constraint {
        Constraint { is_negative: false, variables, relation: ">=", bound }
    }

    fn at_most(variables: Vec<usize>, bound: u64) -> Constraint {
        Constraint { is_negative: true, variables, relation: ">=", bound }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative { '-' } else { '+' };
        self.variables.iter().try_for_each(|variable| write!(f, "{sign}1 x{variable} "))?;
        let sign = if self.is_negative && self.bound > 0 { "-" } else { "" };
        write!(f, "{} {sign}{} ;", self.relation, self.bound)
    }
}

/// The variable of an option.
fn variable(option: OptionId) -> usize {
    option.index() + 1
}

impl<'p> Opb<'p> {
    /// The constraints of `problem` with all of `held` in every cover and none of `banned` in any;
    /// an option that is both is held.
    ///
    /// # Errors
    /// If an option is not of the problem.
    pub fn new(
        problem: &'p Problem,
        held: &'p [OptionId],
        banned: &'p [OptionId],
    ) -> Result<Opb<'p>, UnknownOption> {
        Ok(Opb(Stated::new(problem, held, banned)?))
    }

    /// Shows `visitor` all constraints as lines. Returns the number of variables.
    fn lines(
        &self,
        visitor: &mut dyn FnMut(fmt::Arguments<'_>) -> fmt::Result,
    ) -> Result<usize, fmt::Error> {
        let Opb(stated) = self;
        let problem = stated.problem;
        let mut variables = problem.options().len();
        for &option in stated.held {
            visitor(format_args!("{}", Constraint::equal(vec![variable(option)], 1)))?;
        }
        for option in stated.banned().chain(stated.loose()) {
            visitor(format_args!("{}", Constraint::equal(vec![variable(option)], 0)))?;
        }
        for item in problem.items() {
            if problem.is_primary(item) {
                variables = variables.max(self.primary(item, visitor)?);
            } else {
                self.secondary(item, &mut variables, visitor)?;
            }
        }
        Ok(variables)
    }

    /// The constraints of a primary item. Returns the number of variables they need.
    fn primary(
        &self,
        item: ItemId,
        visitor: &mut dyn FnMut(fmt::Arguments<'_>) -> fmt::Result,
    ) -> Result<usize, fmt::Error> {
        let Opb(stated) = self;
        let options = stated.options_of(item);
        let all = || options.iter().map(|&(option, _)| variable(option)).collect();
        let Bounds { least, most } = stated.problem.bounds(item);
        if options.is_empty() {
            if least > 0 {
                visitor(format_args!("{}", Constraint::at_least(vec![1], 2)))?;
            }
            return Ok(usize::from(least > 0));
        }
        if least == most {
            visitor(format_args!("{}", Constraint::equal(all(), least.into())))?;
            return Ok(0);
        }
        if least > 0 {
            visitor(format_args!("{}", Constraint::at_least(all(), least.into())))?;
        }
        if (most as usize) < options.len() {
            visitor(format_args!("{}", Constraint::at_most(all(), most.into())))?;
        }
        Ok(0)
    }

    /// The constraints of a secondary item, and variables for its colours.
    fn secondary(
        &self,
        item: ItemId,
        variables: &mut usize,
        visitor: &mut dyn FnMut(fmt::Arguments<'_>) -> fmt::Result,
    ) -> fmt::Result {
        let Opb(stated) = self;
        let mut by_colour: BTreeMap<Colour, Vec<usize>> = BTreeMap::new();
        // Of these at most one is true.
        let mut apart = Vec::new();
        for &(option, colour) in stated.options_of(item) {
            match colour {
                None => apart.push(variable(option)),
                Some(colour) => by_colour.entry(colour).or_default().push(variable(option)),
            }
        }
        if apart.is_empty() && by_colour.len() == 1 {
            return Ok(()); // all agree
        }
        for options in by_colour.into_values() {
            if let [only] = options[..] {
                apart.push(only);
                continue;
            }
            *variables += 1;
            let colour = *variables;
            for option in &options {
                visitor(format_args!("+1 x{colour} -1 x{option} >= 0 ;"))?;
            }
            let given = Constraint::at_least(options, 0);
            visitor(format_args!("-1 x{colour} {given}"))?;
            apart.push(colour);
        }
        if apart.len() > 1 {
            visitor(format_args!("{}", Constraint::at_most(apart, 1)))?;
        }
        Ok(())
    }
}

impl fmt::Display for Opb<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut constraints = 0_u64;
        let variables = self.lines(&mut |_| {
            constraints += 1;
            Ok(())
        })?;
        writeln!(f, "* #variable= {variables} #constraint= {constraints}")?;
        let problem = self.0.problem;
        if problem.has_costs() {
            f.write_str("min: ")?;
            for option in problem.options().filter(|&option| problem.cost(option) > 0) {
                write!(f, "+{} x{} ", problem.cost(option), variable(option))?;
            }
            f.write_str(";\n")?;
        }
        self.lines(&mut |line| writeln!(f, "{line}")).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(problem: &str, held: &[usize]) -> Vec<String> {
        let problem: Problem = problem.parse().unwrap();
        let held: Vec<OptionId> = held.iter().map(|&k| OptionId::at(k)).collect();
        Opb::new(&problem, &held, &[]).unwrap().to_string().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_colour_of_several_options_is_a_variable() {
        let text = "a b | x\na x:r\na x:s\nb x:r\nb x\nx:r\n";
        let expected = [
            "* #variable= 6 #constraint= 9",
            "+1 x3 = 1 ;",
            "+1 x5 = 0 ;",
            "+1 x1 +1 x2 = 1 ;",
            "+1 x3 +1 x4 = 1 ;",
            "+1 x6 -1 x1 >= 0 ;",
            "+1 x6 -1 x3 >= 0 ;",
            "+1 x6 -1 x5 >= 0 ;",
            "-1 x6 +1 x1 +1 x3 +1 x5 >= 0 ;",
            "-1 x4 -1 x6 -1 x2 >= -1 ;",
        ];
        assert_eq!(lines(text, &[2]), expected);
        let agreed = lines("a b | x\na x:r\nb x:r\n", &[]);
        assert_eq!(agreed, ["* #variable= 2 #constraint= 2", "+1 x1 = 1 ;", "+1 x2 = 1 ;"]);
    }

    #[test]
    fn bounds_that_hold_anyway_are_left_out() {
        let text = "0:2|a 1:2|b 2|c 0:1|d\na b\na b\na b c\nc\n";
        let expected = [
            "* #variable= 4 #constraint= 4",
            "-1 x1 -1 x2 -1 x3 >= -2 ;",
            "+1 x1 +1 x2 +1 x3 >= 1 ;",
            "-1 x1 -1 x2 -1 x3 >= -2 ;",
            "+1 x3 +1 x4 = 2 ;",
        ];
        assert_eq!(lines(text, &[]), expected);
    }

    #[test]
    fn an_item_without_options_is_a_contradiction() {
        assert_eq!(lines("a\n", &[]), ["* #variable= 1 #constraint= 1", "+1 x1 >= 2 ;"]);
        assert_eq!(lines("0:3|a\n", &[]), ["* #variable= 0 #constraint= 0"]);
    }
}
