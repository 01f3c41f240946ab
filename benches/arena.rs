//! Links as indices into a vector, or as references into a typed arena?
//!
//! `cargo bench --bench arena`; [`turns`] has its options. The textbook's dancing links on
//! references, beside the engine's on indices of 16 and 32 bits. Every run checks its count. The
//! two are not the same algorithm: the engine also notices forced items and dead ends, and has no
//! links between an option's nodes.

use tourdion::cover::classics::{self, Region};
use tourdion::cover::{Engine, Links};
use typed_arena::Arena;

mod textbook;
mod turns;
use textbook::Textbook;
use turns::{Turns, Wish};

fn main() {
    let wish = Wish::read();
    let problems = [
        ("queens 11", classics::queens(11), 2680),
        ("Langford 11", classics::langford(11), 35_584),
        ("pentominoes 3x20", classics::pentominoes(&Region::rectangle(3, 20)), 8),
    ];
    for (name, problem, count) in problems.into_iter().filter(|(name, ..)| wish.wants(name)) {
        let problem = problem.expect("the problem is small");
        let arena = Arena::new();
        let textbook = Textbook::new(&arena, &problem).expect("the problem has no colours");
        let mut narrow = Links::<u16>::with_width(&problem).expect("the problem is small");
        let mut wide = Links::new(&problem).expect("the problem is small");
        let mut turns = Turns::on(name);
        turns.add("references", || assert_eq!(textbook.count(u64::MAX), count));
        turns.add("indices of 16 bits", || assert_eq!(narrow.count(u64::MAX), count));
        turns.add("indices of 32 bits", || assert_eq!(wide.count(u64::MAX), count));
        turns.take(&wish, 1);
    }
}
