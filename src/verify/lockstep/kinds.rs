//! What lanes need of a puzzle of each kind: of clues words alone, of pencil marks masks too.
//!
//! ```text
//!      clues          36 words                       a clue takes its digit from configurations
//!      pencil marks   36 words, and 81 masks         a word has the digits that each of its
//!                                                    mini-lines has a candidate for; the masks
//!                                                    exclude what no word can
//! ```
//!
//! Configurations can't exclude one candidate and leave its neighbours, so puzzles of pencil marks
//! are swept under [masks](super::group::Mask). The masks of a puzzle never change: lanes that take
//! over a part of it copy them, and the frames on its stacks are words alone. Puzzles of clues pay
//! nothing: their masks are [`Unmasked`], which has no size.

use super::boxes::{BoxMasks, State};
use super::chutes::Frame;
use super::group::{Group, Mask, Masks, Unmasked};
use super::loader::Loader;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::mini_lines::{LineMasks, MiniLines};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::nine_boxes::NineBoxes;
use super::rotation::LANES;
use super::steps::Steps;
use crate::sudoku::{Grid, Marks};
use crate::verify::links::Linked;

/// The masks of N lanes, as a search has them.
pub(super) trait LaneMasks<const N: usize>: Send {
    /// Whether a candidate may be excluded, and its neighbours not.
    const ARE_THERE: bool;

    /// No masks yet.
    fn new() -> Self;

    /// Sweeps all lanes under them.
    fn sweep<S: Steps<N>>(&self, group: &mut Group<N>);

    /// Gives a lane the masks of the puzzle in a column.
    fn put(&mut self, lane: usize, cells: &[[u16; N]; 81], column: usize);

    /// Gives a lane those of another.
    fn copy(&mut self, other: usize, lane: usize);
}

impl<const N: usize> LaneMasks<N> for Unmasked {
    const ARE_THERE: bool = false;

    fn new() -> Unmasked {
        Unmasked
    }

    #[inline(always)]
    fn sweep<S: Steps<N>>(&self, group: &mut Group<N>) {
        S::sweep(group);
    }

    #[inline(always)]
    fn put(&mut self, _: usize, _: &[[u16; N]; 81], _: usize) {}

    #[inline(always)]
    fn copy(&mut self, _: usize, _: usize) {}
}

impl<const N: usize> LaneMasks<N> for Masks<N> {
    const ARE_THERE: bool = true;

    fn new() -> Masks<N> {
        Masks([[0; N]; 81])
    }

    #[inline(always)]
    fn sweep<S: Steps<N>>(&self, group: &mut Group<N>) {
        S::sweep_masked(group, self);
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, cells: &[[u16; N]; 81], column: usize) {
        for (mask, cell) in self.0.iter_mut().zip(cells) {
            mask[lane] = cell[column];
        }
    }

    #[inline(always)]
    fn copy(&mut self, other: usize, lane: usize) {
        for mask in &mut self.0 {
            mask[lane] = mask[other];
        }
    }
}

/// A kind of puzzle, as lockstep searches it: [`Grid`] and [`Marks`].
pub(super) trait Laned: Linked {
    /// What lanes have of it beside its words.
    type Masks<const N: usize>: LaneMasks<N>;

    /// The same for a search of one puzzle.
    type BoxMasks: Mask<LANES>;

    /// The same for a search of one puzzle whose mini-lines are the lanes.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    type LineMasks: Mask<32>;

    /// The words of a 9×9 puzzle.
    fn frame(&self) -> Frame;

    /// The same for a search of one puzzle.
    fn state(&self) -> State;

    /// The same in registers of AVX2.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fn nine_boxes(&self) -> NineBoxes;

    /// The masks for a search of one puzzle.
    fn box_masks(&self) -> Self::BoxMasks;

    /// The words of a 9×9 puzzle whose mini-lines are the lanes.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fn mini_lines(&self) -> MiniLines;

    /// The masks of one.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fn line_masks(&self) -> Self::LineMasks;

    /// Puts a 9×9 puzzle into a loader.
    fn take<const N: usize>(&self, id: u32, loader: &mut Loader<N>);

    /// Puts its masks beside the frame that a loader took last.
    fn mask_last<const N: usize>(&self, loader: &mut Loader<N>);

    /// Makes the words of all puzzles taken.
    fn load<const N: usize>(loader: &mut Loader<N>);
}

impl Laned for Grid {
    type Masks<const N: usize> = Unmasked;
    type BoxMasks = Unmasked;
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    type LineMasks = Unmasked;

    fn frame(&self) -> Frame {
        Frame::of(self)
    }

    #[inline(always)]
    fn state(&self) -> State {
        State::of(self)
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn nine_boxes(&self) -> NineBoxes {
        NineBoxes::of(self)
    }

    #[inline(always)]
    fn box_masks(&self) -> Unmasked {
        Unmasked
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn mini_lines(&self) -> MiniLines {
        MiniLines::of(self)
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn line_masks(&self) -> Unmasked {
        Unmasked
    }

    #[inline(always)]
    fn take<const N: usize>(&self, id: u32, loader: &mut Loader<N>) {
        loader.take(id, self);
    }

    #[inline(always)]
    fn mask_last<const N: usize>(&self, _: &mut Loader<N>) {}

    #[inline(always)]
    fn load<const N: usize>(loader: &mut Loader<N>) {
        loader.load();
    }
}

impl Laned for Marks {
    type Masks<const N: usize> = Masks<N>;
    type BoxMasks = BoxMasks;
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    type LineMasks = LineMasks;

    fn frame(&self) -> Frame {
        Frame::of_marks(self)
    }

    fn state(&self) -> State {
        let (mut state, frame) = (State::NOTHING, self.frame());
        state.fill(|word| frame.0[word]);
        state
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn nine_boxes(&self) -> NineBoxes {
        NineBoxes::of_boxes(&self.state())
    }

    fn box_masks(&self) -> BoxMasks {
        BoxMasks::of(self)
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn mini_lines(&self) -> MiniLines {
        MiniLines::of_frame(&self.frame())
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fn line_masks(&self) -> LineMasks {
        LineMasks::of(self)
    }

    #[inline(always)]
    fn take<const N: usize>(&self, id: u32, loader: &mut Loader<N>) {
        loader.take_marks(id, self);
    }

    #[inline(always)]
    fn mask_last<const N: usize>(&self, loader: &mut Loader<N>) {
        loader.mask_last(self);
    }

    #[inline(always)]
    fn load<const N: usize>(loader: &mut Loader<N>) {
        loader.load_marks();
    }
}
