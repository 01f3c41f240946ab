//! Chains, in which each option that is chosen forces the next.

use std::time::{Duration, Instant};

use tourdion::chance::Chance;
use tourdion::cover::question::cheapest::Cheapest;
use tourdion::cover::{Bounds, Engine, ItemId, Links, OptionEntry, Problem};
use tourdion::watch::Patient;

use super::{check, with_costs};

/// A chain of `n` items: each option has an item and the next, and perhaps a secondary item of
/// either colour or none. Now and then an item may stand in two options, or has to; a few options
/// have two items anywhere.
fn chain(n: usize, seed: u64) -> Problem {
    let mut chance = Chance::new(seed, 1);
    let mut problem = Problem::new();
    let is_bounded = chance.below(2) == 0;
    let items: Vec<ItemId> = (0..n)
        .map(|k| {
            let one_in_eight = |chance: &mut Chance| is_bounded && chance.below(8) == 0;
            let least = 1 + u32::from(one_in_eight(&mut chance));
            let bounds = Bounds { least, most: least + u32::from(one_in_eight(&mut chance)) };
            problem.multiple(&format!("i{k}"), bounds).unwrap()
        })
        .collect();
    let shared: Vec<ItemId> =
        (0..n / 8).map(|k| problem.secondary(&format!("s{k}")).unwrap()).collect();
    let colours = ["A", "B"].map(|name| problem.colour(name).unwrap());
    for k in 0..n - 1 {
        let mut option = vec![OptionEntry::from(items[k]), items[k + 1].into()];
        if chance.below(4) == 0 {
            let colour = [None, Some(colours[0]), Some(colours[0]), Some(colours[1])];
            let item = shared[chance.below(shared.len())];
            option.push(OptionEntry { item, colour: colour[chance.below(4)] });
        }
        problem.option(option).unwrap();
    }
    for _ in 0..chance.below(4) {
        let [one, other] = [0; 2].map(|_| items[chance.below(n)]);
        problem.option(if one == other { vec![one] } else { vec![one, other] }).unwrap();
    }
    with_costs(problem, 10, seed)
}

#[test]
fn in_chains_what_is_forced_is_chosen_one_after_another() {
    let (mut with_covers, mut with_several) = (0, 0);
    for seed in 0..if crate::LONG { 20_000 } else { 2000 } {
        let problem = chain(16 + 2 * (seed as usize % 20), seed);
        let mut all = Links::new(&problem).unwrap().first(usize::MAX);
        for cover in &mut all {
            cover.sort_unstable();
        }
        with_covers += usize::from(!all.is_empty());
        with_several += usize::from(all.len() > 1);
        let cheapest = || Cheapest::new(&problem, &[], &[]).unwrap();
        for cheapest in [cheapest(), cheapest().in_one_list(0)] {
            for count in [1, 3, usize::MAX] {
                check(&problem, &all, &cheapest.first(count, &mut Patient).covers, count);
            }
        }
    }
    assert!(with_covers > 400 && with_several > 100, "{with_covers}, {with_several}");
}

#[test]
fn a_long_chain_takes_no_time_of_its_square() {
    let n = 300_000;
    let mut problem = Problem::new();
    let items: Vec<ItemId> = (0..n).map(|k| problem.primary(&format!("i{k}")).unwrap()).collect();
    let shared: Vec<ItemId> =
        (0..n).map(|k| problem.secondary(&format!("s{k}")).unwrap()).collect();
    let [a, b] = ["A", "B"].map(|name| problem.colour(name).unwrap());
    let coloured = |item, colour| OptionEntry { item, colour: Some(colour) };
    let began = Instant::now();
    problem.option([items[0].into(), coloured(shared[0], a)]).unwrap();
    for k in 1..n {
        // Each item has the colour of the item before.
        for colour in [b, a] {
            let option =
                [items[k].into(), coloured(shared[k - 1], colour), coloured(shared[k], colour)];
            problem.option(option).unwrap();
        }
    }
    let limit = Duration::from_secs(30) + 20 * began.elapsed();
    let began = Instant::now();
    let covers = Cheapest::new(&problem, &[], &[]).unwrap().first(2, &mut Patient).covers;
    assert_eq!(covers.len(), 1);
    assert!(covers[0].options.iter().skip(1).all(|option| option.index() % 2 == 0));
    assert!(began.elapsed() < limit, "{:?}", began.elapsed());
}
