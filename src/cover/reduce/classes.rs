//! Sets of options, one after another in one array.

use crate::cover::OptionId;

/// The sets, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// The start of each set, and the end of the last.
    starts: Vec<usize>,
    options: Vec<OptionId>,
}

impl Classes {
    pub(super) fn new(classes: impl Iterator<Item = Vec<OptionId>>) -> Classes {
        let (mut starts, mut options) = (vec![0], Vec::new());
        for class in classes {
            options.extend(class);
            starts.push(options.len());
        }
        Classes { starts, options }
    }

    pub(super) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The set with this number; empty if there is none.
    pub(super) fn of(&self, number: usize) -> &[OptionId] {
        match (self.starts.get(number), self.starts.get(number + 1)) {
            (Some(&start), Some(&end)) => &self.options[start..end],
            _ => &[],
        }
    }

    /// Whether a set has more than one option.
    pub(super) fn has_twins(&self) -> bool {
        self.options.len() > self.count()
    }
}
