//! Sweeps of a sheet: the constraints in which something happened, each looked at in all trials.
//!
//! ```text
//!      truth = or of on           two of on = dead
//!      left  = left, unless another is true
//!      one, two = or of left, and twice        none of left = dead, one alone = true
//! ```
//!
//! What changes marks the constraints of its candidate, for this sweep if it has not come to them,
//! or the next one. (Taking a constraint again in the same sweep makes twice the looks.)
//!
//! A processor can't predict which members of a constraint change. So there is code for each number
//! of members up to six, and for nine places, where those of nobody are empty; and it has no
//! branches.

use super::incidence::Constraint;
use super::sheet::{ConstraintSet, Row, Sheet, bit};
use crate::instructions::available::{Available, compiled_for_all};
use crate::instructions::bits::Bits;
use crate::instructions::vectors::Vectors;
use crate::singles::End;

/// What a sweep did.
#[derive(Clone, Copy, Debug)]
struct Swept {
    /// Whether there was anything to look at.
    any: bool,
    /// Whether something became true in the world.
    world: bool,
}

compiled_for_all! {
    /// Looks at the marked constraints.
    fn sweep(sheet: &mut Sheet) -> Swept;
    V => sheet.sweep_in::<V>()
}

/// Sets of one constraint each, and of all in a word. (Made anew, they would be written in parts
/// and read as a whole, for which a processor waits.)
static ONE: [ConstraintSet; 256] = {
    let mut sets = [[0; 4]; 256];
    let mut k = 0;
    while k < 256 {
        sets[k][k / 64] = 1 << (k % 64);
        k += 1;
    }
    sets
};
static WORD: [ConstraintSet; 4] =
    [[u64::MAX, 0, 0, 0], [0, u64::MAX, 0, 0], [0, 0, u64::MAX, 0], [0, 0, 0, u64::MAX]];

/// What a sweep changes, in registers.
struct Sweep<'s, M, B, const N: usize> {
    rows: &'s mut [Row<N>],
    constraints_of: &'s [ConstraintSet],
    marked: M,
    alive: B,
    changed: B,
}

impl Sheet {
    /// T&E(1) to the end.
    pub(super) fn settle(&mut self, instructions: Available) -> End {
        let (world_word, world_bit) = bit(self.number);
        let mut is_recent = true;
        loop {
            let before = self.alive;
            let Swept { any, world } = sweep(instructions, self);
            let mut is_moving = any;
            if self.alive[world_word] & world_bit == 0 {
                return End::Dead;
            }
            for (word, (before, after)) in before.iter().zip(self.alive).enumerate() {
                let mut died = before & !after;
                while died != 0 {
                    self.lose(word * 64 + died.trailing_zeros() as usize);
                    died &= died - 1;
                    is_moving = true;
                }
            }
            if world || is_recent {
                is_moving |= self.follow_world();
            }
            is_recent = world;
            if self.open == 0 {
                // What was found true at once may contradict each other.
                self.mark_all();
                sweep(instructions, self);
                let is_alive = self.alive[world_word] & world_bit != 0;
                return if is_alive { End::Solved } else { End::Dead };
            }
            if !is_moving {
                return End::Stuck;
            }
        }
    }

    /// Lets all trials know what the world has lost and won; whether there was anything.
    fn follow_world(&mut self) -> bool {
        let (word, bit) = bit(self.number);
        let mut any = false;
        for c in 0..self.number {
            let at = c * 2 * self.width + word;
            if !self.is_open(c) {
                continue;
            }
            if self.rows[at] & bit == 0 {
                self.lose(c);
                any = true;
            } else if self.rows[at + self.width] & bit != 0 {
                self.win(c);
                any = true;
            }
        }
        any
    }

    #[inline(always)]
    fn sweep_in<V: Vectors>(&mut self) -> Swept {
        match self.width {
            2 => self.sweep_by::<V, V::Bits2, 2>(),
            4 => self.sweep_by::<V, V::Bits4, 4>(),
            8 => self.sweep_by::<V, V::Bits8, 8>(),
            _ => self.sweep_by::<V, V::Bits16, 16>(),
        }
    }

    #[inline(always)]
    fn sweep_by<V: Vectors, B: Bits<N>, const N: usize>(&mut self) -> Swept {
        let words: &mut [u64; N] = self.alive.first_chunk_mut().expect("vectors have 16 words");
        let (vectors, _) = self.rows.as_chunks_mut::<N>();
        let mut sweep = Sweep::<V::Bits4, B, N> {
            rows: vectors.as_chunks_mut::<2>().0,
            constraints_of: &self.constraints_of,
            marked: V::Bits4::load(&self.marked),
            alive: B::load(words),
            changed: B::none(),
        };
        let mut any = false;
        for word in 0..4 {
            let mut now: ConstraintSet = [0; 4];
            sweep.marked.store(&mut now);
            let mut here = now[word];
            sweep.marked = sweep.marked.less(V::Bits4::load(&WORD[word]));
            while here != 0 {
                let number = here.trailing_zeros();
                here &= here - 1;
                any = true;
                let constraint = &self.constraints[word * 64 + number as usize];
                match constraint.members().len() {
                    0..=2 => sweep.look::<2>(constraint),
                    3 => sweep.look::<3>(constraint),
                    4 => sweep.look::<4>(constraint),
                    5 => sweep.look::<5>(constraint),
                    6 => sweep.look::<6>(constraint),
                    _ => sweep.look::<9>(constraint),
                }
                // What it did itself is no news to it.
                let itself = &ONE[word * 64 + number as usize];
                sweep.marked = sweep.marked.less(V::Bits4::load(itself));
            }
        }
        sweep.marked.store(&mut self.marked);
        sweep.alive.store(words);
        let (mut last, world) = ([0; N], self.number);
        sweep.changed.store(&mut last);
        Swept { any, world: last[world / 64] >> (world % 64) & 1 == 1 }
    }
}

impl<M: Bits<4>, B: Bits<N>, const N: usize> Sweep<'_, M, B, N> {
    /// Looks at a constraint with at most K members.
    #[inline(always)]
    fn look<const K: usize>(&mut self, constraint: &Constraint) {
        let places = constraint.places();
        let (mut x, mut y) = ([B::none(); K], [B::none(); K]);
        let (mut truth, mut twice) = (B::none(), B::none());
        for k in 0..K {
            let [left, on] = &self.rows[usize::from(places[k])];
            (x[k], y[k]) = (B::load(left), B::load(on));
            twice = twice.or(truth.and(y[k]));
            truth = truth.or(y[k]);
        }
        let (mut one, mut two) = (B::none(), B::none());
        for k in 0..K {
            let stay = x[k].less(truth.less(y[k]));
            two = two.or(one.and(stay));
            one = one.or(stay);
        }
        self.alive = self.alive.and(one).less(twice);
        let single = one.less(two).less(truth).and(self.alive);
        self.changed = self.changed.or(single);
        for k in 0..K {
            let place = usize::from(places[k]);
            let gone = x[k].and(truth).less(y[k]);
            let new = single.and(x[k]).less(gone);
            let [left, on] = &mut self.rows[place];
            x[k].less(gone).store(left);
            y[k].or(new).store(on);
            // The set in place 0 is that of no candidate.
            let has_changed = gone.and(self.alive).or(new).is_some();
            let row = (place + 1) & usize::from(has_changed).wrapping_neg();
            self.marked = self.marked.or(M::load(&self.constraints_of[row]));
        }
    }
}
