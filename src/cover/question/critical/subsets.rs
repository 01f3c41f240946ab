//! The subsets of a list, by the places of their members, and the numbers of these subsets.
//!
//! ```text
//!      two of four     01  02  12  03  13  23        ordered by their last member first
//!      rank             0   1   2   3   4   5        of {a < b < ...}: C(a, 1) + C(b, 2) + ...
//! ```
//!
//! This is the order of the combinatorial number system, in which a subset's rank doesn't depend on
//! the length of the list.
//!
//! Source: Knuth, *The Art of Computer Programming* 4A, section 7.2.1.3, Algorithm L and equation
//! (20).

use std::iter;

use smallvec::SmallVec;

use crate::cover::OptionId;

/// Places in a list, ascending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Subset(SmallVec<[u32; 4]>);

impl Subset {
    /// All subsets with `size` members of a list of `length`, by their ranks.
    pub(super) fn all(length: usize, size: usize) -> impl Iterator<Item = Subset> {
        let first = (size <= length).then(|| Subset((0..size as u32).collect()));
        iter::successors(first, move |subset| subset.next(length))
    }

    /// The next subset of the same size: the first member that can advance does, and those before
    /// it start over.
    fn next(&self, length: usize) -> Option<Subset> {
        let mut next = self.0.clone();
        let above = |k: usize| next.get(k + 1).map_or(length as u32, |&member| member);
        let k = (0..next.len()).find(|&k| next[k] + 1 < above(k))?;
        next[k] += 1;
        (0..k).for_each(|lower| next[lower] = lower as u32);
        Some(Subset(next))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of subsets of the same size before this one.
    pub(super) fn rank(&self) -> usize {
        (1..).zip(&self.0).map(|(k, &member)| choose(member as usize, k)).sum()
    }

    /// All proper subsets of this one.
    pub(super) fn proper_parts(&self) -> impl Iterator<Item = Subset> {
        (0..self.len()).flat_map(|size| {
            let part =
                |places: Subset| Subset(places.0.iter().map(|&k| self.0[k as usize]).collect());
            Subset::all(self.len(), size).map(part)
        })
    }

    /// The members of `list` inside the subset, and those outside.
    pub(super) fn split(&self, list: &[OptionId]) -> (Vec<OptionId>, Vec<OptionId>) {
        let is_member = |k: usize| self.0.contains(&(k as u32));
        let (members, others): (Vec<usize>, Vec<usize>) =
            (0..list.len()).partition(|&k| is_member(k));
        let options = |places: Vec<usize>| places.into_iter().map(|k| list[k]).collect();
        (options(members), options(others))
    }
}

/// The number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> usize {
    if k > n { 0 } else { (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_the_subsets() {
        for (length, size, count) in
            [(0, 0, 1), (0, 1, 0), (4, 2, 6), (7, 3, 35), (5, 5, 1), (5, 6, 0)]
        {
            let all: Vec<Subset> = Subset::all(length, size).collect();
            assert_eq!(all.len(), count);
            for (rank, subset) in all.iter().enumerate() {
                assert_eq!(subset.rank(), rank);
                assert!(subset.0.is_sorted_by(|a, b| a < b) && subset.len() == size);
                assert_eq!(subset.proper_parts().count(), (1 << size) - 1);
            }
        }
    }

    #[test]
    fn proper_parts_are_all_smaller_subsets() {
        let subset = Subset([2, 5, 7].into_iter().collect());
        let parts: Vec<Vec<u32>> = subset.proper_parts().map(|part| part.0.to_vec()).collect();
        let expected: [&[u32]; 7] = [&[], &[2], &[5], &[7], &[2, 5], &[2, 7], &[5, 7]];
        assert_eq!(parts, expected);
    }
}
