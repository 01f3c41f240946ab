//! The answer to a question: the critical options, each with its one cover.

use crate::cover::OptionId;

/// The number of covers with all held options and no banned one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum CoverCount {
    /// None: no option is critical.
    #[default]
    None,
    /// One: all of its options not held are critical, or it consists of held options.
    One,
    /// Two or more.
    More,
}

/// The critical options of a problem with some options held.
///
/// Several options can share a cover; each cover is kept once.
#[derive(Clone, Debug, Default)]
pub struct Critical {
    covers: CoverCount,
    /// Each critical option with the number of its cover.
    options: Vec<(OptionId, usize)>,
    /// The options of all witnesses, sorted within each.
    witnesses: Vec<OptionId>,
    /// The end of each witness.
    ends: Vec<usize>,
    /// For each option the number of a witness with it, from 1, or 0; it may end before the last
    /// option.
    witness_with: Vec<u32>,
    /// The candidates not decided.
    undecided: usize,
}

impl PartialEq for Critical {
    fn eq(&self, other: &Critical) -> bool {
        let parts = |one: &Critical| (one.covers, one.undecided);
        parts(self) == parts(other)
            && self.options == other.options
            && self.witnesses == other.witnesses
            && self.ends == other.ends
    }
}

impl Eq for Critical {}

impl Critical {
    /// The number of all covers. If candidates are undecided there may be more.
    pub fn covers(&self) -> CoverCount {
        self.covers
    }

    /// The critical options, in the order of the problem.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> {
        self.options.iter().map(|&(option, _)| option)
    }

    /// The number of critical options.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether no option is critical.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The number of candidates of which it is not known whether they are critical: 0, unless the
    /// question was broken off.
    pub fn undecided(&self) -> usize {
        self.undecided
    }

    /// Each critical option with the one cover that has it and what is held: its options in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (OptionId, &[OptionId])> {
        self.options.iter().map(|&(option, witness)| (option, self.witness(witness)))
    }

    /// The cover of a critical option, its options in order; `None` if the option is not critical.
    pub fn cover_with(&self, option: OptionId) -> Option<&[OptionId]> {
        let place = self.options.binary_search_by_key(&option, |&(option, _)| option).ok()?;
        Some(self.witness(self.options[place].1))
    }

    fn witness(&self, number: usize) -> &[OptionId] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.witnesses[start..self.ends[number]]
    }

    /// Empties the answer.
    pub(super) fn clear(&mut self) {
        self.covers = CoverCount::None;
        self.options.clear();
        for option in self.witnesses.drain(..) {
            self.witness_with[option.index()] = 0;
        }
        self.ends.clear();
        self.undecided = 0;
    }

    /// Notes how many candidates are undecided.
    pub(super) fn set_undecided(&mut self, undecided: usize) {
        self.undecided = undecided;
    }

    /// Notes that one more candidate is decided.
    pub(super) fn decide(&mut self) {
        self.undecided -= 1;
    }

    /// Notes that some candidate has two covers or more.
    pub(super) fn add_dead(&mut self) {
        self.covers = CoverCount::More;
    }

    /// Notes that the held options are a cover themselves.
    pub(super) fn add_held(&mut self) {
        self.count();
    }

    /// Adds an option with exactly one cover. Options are added in ascending order.
    pub(super) fn add(&mut self, option: OptionId, cover: impl IntoIterator<Item = OptionId>) {
        // If a witness already has the option, it is the only cover.
        let known = self.witness_with.get(option.index()).copied().unwrap_or(0);
        let number = (known as usize).checked_sub(1).unwrap_or_else(|| self.add_witness(cover));
        self.options.push((option, number));
    }

    fn add_witness(&mut self, cover: impl IntoIterator<Item = OptionId>) -> usize {
        let start = self.witnesses.len();
        self.witnesses.extend(cover);
        self.witnesses[start..].sort_unstable();
        self.ends.push(self.witnesses.len());
        let last = self.witnesses.last().map_or(0, |last| last.index());
        if self.witness_with.len() <= last {
            self.witness_with.resize(last + 1, 0);
        }
        for option in &self.witnesses[start..] {
            self.witness_with[option.index()] = self.ends.len() as u32;
        }
        self.count();
        self.ends.len() - 1
    }

    /// Counts one more cover.
    fn count(&mut self) {
        self.covers =
            if self.covers == CoverCount::None { CoverCount::One } else { CoverCount::More };
    }
}
