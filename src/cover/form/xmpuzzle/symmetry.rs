//! The symmetries of a box, by which assemblies are the same.
//!
//! ```text
//!      the box         a cover       its image under a half turn, which is another cover
//!
//!      . . . .         a a b b       c c . .     but the same when the box is turned round:
//!      . . . .         . . c c       b b a a     of the two the least one is kept
//! ```
//!
//! A symmetry of the box takes each placement to another of the same piece; one that mirrors takes
//! it to a placement of the piece that is its mirror image, if there is one among the pieces. So it
//! takes covers to covers. A cover is the *least* if none of its images comes before it.
//!
//! Searching all covers and passing over those that are not the least is one way. If a piece stands
//! in every cover once, a shorter one is to [ban](Symmetries::surplus) its placements that are not
//! the least of their images. That alone is enough ([`Symmetries::are_broken`]) if no symmetry
//! takes a placement of that piece to itself.
//!
//! Invariant: symmetries are a group, as far as images exist, so a cover and its images have one
//! least in common; the order of covers begins with the placement of the piece in which the
//! symmetries are broken, so no least cover has a banned option.
//!
//! Source: burr-tools, `assembler_0.cpp` and `assembly.cpp`, for what counts as the same.

use std::collections::HashMap;

use super::shape::{Grid, Shape, moved};
use super::stated::{Placement, Stated};
use crate::cover::problem::{Bounds, OptionId, Problem};
use crate::cover::space::Turn;

/// How the box of a [`Packing`](super::Packing) can be turned and mirrored, and what that does to
/// placements.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// For each symmetry but the one that changes nothing: the image of each option.
    images: Vec<Vec<Option<OptionId>>>,
    /// The least and greatest number of options of each item, to check images of covers; empty if
    /// each image of a cover is a cover.
    checked: Option<Problem>,
    /// The options of the piece in which the symmetries are broken, or else none.
    breaking: Vec<bool>,
    surplus: Vec<OptionId>,
    are_broken: bool,
}

impl Symmetries {
    pub(super) fn new(problem: &Problem, stated: &Stated) -> Symmetries {
        let numbers: HashMap<(usize, &Placement), OptionId> = (0..)
            .zip(&stated.options)
            .map(|(k, (piece, placement))| ((*piece, placement), OptionId::at(k)))
            .collect();
        let partners = partners(stated);
        let is_lonely = |(piece, partner): (&(Shape, Bounds), &Option<usize>)| {
            piece.1.least > 0 && partner.is_none()
        };
        // A piece that must be there, and whose mirror image is not, leaves rotations alone.
        let are_mirrored = !stated.pieces.iter().zip(&partners).any(is_lonely);
        let mut images: Vec<Vec<Option<OptionId>>> = Vec::new();
        for turn in Turn::all().filter(|turn| are_mirrored || !turn.mirrors()) {
            let Some(cells) = image_of_cells(stated.grid, turn, &stated.result) else { continue };
            if (0..).zip(&cells).all(|(k, &cell)| k == cell) {
                continue; // it changes nothing
            }
            let image = |(piece, placement): &(usize, Placement)| {
                let partner = if turn.mirrors() { partners[*piece]? } else { *piece };
                let moved = placement.iter().map(|&(cell, colour)| (cells[cell as usize], colour));
                let mut moved: Placement = moved.collect();
                moved.sort_unstable();
                numbers.get(&(partner, &moved)).copied()
            };
            let image = stated.options.iter().map(image).collect();
            // A flat box is turned over as it is mirrored.
            if !images.contains(&image) {
                images.push(image);
            }
        }
        let are_uneven = partners.iter().zip(&stated.pieces).any(|(partner, (_, bounds))| {
            partner.and_then(|k| stated.pieces.get(k)).is_some_and(|(_, other)| other != bounds)
        });
        let mut symmetries = Symmetries {
            images,
            checked: are_uneven.then(|| problem.clone()),
            breaking: vec![false; stated.options.len()],
            surplus: Vec::new(),
            are_broken: false,
        };
        symmetries.break_in_a_piece(stated);
        symmetries
    }

    /// The number of symmetries of the box, the one that changes nothing among them.
    pub fn count(&self) -> usize {
        self.images.len() + 1
    }

    /// Options that are in no least cover, found without a search.
    pub fn surplus(&self) -> &[OptionId] {
        &self.surplus
    }

    /// Whether the least covers are those without the options of the [surplus](Self::surplus).
    pub fn are_broken(&self) -> bool {
        self.are_broken
    }

    /// Whether no image of a cover comes before it.
    pub fn is_least(&self, cover: &[OptionId]) -> bool {
        let key = self.key(cover.to_vec());
        self.images.iter().all(|image| {
            let image = cover.iter().map(|option| image.get(option.index()).copied().flatten());
            let Some(image) = image.collect::<Option<Vec<OptionId>>>() else { return true };
            let image = self.key(image);
            image >= key || self.checked.as_ref().is_some_and(|it| !it.is_cover(&image.1))
        })
    }

    /// What covers are compared by: the placement that breaks the symmetries, then all.
    fn key(&self, mut cover: Vec<OptionId>) -> (Option<OptionId>, Vec<OptionId>) {
        cover.sort_unstable();
        let breaking = cover.iter().find(|option| self.breaking.get(option.index()) == Some(&true));
        (breaking.copied(), cover)
    }

    /// Chooses the piece, of those that each cover has once, whose placements have the fewest
    /// symmetries of their own; of these one with the most placements.
    fn break_in_a_piece(&mut self, stated: &Stated) {
        let of_piece = |piece: usize| -> Vec<OptionId> {
            let options = (0..).zip(&stated.options).filter(|(_, (other, _))| *other == piece);
            options.map(|(k, _)| OptionId::at(k)).collect()
        };
        let single = (0..stated.pieces.len()).filter(|&k| stated.pieces[k].1 == Bounds::ONCE);
        let of_single = single.map(of_piece).filter(|options| !options.is_empty());
        let best = of_single.min_by_key(|options| {
            let fixed = self.images.iter().map(|image| {
                let is_fixed = |option: &&OptionId| image[option.index()] == Some(**option);
                let is_strange = |option: &&OptionId| {
                    image[option.index()]
                        .is_some_and(|other| options.binary_search(&other).is_err())
                };
                options.iter().filter(|option| is_fixed(option) || is_strange(option)).count()
            });
            (fixed.sum::<usize>() * 1000 / options.len(), usize::MAX - options.len())
        });
        let Some(options) = best else {
            self.are_broken = self.images.is_empty();
            return;
        };
        for option in &options {
            self.breaking[option.index()] = true;
        }
        let is_breaking = |option: &OptionId| self.breaking[option.index()];
        // Only if each cover has an image, there is one that may stand for it.
        let is_sure = |image: &&Vec<Option<OptionId>>| {
            self.checked.is_none() && image.iter().all(Option::is_some)
        };
        let sure: Vec<_> = self.images.iter().filter(is_sure).collect();
        let images = |option: OptionId| sure.iter().filter_map(move |image| image[option.index()]);
        let is_surplus =
            |&option: &OptionId| images(option).filter(is_breaking).any(|image| image < option);
        let (surplus, least): (Vec<_>, Vec<_>) = options.iter().copied().partition(is_surplus);
        let breaks =
            |&option: &OptionId| images(option).all(|image| image != option && is_breaking(&image));
        self.are_broken = sure.len() == self.images.len() && least.iter().all(breaks);
        self.surplus = surplus;
    }
}

/// For each piece its mirror image among the pieces, if there is one; a piece that is its own
/// mirror image has itself. An empty voxel, after the pieces, is its own.
fn partners(stated: &Stated) -> Vec<Option<usize>> {
    let shapes: Vec<&Shape> = stated.pieces.iter().map(|(shape, _)| shape).collect();
    let is_mirrored = |one: usize, other: usize| {
        let mut mirrors = Turn::all().filter(|turn| turn.mirrors());
        mirrors.any(|turn| shapes[one].shift(stated.grid, turn, shapes[other]).is_some())
    };
    let mut partners = vec![None; shapes.len()];
    for k in 0..shapes.len() {
        if partners[k].is_some() {
            continue;
        }
        if is_mirrored(k, k) {
            partners[k] = Some(k);
        } else if let Some(other) =
            (k + 1..shapes.len()).find(|&j| partners[j].is_none() && is_mirrored(k, j))
        {
            (partners[k], partners[other]) = (Some(other), Some(k));
        }
    }
    partners.push(Some(shapes.len()));
    partners
}

/// For each voxel of the box the number of its image, if the box turned so is the same.
fn image_of_cells(grid: Grid, turn: Turn, result: &Shape) -> Option<Vec<u32>> {
    let shift = result.shift(grid, turn, result)?;
    let images = result.turned(grid, turn).into_iter().map(|voxel| {
        let place = moved(voxel.place, shift)?;
        let number = result.voxels.binary_search_by_key(&place, |voxel| voxel.place).ok()?;
        Some(number as u32)
    });
    images.collect()
}
