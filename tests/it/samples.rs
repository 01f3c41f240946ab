//! Many samples of covers, where they have to be listed: all of one listing.

use std::ops::ControlFlow;

use tourdion::chance::Chance;
use tourdion::cover::question::memo::Counter;
use tourdion::cover::{CoverTotal, classics};
use tourdion::watch::Patient;

use crate::support::program::{said, tourdion};

/// The answer of a question that nobody broke off.
fn waited_for<T>(answer: ControlFlow<(), T>) -> T {
    answer.continue_value().expect("nobody breaks it off")
}

#[test]
fn many_samples_take_one_listing() {
    let mut counter = Counter::new(&classics::queens(8).unwrap(), &[], &[], 1 << 20).unwrap();
    assert_eq!(waited_for(counter.count(&mut Patient)), CoverTotal::from(92_u64));
    assert!(counter.lists());
    let (mut chance, once) = (Chance::new(3, 0), counter.work().nodes);
    let mut below = |bound| chance.below(bound);
    let numbers: Vec<CoverTotal> =
        (0..1000).map(|_| waited_for(counter.draw(&mut below, &mut Patient)).unwrap()).collect();
    let covers = waited_for(counter.covers(&numbers, &mut Patient));
    assert_eq!(covers.iter().flatten().count(), 1000);
    assert!(counter.work().nodes <= 2 * once, "{once} {:?}", counter.work());
    let dominoes = classics::dominoes(8, 8).unwrap();
    let mut walking = Counter::new(&dominoes, &[], &[], 1 << 20).unwrap().walking();
    waited_for(walking.count(&mut Patient));
    assert!(!walking.lists());
}

#[test]
fn more_samples_begin_with_the_same() {
    let draw = |number, make| {
        let options = ["--seed", "1", "--emit", "numbers", "--quiet", "--make", make];
        said(tourdion(["cover", "--sample", number]).args(options)).1
    };
    for make in ["queens:8", "dominoes:6x6"] {
        let many = draw("5000", make);
        assert_eq!(many.lines().count(), 5000);
        for few in ["1", "2", "40"] {
            assert!(many.starts_with(&draw(few, make)), "{few} {make}");
        }
    }
}
