//! All trials of a board at once, bit by bit.
//!
//! ```text
//!                    trial   r1c1=1  r1c1=4  r1c2=2  ...  none
//!      r1c1=1  left           1       0       1            1     linked to r1c1=4, so lost there
//!              true           1       0       1            0     alone in a constraint there
//!      r1c1=4  left           0       1       0            1
//!      ...
//! ```
//!
//! A trial assumes a candidate, and does singles. Each open candidate has two vectors with a bit
//! for each trial: where it is left, and where it is true. The last trial assumes nothing: it is
//! the board, here called the *world* of the sheet. Looking at a constraint once is then six
//! operations for each member, for all trials. What dies in its trial is lost to the world, and
//! what the world has lost or won goes to all trials: the end is that of T&E(1).
//!
//! The world of a trial can be *entered*: it becomes a sheet of its own, in which each trial of two
//! candidates begins with what both trials of one have lost. That is T&E(2), and so on.
//!
//! Invariant: in a trial is lost only what singles take away there, and what the world has lost.
//! (Pointing would be T&E already; and that one candidate loses another does not say that the other
//! loses the one.) Removing is monotone, so the order of all this makes no difference to its end.

use super::incidence::{Constraint, Incidence};
use crate::instructions::available::{Available, compiled_for_all};
use crate::instructions::vectors::Vectors;

/// The most words of a vector: a bit for each of 729 candidates, and one for the world.
const WORDS: usize = 16;

/// A set of constraints: those of a proper puzzle, which has 64 open cells at most, are 256.
pub(super) type ConstraintSet = [u64; 4];

/// In which trials a candidate is left, and true.
pub(super) type Row<const N: usize> = [[u64; N]; 2];

/// What became of a candidate in the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Open,
    Lost,
    True,
}

/// A sheet of trials: number k assumes open candidate k, and the last one nothing.
#[derive(Default)]
pub(super) struct Sheet {
    /// Words of a vector.
    pub(super) width: usize,
    /// The number of candidates, and the trial that is the world.
    pub(super) number: usize,
    /// The rows of the candidates, and one of nobody.
    pub(super) rows: Vec<u64>,
    /// The trials that are alive.
    pub(super) alive: [u64; WORDS],
    fates: Vec<Fate>,
    pub(super) open: usize,
    pub(super) constraints: Vec<Constraint>,
    /// Of each candidate its constraints, from 1; in place 0 of none.
    pub(super) constraints_of: Vec<ConstraintSet>,
    /// Constraints to look at.
    pub(super) marked: ConstraintSet,
    places: Vec<u16>,
    /// Constraints not yet in order, and whether they are to be looked at.
    loose: Vec<(Constraint, bool)>,
}

compiled_for_all! {
    /// Copies the rows of what has a place, without the columns of what has none.
    fn gather(sheet: &mut Sheet, from: &Sheet, places: &[u16], kept: &[u64; WORDS]) -> ();
    V => sheet.gather_in(from, places, kept, V::compress)
}

/// The words of vectors with room for `trials`.
fn width(trials: usize) -> usize {
    match trials {
        0..=128 => 2,
        129..=256 => 4,
        257..=512 => 8,
        _ => 16,
    }
}

/// The word and the bit of a number in a vector.
pub(super) const fn bit(number: usize) -> (usize, u64) {
    (number / 64, 1 << (number % 64))
}

impl Sheet {
    /// Begins the trials of a board under singles.
    pub(super) fn start(&mut self, incidence: &Incidence) {
        self.clear(incidence.len());
        assert!(incidence.constraints.len() <= 256, "a proper puzzle has at most 64 open cells");
        let width = self.width;
        for c in 0..incidence.len() {
            let row = &mut self.rows[c * 2 * width..][..2 * width];
            row[..width].copy_from_slice(&self.alive[..width]);
            row[width + c / 64] |= 1 << (c % 64);
        }
        self.loose.extend(incidence.constraints.iter().map(|&constraint| (constraint, true)));
        self.put_in_order();
    }

    /// Empties the sheet, for this number of candidates.
    fn clear(&mut self, number: usize) {
        self.width = width(number + 1);
        (self.number, self.open) = (number, number);
        self.rows.clear();
        self.rows.resize((number + 1) * 2 * self.width, 0);
        self.alive = [0; WORDS];
        for trial in 0..=number {
            let (word, bit) = bit(trial);
            self.alive[word] |= bit;
        }
        self.fates.clear();
        self.fates.resize(number, Fate::Open);
        self.constraints.clear();
        self.constraints_of.clear();
        self.constraints_of.resize(number + 2, [0; 4]);
        self.marked = [0; 4];
    }

    pub(super) fn mark_all(&mut self) {
        self.marked = [0; 4];
        for constraint in 0..self.constraints.len() {
            let (word, bit) = bit(constraint);
            self.marked[word] |= bit;
        }
    }

    fn mark(&mut self, candidate: usize) {
        for (marked, constraints) in self.marked.iter_mut().zip(self.constraints_of[candidate + 1])
        {
            *marked |= constraints;
        }
    }

    /// Becomes the world of trial `z` of another sheet: what is open there, with what is left of it
    /// in that sheet's trials.
    pub(super) fn enter(&mut self, from: &Sheet, z: usize, instructions: Available) {
        let (z_word, z_bit) = bit(z);
        let mut kept = [0u64; WORDS];
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        places.resize(from.number, u16::MAX);
        let mut number = 0;
        for c in 0..from.number {
            let at = c * 2 * from.width + z_word;
            let open = from.rows[at] & !from.rows[at + from.width] & z_bit;
            if from.fates[c] == Fate::Open && open != 0 {
                places[c] = number;
                number += 1;
                let (word, bit) = bit(c);
                kept[word] |= bit;
            }
        }
        self.clear(number.into());
        gather(instructions, self, from, &places, &kept);
        for constraint in &from.constraints {
            let mut new = Constraint::new(number);
            for &member in constraint.members() {
                let place = places[usize::from(member)];
                if place != u16::MAX {
                    new.push(place);
                }
            }
            let kept = new.members().len();
            if kept > 0 {
                self.loose.push((new, kept < constraint.members().len()));
            }
        }
        self.put_in_order();
        self.places = places;
    }

    /// Numbers the constraints, those with few members first: a processor can predict a sweep that
    /// goes from one size to the next only five times.
    fn put_in_order(&mut self) {
        let class = |constraint: &Constraint| constraint.members().len().clamp(2, 7) - 2;
        let mut next = [0; 7];
        for (constraint, _) in &self.loose {
            next[class(constraint) + 1] += 1;
        }
        for k in 1..next.len() {
            next[k] += next[k - 1];
        }
        self.constraints.resize(self.loose.len(), Constraint::new(0));
        for (constraint, is_marked) in self.loose.drain(..) {
            let number = &mut next[class(&constraint)];
            let (word, bit) = bit(*number);
            for &member in constraint.members() {
                self.constraints_of[usize::from(member) + 1][word] |= bit;
            }
            if is_marked {
                self.marked[word] |= bit;
            }
            self.constraints[*number] = constraint;
            *number += 1;
        }
    }

    /// `compress` takes the bits of a word that a mask has, side by side.
    #[inline(always)]
    fn gather_in(
        &mut self,
        from: &Sheet,
        places: &[u16],
        kept: &[u64; WORDS],
        compress: impl Fn(u64, u64) -> u64,
    ) {
        let (world_word, world_bit) = bit(self.number);
        for (c, &place) in places.iter().enumerate() {
            if place == u16::MAX {
                continue;
            }
            let row = &mut self.rows[usize::from(place) * 2 * self.width..][..2 * self.width];
            let (left, on) = row.split_at_mut(self.width);
            let old = &from.rows[c * 2 * from.width..][..2 * from.width];
            let (old_left, old_on) = old.split_at(from.width);
            let mut at = 0;
            for ((&old_left, &old_on), &mask) in old_left.iter().zip(old_on).zip(kept) {
                if mask == 0 {
                    continue;
                }
                let (x, y) = (compress(old_left, mask), compress(old_on, mask));
                let (word, shift, count) = (at / 64, at % 64, mask.count_ones() as usize);
                left[word] |= x << shift;
                on[word] |= y << shift;
                if shift + count > 64 {
                    left[word + 1] |= x >> (64 - shift);
                    on[word + 1] |= y >> (64 - shift);
                }
                at += count;
            }
            left[world_word] |= world_bit;
        }
    }

    /// Takes a candidate from the world, and so from all trials.
    pub(super) fn lose(&mut self, candidate: usize) {
        self.rows[candidate * 2 * self.width..][..2 * self.width].fill(0);
        self.decide(candidate, Fate::Lost);
    }

    pub(super) fn win(&mut self, candidate: usize) {
        self.rows[candidate * 2 * self.width..][self.width..2 * self.width].fill(u64::MAX);
        self.decide(candidate, Fate::True);
    }

    fn decide(&mut self, candidate: usize, fate: Fate) {
        self.fates[candidate] = fate;
        let (word, bit) = bit(candidate);
        self.alive[word] &= !bit;
        self.open -= 1;
        self.mark(candidate);
    }

    pub(super) fn is_open(&self, candidate: usize) -> bool {
        self.fates[candidate] == Fate::Open
    }

    /// Whether it is lost to the world.
    pub(super) fn is_lost(&self, candidate: usize) -> bool {
        self.fates[candidate] == Fate::Lost
    }

    /// The open trials in which to look for a contradiction, the likely ones first: those of a
    /// constraint with two, whose death makes the other true; then those that have least left.
    pub(super) fn order(&self) -> Vec<usize> {
        // Plane p has bit p of each trial's number of candidates.
        let mut planes = [[0u64; WORDS]; 10];
        for c in (0..self.number).filter(|&c| self.is_open(c)) {
            let row = &self.rows[c * 2 * self.width..][..self.width];
            for (k, &left) in row.iter().enumerate() {
                let mut carry = left;
                for plane in &mut planes {
                    (plane[k], carry) = (plane[k] ^ carry, plane[k] & carry);
                    if carry == 0 {
                        break;
                    }
                }
            }
        }
        let count = |z: usize| {
            let bits = planes.iter().map(|plane| plane[z / 64] >> (z % 64) & 1);
            bits.rev().fold(0, |count, bit| count << 1 | bit)
        };
        let mut in_pair = vec![false; self.number];
        for constraint in &self.constraints {
            let open = constraint.members().iter().filter(|&&c| self.is_open(c.into()));
            if open.clone().count() == 2 {
                open.for_each(|&c| in_pair[usize::from(c)] = true);
            }
        }
        let mut order: Vec<usize> = (0..self.number).filter(|&z| self.is_open(z)).collect();
        order.sort_by_cached_key(|&z| (!in_pair[z], count(z)));
        order
    }
}
