//! Whether options are of a problem, and a cover, without a search.

use std::mem;

use super::{OptionId, Problem, Taken, UnknownOption};

impl Problem {
    /// Whether `options` are of this problem.
    pub(in crate::cover) fn check_options<'o>(
        &self,
        options: impl IntoIterator<Item = &'o OptionId>,
    ) -> Result<(), UnknownOption> {
        let count = self.options().len();
        let unknown = options.into_iter().find(|option| option.index() >= count);
        unknown.map_or(Ok(()), |&option| Err(UnknownOption(option)))
    }

    /// Whether `options` are a cover: each belongs to this problem and none is repeated; every
    /// primary item is in exactly one of them, or in a number that its bounds allow; every
    /// secondary item is in at most one, or in options that agree on its colour. Nothing is
    /// searched, so this checks an engine's covers independently.
    ///
    /// ```
    /// use tourdion::cover::{OptionId, classics};
    ///
    /// let toy = classics::toy()?;
    /// assert!(toy.is_cover(&[3, 0, 4].map(OptionId::at)));
    /// assert!(!toy.is_cover(&[3, 0].map(OptionId::at)));
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    pub fn is_cover(&self, options: &[OptionId]) -> bool {
        let mut is_in = vec![false; self.options().len()];
        let mut taken = Taken::nothing(self);
        for &option in options {
            // An option of another problem has no place here.
            if is_in.get_mut(option.index()).is_none_or(|is_in| mem::replace(is_in, true))
                || taken.clash(option).is_some()
            {
                return false;
            }
            taken.add(option);
        }
        self.items().all(|item| taken.left(item).least == 0)
    }
}
