//! The words of mini-lines, and that they come from boxes and from frames.

use super::*;
use crate::instructions::Instructions;

impl MiniLines {
    /// Its words.
    pub(in super::super) fn frame(&self) -> Frame {
        let kinds = self.0.map(|kind| {
            let mut lanes = [0; 32];
            kind.store(&mut lanes);
            assert_eq!(lanes[27..], [0; 5]);
            lanes
        });
        let mut frame = Frame::EMPTY;
        for (kind, lane) in (0..4).flat_map(|kind| (0..27).map(move |lane| (kind, lane))) {
            frame.0[word_of(kind, lane)] = kinds[kind][lane];
        }
        // Each word is in three lanes, all alike.
        for (kind, lane) in (0..4).flat_map(|kind| (0..27).map(move |lane| (kind, lane))) {
            assert_eq!(frame.0[word_of(kind, lane)], kinds[kind][lane]);
        }
        frame
    }
}

#[test]
fn mini_lines_have_the_words_that_they_are_made_of() {
    if !Instructions::Avx512.is_here() {
        return;
    }
    let lines = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
        "11.....................22........................................................",
    ];
    for line in lines {
        let grid: Grid = line.parse().unwrap();
        let expected = Frame::of(&grid);
        assert_eq!(MiniLines::of(&grid).frame(), expected);
        assert_eq!(MiniLines::of_frame(&expected).frame(), expected);
        assert_eq!(MiniLines::of_boxes(&State::of(&grid)).frame(), expected);
    }
}
