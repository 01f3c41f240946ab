//! Sets of candidates taken as true, up to 512 at a time, bit by bit.
//!
//! A row is a set. Each open candidate has a vector with a bit for each row: where it is left, and
//! where it is taken as true. As on a [sheet](super::super::sheet), looking at a constraint once
//! does it for all rows; but here what follows is found and not done, one layer at a time. Groups
//! have vectors behind those of the candidates; where there are none, nothing is done for them.

use super::super::incidence::{Constraint, Incidence};
use super::set::Set;
use crate::instructions::available::{Available, compiled_for_all};
use crate::instructions::bits::Bits;
use crate::instructions::vectors::Vectors;

/// The most rows.
pub(super) const ROWS: usize = 512;
/// The words of a vector with a bit for each row.
const WORDS: usize = ROWS / 64;

/// A bit for each row.
pub(super) type RowBits = [u64; WORDS];

/// The rows of a batch of sets.
#[derive(Default)]
pub(super) struct Rows {
    width: usize,
    candidates: usize,
    /// Of each candidate.
    left: Vec<u64>,
    /// Of each candidate, and each group.
    on: Vec<u64>,
    /// The singles that are found, not yet on.
    pub(super) new: Vec<u64>,
    pub(super) alive: RowBits,
    /// What was left when it was saved.
    saved: Vec<u64>,
    /// Rows with what is found in them.
    found: Vec<(u16, u16)>,
    by_row: Vec<(u16, u16)>,
}

compiled_for_all! {
    /// Takes away what is linked to what is true; whether there was anything.
    fn clear(rows: &mut Rows, incidence: &Incidence) -> bool;
    V => rows.clear_in::<V>(incidence)
}

compiled_for_all! {
    /// Finds singles, and rows that die.
    fn find(rows: &mut Rows, incidence: &Incidence) -> ();
    V => rows.find_in::<V>(incidence)
}

compiled_for_all! {
    /// The rows among `wanted` that one more member kills: one of the singles `first`, found when
    /// what is [saved](Rows::save) was left.
    pub(super) fn ended(
        rows: &mut Rows, incidence: &Incidence, first: &[u64], wanted: &RowBits
    ) -> RowBits;
    V => rows.ended_in::<V>(incidence, first, wanted)
}

/// The words of a vector with `rows` bits.
fn width(rows: usize) -> usize {
    match rows {
        0..=128 => 2,
        129..=256 => 4,
        _ => 8,
    }
}

impl Rows {
    /// Takes sets with `size` members each, and the singles that follow.
    pub(super) fn start(
        &mut self,
        sets: &[Set],
        size: usize,
        incidence: &Incidence,
        instructions: Available,
    ) {
        self.width = width(sets.len());
        self.candidates = incidence.len();
        self.alive = [0; WORDS];
        for row in 0..sets.len() {
            self.alive[row / 64] |= 1 << (row % 64);
        }
        let words = incidence.members() * self.width;
        self.left.clear();
        for _ in 0..self.candidates {
            self.left.extend_from_slice(&self.alive[..self.width]);
        }
        self.on.clear();
        self.on.resize(words, 0);
        for (row, set) in sets.iter().enumerate() {
            for at in 0..size {
                self.on[set.member(at) * self.width + row / 64] |= 1 << (row % 64);
            }
        }
        clear(instructions, self, incidence);
        find(instructions, self, incidence);
    }

    /// Makes what was found true, and finds what follows; whether anything was lost by it.
    pub(super) fn go_on(&mut self, incidence: &Incidence, instructions: Available) -> bool {
        for (on, new) in self.on.iter_mut().zip(&self.new) {
            *on |= new;
        }
        let any = clear(instructions, self, incidence);
        find(instructions, self, incidence);
        any
    }

    /// Remembers what is left, and returns what was found.
    pub(super) fn save(&mut self) -> Vec<u64> {
        self.saved.clone_from(&self.left);
        self.new.clone()
    }

    #[inline(always)]
    fn clear_in<V: Vectors>(&mut self, incidence: &Incidence) -> bool {
        match self.width {
            2 => self.clear_by::<V::Bits2, 2>(incidence),
            4 => self.clear_by::<V::Bits4, 4>(incidence),
            _ => self.clear_by::<V::Bits8, 8>(incidence),
        }
    }

    #[inline(always)]
    fn clear_by<B: Bits<N>, const N: usize>(&mut self, incidence: &Incidence) -> bool {
        let (left, on) = (self.left.as_chunks_mut::<N>().0, self.on.as_chunks::<N>().0);
        let words: &mut [u64; N] = self.alive.first_chunk_mut().expect("vectors have 8 words");
        let mut alive = B::load(words);
        let mut any = B::none();
        for constraint in &incidence.constraints {
            let members = constraint.members();
            let (mut truth, mut twice) = (B::none(), B::none());
            for &member in members {
                let y = B::load(&on[usize::from(member)]);
                twice = twice.or(truth.and(y));
                truth = truth.or(y);
            }
            if !truth.is_some() {
                continue;
            }
            alive = alive.less(twice);
            for &member in members {
                let member = usize::from(member);
                let (x, y) = (B::load(&left[member]), B::load(&on[member]));
                let gone = x.and(truth).less(y);
                any = any.or(gone);
                x.less(gone).store(&mut left[member]);
            }
        }
        for (group, on) in incidence.group_members().iter().zip(&on[self.candidates..]) {
            let on = B::load(on);
            if !on.is_some() {
                continue;
            }
            for &member in group.rests.iter().flat_map(Constraint::members) {
                let x = B::load(&left[usize::from(member)]);
                any = any.or(x.and(on));
                x.less(on).store(&mut left[usize::from(member)]);
            }
        }
        alive.store(words);
        any.and(alive).is_some()
    }

    #[inline(always)]
    fn find_in<V: Vectors>(&mut self, incidence: &Incidence) {
        self.new.clear();
        self.new.resize(self.on.len(), 0);
        match self.width {
            2 => self.find_by::<V::Bits2, 2>(incidence),
            4 => self.find_by::<V::Bits4, 4>(incidence),
            _ => self.find_by::<V::Bits8, 8>(incidence),
        }
    }

    #[inline(always)]
    fn find_by<B: Bits<N>, const N: usize>(&mut self, incidence: &Incidence) {
        let (left, on) = (self.left.as_chunks::<N>().0, self.on.as_chunks::<N>().0);
        let new = self.new.as_chunks_mut::<N>().0;
        let words: &mut [u64; N] = self.alive.first_chunk_mut().expect("vectors have 8 words");
        let mut alive = B::load(words);
        for constraint in &incidence.constraints {
            let members = constraint.members();
            let (mut one, mut two, mut truth) = (B::none(), B::none(), B::none());
            for &member in members {
                let x = B::load(&left[usize::from(member)]);
                truth = truth.or(B::load(&on[usize::from(member)]));
                two = two.or(one.and(x));
                one = one.or(x);
            }
            alive = alive.and(one);
            let single = one.less(two).less(truth).and(alive);
            if single.is_some() {
                for &member in members {
                    let member = usize::from(member);
                    let found = single.and(B::load(&left[member]));
                    B::load(&new[member]).or(found).store(&mut new[member]);
                }
            }
        }
        for (group, new) in incidence.group_members().iter().zip(&mut new[self.candidates..]) {
            let [mut one, mut two] = [B::none(); 2];
            for &member in group.inside.members() {
                let x = B::load(&left[usize::from(member)]);
                two = two.or(one.and(x));
                one = one.or(x);
            }
            // All that is left of the line or the box, and linked to something in the other. Once
            // it is on, nothing is left there either.
            let mut rests = [B::none(); 2];
            for k in 0..2 {
                for &member in group.rests[k].members() {
                    rests[k] = rests[k].or(B::load(&left[usize::from(member)]));
                }
            }
            let [line, r#box] = rests;
            two.and(alive).and(line.less(r#box).or(r#box.less(line))).store(new);
        }
        alive.store(words);
    }

    #[inline(always)]
    fn ended_in<V: Vectors>(
        &mut self,
        incidence: &Incidence,
        first: &[u64],
        wanted: &RowBits,
    ) -> RowBits {
        match self.width {
            2 => self.ended_by::<V::Bits2, 2>(incidence, first, wanted),
            4 => self.ended_by::<V::Bits4, 4>(incidence, first, wanted),
            _ => self.ended_by::<V::Bits8, 8>(incidence, first, wanted),
        }
    }

    #[inline(always)]
    fn ended_by<B: Bits<N>, const N: usize>(
        &mut self,
        incidence: &Incidence,
        first: &[u64],
        wanted: &RowBits,
    ) -> RowBits {
        let (first, saved) = (first.as_chunks::<N>().0, self.saved.as_chunks::<N>().0);
        let some = |vectors: &[[u64; N]], members: &Constraint| {
            let members = members.members().iter();
            members.fold(B::none(), |some, &m| some.or(B::load(&vectors[usize::from(m)])))
        };
        let mut ended = B::none();
        for constraint in &incidence.constraints {
            let (mut once, mut twice) = (B::none(), B::none());
            for &member in constraint.members() {
                let found = B::load(&first[usize::from(member)]);
                twice = twice.or(once.and(found));
                once = once.or(found);
            }
            ended = ended.or(twice);
        }
        for group in &incidence.groups {
            let [line, r#box] = [&group.rests[0], &group.rests[1]];
            let by_box = some(first, r#box).less(some(saved, line));
            let by_line = some(first, line).less(some(saved, r#box));
            ended = ended.or(by_box).or(by_line);
        }
        let groups = incidence.group_members();
        for (group, found) in groups.iter().zip(&first[self.candidates..]) {
            let found = B::load(found);
            if !found.is_some() {
                continue;
            }
            let [line, r#box] = [&group.rests[0], &group.rests[1]];
            ended = ended.or(found.and(some(first, line).or(some(first, r#box))));
            for other in &incidence.groups {
                for k in 0..2 {
                    let rest = other.rests[k].members();
                    let is_near = group.of.contains(&other.of[k]);
                    if is_near && group.inside.members().iter().all(|m| rest.contains(m)) {
                        ended = ended.or(found.less(some(saved, &other.rests[1 - k])));
                    }
                }
            }
        }
        let wanted: &[u64; N] = wanted.first_chunk().expect("vectors have 8 words");
        let mut bits = [0; WORDS];
        let words = bits.first_chunk_mut().expect("vectors have 8 words");
        ended.and(B::load(wanted)).store(words);
        bits
    }

    /// The candidate or group, and the row, of each single that was found in a wanted row; row by
    /// row, so that what comes of one target stays together.
    pub(super) fn each_found(
        &mut self,
        first: &[u64],
        wanted: &RowBits,
        mut visit: impl FnMut(usize, usize),
    ) {
        let mut ends = [0u32; ROWS];
        self.found.clear();
        for (member, found) in first.chunks_exact(self.width).enumerate() {
            for (k, word) in found.iter().enumerate() {
                let mut bits = word & wanted[k];
                while bits != 0 {
                    let row = k * 64 + bits.trailing_zeros() as usize;
                    ends[row] += 1;
                    self.found.push((row as u16, member as u16));
                    bits &= bits - 1;
                }
            }
        }
        for row in 1..ROWS {
            ends[row] += ends[row - 1];
        }
        self.by_row.clear();
        self.by_row.resize(self.found.len(), (0, 0));
        for &one in self.found.iter().rev() {
            let end = &mut ends[usize::from(one.0)];
            *end -= 1;
            self.by_row[*end as usize] = one;
        }
        for &(row, member) in &self.by_row {
            visit(member.into(), row.into());
        }
    }
}
