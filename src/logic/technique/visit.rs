//! What all finders have in common: which instances they look for, and to whom they show them.

use std::ops::ControlFlow;

use super::Deduction;

/// Whether to go on.
pub(super) type Flow = ControlFlow<()>;
/// Receives deductions.
pub(super) type Visit<'v> = &'v mut dyn FnMut(Deduction) -> Flow;

/// Which instances of a technique there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Convention {
    /// All.
    #[default]
    Plain,
    /// Those of Sudoku Explainer: of a set and its complement only the smaller one, for example.
    Explainer,
}

impl Convention {
    pub(super) const fn is_explainer(self) -> bool {
        matches!(self, Convention::Explainer)
    }
}
