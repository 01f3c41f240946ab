//! Counts of any number of words: slices of `u64`, the lowest word first.
//!
//! ```text
//!      3 · 2^64 + 7  in two words      [7, 3]
//! ```
//!
//! All counts of a walk have the same number of words, so a record of the table has one size and
//! nothing is on the heap. When a sum needs more words, all counts get twice the number.

/// Adds `other` to `sum`, of equal length. Returns whether there is a carry beyond its words.
#[inline]
pub(super) fn add(sum: &mut [u64], other: &[u64]) -> bool {
    let mut carry = false;
    for (word, &more) in sum.iter_mut().zip(other) {
        let (with, over) = word.overflowing_add(more);
        let (with, again) = with.overflowing_add(u64::from(carry));
        (*word, carry) = (with, over | again);
    }
    carry
}

/// Adds one to `sum`. Returns whether there is a carry beyond its words.
#[inline]
pub(super) fn add_one(sum: &mut [u64]) -> bool {
    for word in sum {
        *word = word.wrapping_add(1);
        if *word != 0 {
            return false;
        }
    }
    true
}

/// Doubles the words of each count of `limbs` words in `counts`.
pub(super) fn widen(counts: &[u64], limbs: usize) -> Vec<u64> {
    let zeros = vec![0; limbs];
    counts.chunks_exact(limbs).flat_map(|count| count.iter().chain(&zeros)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carries_go_through_all_words_and_out() {
        let mut sum = [u64::MAX, u64::MAX, 7];
        assert!(!add_one(&mut sum));
        assert_eq!(sum, [0, 0, 8]);
        assert!(!add(&mut sum, &[u64::MAX, u64::MAX, 0]));
        assert!(!add(&mut sum, &[1, 0, 0]));
        assert_eq!(sum, [0, 0, 9]);
        let mut full = [u64::MAX; 2];
        assert!(add_one(&mut full));
        assert_eq!(full, [0, 0]);
        let mut full = [1, u64::MAX];
        assert!(add(&mut full, &[u64::MAX, 0]), "the carry of the carry");
        assert_eq!(full, [0, 0]);
    }

    #[test]
    fn a_wider_count_is_the_same_number() {
        assert_eq!(widen(&[1, 2, 3, 4], 2), [1, 2, 0, 0, 3, 4, 0, 0]);
    }
}
