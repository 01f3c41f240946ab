//! The path of a rating, step by step.
//!
//! ```text
//!        1   2.6  pointing: r7c1<>4, r8c1<>4                          ed
//!        2   1.2  hidden single: r5c2=7                               ep
//!        3   7.1  forcing chain: r1c1<>2                              er
//! ```

use std::io::Write;

use tourdion::logic::technique::Deduction;
use tourdion::rating::Rate;
use tourdion::sudoku::Alphabet;

/// Writes a line for each step, with the ratings that it made.
pub(super) fn write(steps: &[Deduction], alphabet: &Alphabet, out: &mut Vec<u8>) {
    let makers = makers(steps);
    for (k, step) in steps.iter().enumerate() {
        let difficulty = Rate::Tenths(step.difficulty.into());
        let made = [("er", 0), ("ep", 1), ("ed", 2)].into_iter();
        let made: Vec<&str> =
            made.filter(|&(_, rating)| makers[rating] == Some(k)).map(|(name, _)| name).collect();
        let made = if made.is_empty() { String::new() } else { format!("  [{}]", made.join(", ")) };
        let number = k + 1;
        // A write into memory does not fail.
        let _ = writeln!(out, "{number:>5} {difficulty:>5}  {}{made}", step.conclusion(alphabet));
    }
}

/// The same in one line.
pub(super) fn in_line(steps: &[Deduction], alphabet: &Alphabet) -> String {
    let step = |step: &Deduction| {
        format!("{} {}", Rate::Tenths(step.difficulty.into()), step.conclusion(alphabet))
    };
    steps.iter().map(step).collect::<Vec<_>>().join("; ")
}

/// The steps that make ER, EP and ED: of the hardest the first.
fn makers(steps: &[Deduction]) -> [Option<usize>; 3] {
    let first_digit = steps.iter().position(|step| step.placement.is_some());
    let hardest = |steps: &[Deduction]| {
        let steps = steps.iter().enumerate().rev();
        steps.max_by_key(|(_, step)| step.difficulty).map(|(k, _)| k)
    };
    let to_digit = &steps[..first_digit.map_or(steps.len(), |k| k + 1)];
    [hardest(steps), hardest(to_digit), hardest(&steps[..steps.len().min(1)])]
}
