//! Writes problems, options and items in Knuth's form. [`knuth`](super::knuth) describes and reads
//! the form.

use std::fmt;

use super::json;
use crate::cover::problem::{Bounds, ItemId, OptionEntry, OptionId, Problem};

impl fmt::Display for Problem {
    /// Writes the problem in Knuth's form, or as JSON if it has no primary items, which Knuth's
    /// form can't express. Primary items come first, in their order. Reading the output without
    /// naming a form gives the same problem.
    ///
    /// ```
    /// use tourdion::cover::Problem;
    ///
    /// let mut problem = Problem::new();
    /// let x = problem.secondary("x")?;
    /// problem.option([x])?;
    /// let text = problem.to_string();
    /// let spelled = "{\"primary\": [],\n \"secondary\": [\"x\"],\n \
    ///                \"options\": [\n  [\"x\"]\n ]}\n";
    /// assert_eq!(text, spelled);
    /// assert_eq!(text.parse::<Problem>()?.to_string(), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (primary, secondary): (Vec<_>, Vec<_>) =
            self.items().partition(|&item| self.is_primary(item));
        let Some(&first) = primary.first() else { return json::write(self, f) };
        if self.is_misleading(first) || self.is_of_digits() {
            writeln!(f, "| items and options")?;
        }
        let names = primary.iter().map(|&item| self.spelled_item(item).to_string());
        let bar = (!secondary.is_empty()).then(|| "|".to_owned());
        let names =
            names.chain(bar).chain(secondary.iter().map(|&item| self.name(item).to_owned()));
        writeln!(f, "{}", names.collect::<Vec<_>>().join(" "))?;
        self.options().try_for_each(|option| writeln!(f, "{}", self.spelled(option)))
    }
}

impl Problem {
    /// Whether a text with this first item could be mistaken for a form other than Knuth's, for one
    /// of those that are [refused](super::ProblemForm::recognise), or seem to begin with a byte
    /// order mark.
    fn is_misleading(&self, first: ItemId) -> bool {
        let has = |name: &&str| self.item_named(name).is_some();
        match self.name(first) {
            "p" | "c" => has(&"p") && ["xc", "xcc", "cnf"].iter().any(has),
            name => name.starts_with(['{', '<', '[', '*', '\u{feff}']),
        }
    }

    /// Whether a text with these items could be mistaken for a matrix.
    fn is_of_digits(&self) -> bool {
        let is_digit = |byte| matches!(byte, b'0' | b'1');
        self.items().all(|item| self.name(item).bytes().all(is_digit))
    }

    /// The option as a line of Knuth's form, without the line's end.
    ///
    /// ```
    /// use tourdion::cover::{OptionId, classics};
    ///
    /// let toy = classics::coloured_toy()?;
    /// assert_eq!(toy.spelled(OptionId::at(1)).to_string(), "p r x:A y");
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    pub fn spelled(&self, option: OptionId) -> impl fmt::Display {
        Spelled { problem: self, entries: self.entries_of(option), cost: self.cost(option) }
    }

    /// The item as in the first line of Knuth's form: `a`, or with bounds `2:3|a`, or `3|a` if both
    /// are equal.
    pub fn spelled_item(&self, item: ItemId) -> impl fmt::Display {
        SpelledItem(self, item)
    }

    /// The entry as in Knuth's form: `a`, or `x:red`.
    pub fn spelled_entry(&self, entry: OptionEntry) -> impl fmt::Display {
        Spelled { problem: self, entries: [entry], cost: 0 }
    }
}

/// An item with its bounds.
struct SpelledItem<'p>(&'p Problem, ItemId);

impl fmt::Display for SpelledItem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpelledItem(problem, item) = *self;
        match problem.bounds(item) {
            _ if !problem.is_primary(item) => {}
            Bounds::ONCE => {}
            Bounds { least, most } if least == most => write!(f, "{most}|")?,
            Bounds { least, most } => write!(f, "{least}:{most}|")?,
        }
        f.write_str(problem.name(item))
    }
}

/// Some entries, separated by blanks, and their cost.
struct Spelled<'p, E> {
    problem: &'p Problem,
    entries: E,
    cost: u64,
}

impl<E: AsRef<[OptionEntry]>> fmt::Display for Spelled<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, entry) in self.entries.as_ref().iter().enumerate() {
            f.write_str(if k == 0 { "" } else { " " })?;
            f.write_str(self.problem.name(entry.item))?;
            if let Some(colour) = entry.colour {
                f.write_str(":")?;
                f.write_str(self.problem.colour_name(colour))?;
            }
        }
        if self.cost > 0 { write!(f, " |{}", self.cost) } else { Ok(()) }
    }
}
