//! The placements of pieces in a box, as a problem.

use std::collections::{BTreeSet, HashMap};

use super::shape::{Grid, Shape, Shift, State, Voxel, between, moved, shift};
use super::stated::{Placement, Stated};
use super::symmetry::Symmetries;
use super::{Piece, Task, Xmpuzzle};
use crate::cover::form::fault::{TextError, unexpected};
use crate::cover::problem::{ItemId, Problem, ProblemError};
use crate::cover::space::{Cube, Turn};

/// The most options, and entries of options.
const MOST_OPTIONS: usize = 4_000_000;
const MOST_ENTRIES: usize = 20_000_000;
/// The most voxels to try in all places of the box, turned in all ways.
const MOST_TRIES: usize = 200_000_000;

/// A problem of a puzzle, and what its options place where.
#[derive(Clone, Debug)]
pub struct Packing {
    problem: Problem,
    stated: Stated,
}

impl Packing {
    pub(super) fn new(puzzle: &Xmpuzzle<'_>, task: &Task) -> Result<Packing, TextError> {
        let pieces: Vec<&Piece> =
            task.pieces.iter().filter(|piece| piece.bounds.most > 0).collect();
        check(puzzle, task, &pieces)?;
        let result = &puzzle.shapes[task.result];
        let fault = |error: ProblemError| puzzle.fault(task.place, error.into());
        let mut problem = Problem::new();
        let names = add_pieces(&mut problem, &pieces).map_err(fault)?;
        let most_empty = most_empty(task, result);
        let cells = add_cells(&mut problem, result, most_empty).map_err(fault)?;
        let mut options = Vec::new();
        let space = Space::new(puzzle, task);
        for (k, (piece, &name)) in pieces.iter().zip(&names).enumerate() {
            let room = MOST_ENTRIES.saturating_sub(problem.entry_count());
            let placements = space.placements(&puzzle.shapes[piece.shape], room);
            let placements = placements.filter(|new| options.len() + new.len() <= MOST_OPTIONS);
            for placement in placements.ok_or_else(|| too_many(puzzle, piece.place))? {
                let items = placement.iter().map(|&(cell, _)| cells[cell as usize]);
                problem.option([name].into_iter().chain(items)).map_err(fault)?;
                options.push((k, placement));
            }
        }
        for cell in add_empty(&mut problem, result, &cells, most_empty).map_err(fault)? {
            options.push((pieces.len(), vec![(cell, 0)]));
        }
        let shapes = pieces.iter().map(|piece| puzzle.shapes[piece.shape].clone());
        let bounds = pieces.iter().map(|piece| piece.bounds);
        let pieces = shapes.zip(bounds).collect();
        let stated = Stated { grid: puzzle.grid, pieces, result: result.clone(), options };
        Ok(Packing { problem, stated })
    }

    /// The problem: each cover is an assembly.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The problem alone.
    pub fn into_problem(self) -> Problem {
        self.problem
    }

    /// How the whole box can be turned and mirrored.
    pub fn symmetries(&self) -> Symmetries {
        Symmetries::new(&self.problem, &self.stated)
    }
}

/// Refuses shapes that are no pieces or no box, and what would take too long.
fn check(puzzle: &Xmpuzzle<'_>, task: &Task, pieces: &[&Piece]) -> Result<(), TextError> {
    let fault = |shape: &Shape, expected: &str, found: &str| {
        Err(puzzle.fault(shape.place, unexpected(expected, found)))
    };
    let result = &puzzle.shapes[task.result];
    if result.voxels.is_empty() {
        return fault(result, "a box with a voxel, # or +", "none");
    }
    let mut tries = 0_usize;
    for piece in pieces {
        let shape = &puzzle.shapes[piece.shape];
        if shape.voxels.is_empty() {
            return fault(shape, "a piece with a voxel, #", "none");
        }
        if shape.voxels.iter().any(|voxel| voxel.state == State::Variable) {
            return fault(shape, "# and _ in a piece, as only boxes have what may stay empty", "+");
        }
        let of_it = shape.voxels.len().saturating_mul(24).saturating_mul(result.voxels.len());
        tries = tries.saturating_add(of_it);
        if tries > MOST_TRIES {
            return Err(too_many(puzzle, piece.place));
        }
    }
    Ok(())
}

/// The fault of a piece with which there are too many placements.
fn too_many(puzzle: &Xmpuzzle<'_>, place: usize) -> TextError {
    let expected = format!("at most {MOST_OPTIONS} placements, with {MOST_ENTRIES} voxels");
    puzzle.fault(place, unexpected(&expected, "more"))
}

/// Adds the items of the pieces, by the numbers of their shapes.
fn add_pieces(problem: &mut Problem, pieces: &[&Piece]) -> Result<Vec<ItemId>, ProblemError> {
    let mut times: HashMap<usize, u32> = HashMap::new();
    let mut add = |piece: &&Piece| {
        let (number, time) = (piece.shape + 1, times.entry(piece.shape).or_default());
        *time += 1;
        let name = if *time == 1 { format!("S{number}") } else { format!("S{number}.{time}") };
        problem.multiple(&name, piece.bounds)
    };
    pieces.iter().map(&mut add).collect()
}

/// How many voxels may stay empty, if fewer than all that are called so. As in burr-tools the
/// number counts only if that of the pieces is not fixed: otherwise it is known.
fn most_empty(task: &Task, result: &Shape) -> Option<u32> {
    let is_fixed = task.pieces.iter().all(|piece| piece.bounds.least == piece.bounds.most);
    let variable = result.voxels.iter().filter(|voxel| voxel.state == State::Variable).count();
    task.holes.filter(|&holes| !is_fixed && (holes as usize) < variable)
}

/// Adds the items of the box. If those that stay empty are counted, they are covered, too.
fn add_cells(
    problem: &mut Problem,
    result: &Shape,
    most_empty: Option<u32>,
) -> Result<Vec<ItemId>, ProblemError> {
    let add = |voxel: &Voxel| {
        let [z, y, x] = voxel.place.map(|along| along + 1);
        let name = if result.extent[0] > 1 { format!("{x},{y},{z}") } else { format!("{x},{y}") };
        match voxel.state {
            State::Variable if most_empty.is_none() => problem.secondary(&name),
            _ => problem.primary(&name),
        }
    };
    result.voxels.iter().map(add).collect()
}

/// Adds an option for each voxel that may stay empty, if these are counted; returns the voxels.
fn add_empty(
    problem: &mut Problem,
    result: &Shape,
    cells: &[ItemId],
    most_empty: Option<u32>,
) -> Result<Vec<u32>, ProblemError> {
    let Some(most) = most_empty.filter(|&most| most > 0) else { return Ok(Vec::new()) };
    let empty = problem.multiple("empty", 0..=most)?;
    let variable = (0..).zip(&result.voxels).filter(|(_, voxel)| voxel.state == State::Variable);
    let add = |(cell, _): (u32, _)| problem.option([cells[cell as usize], empty]).map(|_| cell);
    variable.map(add).collect()
}

/// The box, and which colours may come where.
struct Space<'p> {
    grid: Grid,
    result: &'p Shape,
    pairs: &'p BTreeSet<(u32, u32)>,
    /// The number of the voxel at each place.
    numbers: HashMap<Cube, u32>,
}

impl<'p> Space<'p> {
    fn new(puzzle: &'p Xmpuzzle<'_>, task: &'p Task) -> Space<'p> {
        let result = &puzzle.shapes[task.result];
        let numbers = (0..).zip(&result.voxels).map(|(k, voxel)| (voxel.place, k)).collect();
        Space { grid: puzzle.grid, result, pairs: &task.pairs, numbers }
    }

    /// All placements of a shape, unless they have more than this number of voxels.
    fn placements(&self, shape: &Shape, most: usize) -> Option<BTreeSet<Placement>> {
        let mut placements = BTreeSet::new();
        for turned in self.turned(shape) {
            for voxel in &self.result.voxels {
                let shift = between(turned.first()?.place, voxel.place);
                if !self.grid.allows(shift) {
                    continue;
                }
                let placed = turned.iter().map(|voxel| self.placed(voxel, shift));
                if let Some(mut placement) = placed.collect::<Option<Placement>>() {
                    placement.sort_unstable();
                    placements.insert(placement);
                }
                if placements.len() * (turned.len() + 1) > most {
                    return None;
                }
            }
        }
        Some(placements)
    }

    /// The shape, turned in all ways that are not the same after a shift.
    fn turned(&self, shape: &Shape) -> Vec<Vec<Voxel>> {
        let mut all: Vec<Vec<Voxel>> = Vec::new();
        for turn in Turn::rotations() {
            let mut turned = shape.turned(self.grid, turn);
            turned.sort_unstable();
            if !all.iter().any(|known| shift(self.grid, known, &turned).is_some()) {
                all.push(turned);
            }
        }
        all
    }

    /// A voxel after the shift, if the box has it and the colours fit.
    fn placed(&self, voxel: &Voxel, shift: Shift) -> Option<(u32, u32)> {
        let number = *self.numbers.get(&moved(voxel.place, shift)?)?;
        let colours = (voxel.colour, self.result.voxels[number as usize].colour);
        let fits = colours.0 == 0 || colours.1 == 0 || self.pairs.contains(&colours);
        fits.then_some((number, voxel.colour))
    }
}
