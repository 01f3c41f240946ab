//! Which nodes are joined: a row of bits for each.
//!
//! ```text
//!              0 1 2 3
//!      0       . 1 . .      what a set of nodes is joined to is the OR of their rows
//!      1       1 . . 1
//! ```

/// A square of bits.
pub(super) struct Rows {
    /// The words of a row.
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    pub(super) fn new(count: usize) -> Rows {
        let width = count.div_ceil(64);
        Rows { width, words: vec![0; count * width] }
    }

    /// The words of a row.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn row(&self, of: u16) -> &[u64] {
        &self.words[usize::from(of) * self.width..][..self.width]
    }

    /// Joins a node to another one, not the other way round.
    pub(super) fn join(&mut self, of: u16, to: u16) {
        self.words[usize::from(of) * self.width + usize::from(to) / 64] |= 1 << (to % 64);
    }

    /// Parts a node from another one.
    pub(super) fn part(&mut self, of: u16, from: u16) {
        self.words[usize::from(of) * self.width + usize::from(from) / 64] &= !(1 << (from % 64));
    }

    pub(super) fn has(&self, of: u16, to: u16) -> bool {
        self.row(of)[usize::from(to) / 64] >> (to % 64) & 1 == 1
    }

    /// Adds a row of others to one of these.
    pub(super) fn add(&mut self, of: u16, others: &Rows, row: u16) {
        let ours = &mut self.words[usize::from(of) * self.width..][..self.width];
        ours.iter_mut().zip(others.row(row)).for_each(|(ours, theirs)| *ours |= theirs);
    }

    /// The nodes that a node is joined to, in their order.
    pub(super) fn of(&self, node: u16) -> impl Iterator<Item = u16> + '_ {
        bits(self.row(node))
    }
}

/// The numbers of the bits of some words.
pub(super) fn bits(words: &[u64]) -> impl Iterator<Item = u16> + '_ {
    words.iter().enumerate().flat_map(|(word, &bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let one = rest.trailing_zeros() as u16;
                rest &= rest - 1;
                word as u16 * 64 + one
            })
        })
    })
}
