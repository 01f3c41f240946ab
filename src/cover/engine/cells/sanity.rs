//! Checks every field of the engine against its value computed from the moves alone.
//!
//! Like the other engines' checks, it checks the [invariants](super) anew, option by option.

use super::Cells;
use super::blocks::COVERED;
use super::demands::slack;
use super::sets::SPACER;
use crate::cover::engine::ensure;
use crate::cover::engine::moves::Status;
use crate::cover::{Bounds, Move, OptionId};

/// Reports the first inconsistency, if there is one.
pub(super) fn check(engine: &Cells) -> Result<(), String> {
    check_places(engine)?;
    let held = Held::new(engine);
    check_sizes(engine, &held)?;
    check_sums(engine)?;
    check_demands(engine, &held)?;
    ensure(engine.sets.forced.is_empty(), || "forced items are left over".to_owned())
}

/// Each node stands in its item's set, at the place that it names.
fn check_places(engine: &Cells) -> Result<(), String> {
    let sets = &engine.sets;
    for (k, node) in sets.nodes.iter().enumerate().filter(|(_, node)| node.item != SPACER) {
        let item = node.item as usize;
        let within = (sets.start[item]..sets.start[item + 1]).contains(&node.place);
        ensure(within, || format!("node {k} stands outside the set of item {item}"))?;
        ensure(sets.set[node.place as usize] as usize == k, || {
            format!("node {k} is not at its place")
        })?;
    }
    Ok(())
}

/// The effect of the held options on each item: the number that have it, and the colour that they
/// give it, or 0.
struct Held(Vec<(u32, u32)>);

impl Held {
    fn new(engine: &Cells) -> Held {
        let mut items = vec![(0, 0); engine.sets.size.len()];
        for option in engine.moves.as_slice().iter().filter_map(|m| m.held()) {
            for node in engine.key.nodes(option.0) {
                let (times, given) = &mut items[engine.sets.nodes[node].item as usize];
                *times += 1;
                *given = colour(engine, node);
            }
        }
        Held(items)
    }

    /// Whether the item has no room for an option of another colour, or none.
    fn cover(&self, engine: &Cells, item: usize) -> bool {
        let (times, given) = self.0[item];
        let room =
            engine.multiple.as_ref().map_or(1, |multiple| times + multiple.demands.room[item]);
        times > 0 && (given > 0 || times >= room)
    }

    /// Whether an option with this node can join those held, as far as the node's item is
    /// concerned.
    fn admit(&self, engine: &Cells, node: usize) -> bool {
        let item = engine.sets.nodes[node].item as usize;
        let (_, given) = self.0[item];
        !self.cover(engine, item) || given > 0 && given == colour(engine, node)
    }
}

fn colour(engine: &Cells, node: usize) -> u32 {
    engine.sets.colour.get(node).copied().unwrap_or(0)
}

/// Each item is covered, or has exactly the options left.
fn check_sizes(engine: &Cells, held: &Held) -> Result<(), String> {
    let (sets, key) = (&engine.sets, &engine.key);
    let mut expected = vec![Vec::new(); sets.size.len()];
    for (option, status) in engine.moves.status().iter().enumerate() {
        let said = match status {
            Status::Free => true,
            Status::Held => engine.moves.as_slice().contains(&Move::Held(OptionId::at(option))),
            Status::Banned => engine.moves.as_slice().contains(&Move::Banned(OptionId::at(option))),
        };
        ensure(said, || format!("option {option} is {status:?} without a move"))?;
        let nodes = key.nodes(option as u32);
        if *status == Status::Free && nodes.clone().all(|node| held.admit(engine, node)) {
            nodes.for_each(|node| expected[sets.nodes[node].item as usize].push(node as u32));
        }
    }
    for (item, expected) in expected.iter().enumerate() {
        let covered = held.cover(engine, item);
        ensure(sets.is_covered(item) == covered, || {
            format!("item {item} is covered, or should be")
        })?;
        let (_, given) = held.0[item];
        ensure(given == 0 || sets.given[item] == given, || {
            format!("item {item} has a wrong colour")
        })?;
        if !covered {
            let mut found = sets.left_of(item).to_vec();
            found.sort_unstable();
            ensure(found == *expected, || {
                format!("item {item} has {found:?} left, not {expected:?}")
            })?;
        }
    }
    Ok(())
}

/// The sums over all items and the bounds are right. A search with multiplicities does not use
/// them.
fn check_sums(engine: &Cells) -> Result<(), String> {
    let sets = &engine.sets;
    if engine.multiple.is_some() {
        return Ok(());
    }
    let open = || (0..sets.size.len()).filter(|&item| sets.size[item] < COVERED);
    let left = open().filter(|&item| item < sets.primary).count();
    ensure(left == sets.left, || format!("{left} items are left, not as counted"))?;
    let bits: usize = open().map(|item| sets.bits[item] as usize).sum();
    ensure(bits == sets.bits_left, || format!("{bits} bits are left, not as counted"))?;
    ensure(sets.blocks.hold(&sets.size[..sets.primary]), || "a bound is too high".to_owned())
}

/// Every used item has a note, and the slacks are right.
fn check_demands(engine: &Cells, held: &Held) -> Result<(), String> {
    let Some(demands) = engine.multiple.as_ref().map(|multiple| &multiple.demands) else {
        return Ok(());
    };
    for item in 0..engine.sets.primary {
        let (times, _) = held.0[item];
        let Bounds { least, most } = demands.asked(item);
        ensure(demands.room[item] + times == most, || {
            format!("item {item} has too much room, or too little")
        })?;
        ensure(demands.need[item] == least.saturating_sub(times), || {
            format!("item {item} needs more, or less")
        })?;
        let slack = slack(engine.sets.size[item], demands.need[item]);
        ensure(demands.slack[item] == slack, || format!("item {item} has a slack of {slack}"))?;
    }
    ensure(demands.blocks.hold(&demands.slack), || "a bound is too high".to_owned())
}
