//! What all finders have in common: which instances they look for, and to whom they show them.

use std::ops::ControlFlow;

use super::Deduction;

/// Whether to go on.
pub(super) type Flow = ControlFlow<()>;
/// Receives deductions.
pub(super) type Visit<'v> = &'v mut dyn FnMut(Deduction) -> Flow;

/// Which instances of a technique are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Convention {
    /// All but large ones.
    #[default]
    Plain,
    /// Large ones, too, which take long to find: fish of more than four bases, petals of more than
    /// five cells, almost locked sets with a cell outside of their house, and chains that meet a
    /// candidate twice.
    Thorough,
    /// Those of Sudoku Explainer: of a set and its complement only the smaller one, for example.
    Explainer,
}

impl Convention {
    pub(super) const fn is_explainer(self) -> bool {
        matches!(self, Convention::Explainer)
    }

    pub(super) const fn is_thorough(self) -> bool {
        matches!(self, Convention::Thorough)
    }
}
