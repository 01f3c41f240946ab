//! Writes problems for miniexact.

use std::fmt::{self, Write};

use super::{MiniexactError, check_costs, check_number};
use crate::cover::problem::{Bounds, ItemId, Problem};

/// The longest name that miniexact has room for, in bytes.
const LONGEST: usize = 4095;

/// The primary items of a problem, and the others.
fn in_order(problem: &Problem) -> [Vec<ItemId>; 2] {
    let (primary, secondary) = problem.items().partition(|&item| problem.is_primary(item));
    [primary, secondary]
}

/// A problem in miniexact's form of words; its `Display` is the text.
///
/// ```
/// use tourdion::cover::Problem;
/// use tourdion::cover::form::miniexact::MiniexactText;
///
/// let problem: Problem = "a 1:2|b | x\na b x:red\nb |17\n".parse()?;
/// let text = MiniexactText::new(&problem)?.to_string();
/// assert_eq!(text, "< a b:1;2 >\n[ x ]\na b x:red;\nb $17;\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MiniexactText<'p> {
    problem: &'p Problem,
}

impl<'p> MiniexactText<'p> {
    /// The text of `problem`.
    ///
    /// # Errors
    /// If a name or a number is none that miniexact reads.
    pub fn new(problem: &'p Problem) -> Result<MiniexactText<'p>, MiniexactError> {
        for item in problem.items() {
            check_name(problem.name(item))?;
            check_number(problem.bounds(item).most.into())?;
        }
        let colours = problem.options().flat_map(|option| problem.entries_of(option));
        for colour in colours.filter_map(|entry| entry.colour) {
            check_name(problem.colour_name(colour))?;
        }
        check_costs(problem)?;
        Ok(MiniexactText { problem })
    }
}

/// Refuses a name that miniexact would not read as one.
fn check_name(name: &str) -> Result<(), MiniexactError> {
    let is_read = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "_-,!#@+%^&*".contains(c);
    if !name.chars().all(is_read) {
        return Err(MiniexactError::Name(name.to_owned()));
    }
    if name.len() > LONGEST {
        return Err(MiniexactError::LongName(name.to_owned()));
    }
    Ok(())
}

impl fmt::Display for MiniexactText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = self.problem;
        let [primary, secondary] = in_order(problem);
        f.write_char('<')?;
        for item in primary {
            write!(f, " {}", problem.name(item))?;
            match problem.bounds(item) {
                Bounds::ONCE => {}
                Bounds { least, most } => write!(f, ":{least};{most}")?,
            }
        }
        f.write_str(" >\n")?;
        if !secondary.is_empty() {
            f.write_char('[')?;
            secondary.iter().try_for_each(|&item| write!(f, " {}", problem.name(item)))?;
            f.write_str(" ]\n")?;
        }
        for option in problem.options() {
            for (k, &entry) in problem.entries_of(option).iter().enumerate() {
                let blank = if k == 0 { "" } else { " " };
                write!(f, "{blank}{}", problem.spelled_entry(entry))?;
            }
            match problem.cost(option) {
                0 => f.write_str(";\n")?,
                cost => writeln!(f, " ${cost};")?,
            }
        }
        Ok(())
    }
}

/// A problem in miniexact's form of numbers; its `Display` is the text. Items have their numbers in
/// order, the primary ones first; colours have theirs in the order of the problem.
///
/// ```
/// use tourdion::cover::Problem;
/// use tourdion::cover::form::miniexact::MiniexactNumbers;
///
/// let problem: Problem = "a b | x\na b x:red\nb |17\n".parse()?;
/// let text = MiniexactNumbers::new(&problem)?.to_string();
/// assert_eq!(text, "p xcc 2 1\n1 2 3 -1 0\n2 $17 0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MiniexactNumbers<'p> {
    problem: &'p Problem,
    counts: [usize; 2],
    /// The number of each item, from 1.
    numbers: Vec<usize>,
}

impl<'p> MiniexactNumbers<'p> {
    /// The text of `problem`.
    ///
    /// # Errors
    /// If an item has bounds, or a cost is too large for miniexact.
    pub fn new(problem: &'p Problem) -> Result<MiniexactNumbers<'p>, MiniexactError> {
        if let Some(item) = problem.first_multiple() {
            return Err(MiniexactError::Multiple(problem.spelled_item(item).to_string()));
        }
        check_number(problem.items().len() as u64)?;
        check_costs(problem)?;
        let order = in_order(problem);
        let mut numbers = vec![0; problem.items().len()];
        for (k, item) in order.iter().flatten().enumerate() {
            numbers[item.index()] = k + 1;
        }
        Ok(MiniexactNumbers { problem, counts: order.map(|items| items.len()), numbers })
    }
}

impl fmt::Display for MiniexactNumbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = self.problem;
        let kind = if problem.is_coloured() { "xcc" } else { "xc" };
        writeln!(f, "p {kind} {} {}", self.counts[0], self.counts[1])?;
        for option in problem.options() {
            for entry in problem.entries_of(option) {
                write!(f, "{} ", self.numbers[entry.item.index()])?;
                if let Some(colour) = entry.colour {
                    write!(f, "-{} ", colour.0.get())?;
                }
            }
            match problem.cost(option) {
                0 => f.write_str("0\n")?,
                cost => writeln!(f, "${cost} 0")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_miniexact_does_not_read_is_refused() {
        let text = |text: &str| {
            let problem: Problem = text.parse().unwrap();
            MiniexactText::new(&problem).map(|text| text.to_string()).map_err(|e| e.to_string())
        };
        assert!(text("ä_1-b,!#@+%^&* x | y\nx y:-\n").is_ok());
        for (problem, name) in [("a b.c\na\n", "b.c"), ("a (\na\n", "("), ("a|x\na x:r/s\n", "r/s")]
        {
            let problem = problem.replace('|', " | ");
            let refused = format!("miniexact has no name `{name}`: its form of numbers needs none");
            assert_eq!(text(&problem), Err(refused));
        }
        assert!(text(&format!("{}\n", "a".repeat(4095))).is_ok());
        assert!(text(&format!("{}\n", "a".repeat(4096))).unwrap_err().contains("as long as"));
        let large = Err("miniexact reads numbers up to 2147483647, and not 2147483648".to_owned());
        assert_eq!(text("a\na |2147483648\n"), large);
        assert_eq!(text("0:2147483648|a\na\n"), large);
        assert!(text("0:2147483647|a\na |2147483647\n").is_ok());
        let problem: Problem = "a 2|b\na b\n".parse().unwrap();
        let refused = "miniexact's form of numbers has no multiplicities, as in `2|b`; that of \
                       words has";
        assert_eq!(MiniexactNumbers::new(&problem).unwrap_err().to_string(), refused);
    }

    #[test]
    fn items_are_numbered_with_the_primary_ones_first() {
        let mut problem = Problem::new();
        let (x, a) =
            (problem.secondary("x.").unwrap(), problem.primary("a:".trim_end_matches(':')));
        problem.option([x, a.unwrap()]).unwrap();
        let text = MiniexactNumbers::new(&problem).unwrap().to_string();
        assert_eq!(text, "p xc 1 1\n2 1 0\n");
    }
}
