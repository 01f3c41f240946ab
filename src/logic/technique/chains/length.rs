//! What the length of a chain adds to its difficulty.
//!
//! ```text
//!      more than    4   6   8   12   16   24   32   48   64 ...   nodes less two
//!      adds         1   2   3    4    5    6    7    8    9 ...   tenths
//! ```

/// The tenths that a chain of this number of nodes adds.
pub(super) fn steps(complexity: usize) -> u16 {
    let (mut ceiling, mut steps, mut is_half) = (4, 0, true);
    while complexity > ceiling + 2 {
        ceiling = if is_half { ceiling * 3 / 2 } else { ceiling * 4 / 3 };
        is_half = !is_half;
        steps += 1;
    }
    steps
}

/// A difficulty in floating point, as Sudoku Explainer sums it up: base and tenths. Sums that look
/// equal need not be, and it takes the lesser one.
pub(super) fn sum(base: f64, complexity: usize) -> f64 {
    let mut added = 0.0;
    for _ in 0..steps(complexity) {
        added += 0.1;
    }
    base + added
}

/// A sum in tenths.
#[expect(clippy::cast_sign_loss, reason = "difficulties are positive")]
pub(super) fn tenths(difficulty: f64) -> u16 {
    ((difficulty + 0.05) * 10.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ceilings_grow_by_half_and_by_a_third() {
        let ceilings = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
        for complexity in 1..1100 {
            let passed = ceilings.iter().filter(|&&ceiling| complexity > ceiling + 2).count();
            assert_eq!(usize::from(steps(complexity)), passed);
        }
        assert_eq!(tenths(sum(6.6, 12)), 69);
        assert!(sum(6.5, 9) > sum(6.6, 7), "both are 6.7");
    }
}
