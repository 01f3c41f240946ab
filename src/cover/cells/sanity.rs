//! Checks every field of the engine against what the moves alone say it must be.

use super::Cells;
use super::Status;
use super::sets::{COVERED, SPACER};
use crate::cover::Move;

/// Says what is inconsistent, if anything is.
pub(super) fn check(engine: &Cells) -> Result<(), String> {
    check_places(engine)?;
    check_sizes(engine)?;
    ensure(engine.sets.forced.is_empty(), || "forced items are left over".to_owned())
}

fn ensure(holds: bool, complaint: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(complaint()) }
}

/// Each node stands in its item's set, at the place that it names.
fn check_places(engine: &Cells) -> Result<(), String> {
    let sets = &engine.sets;
    for (k, node) in sets.nodes.iter().enumerate().filter(|(_, node)| node.item != SPACER) {
        let item = node.item as usize;
        let within = (sets.start[item]..sets.start[item + 1]).contains(&node.place);
        ensure(within, || format!("node {k} stands outside the set of item {item}"))?;
        ensure(sets.set[node.place as usize] as usize == k, || format!("node {k} is not at its place"))?;
    }
    Ok(())
}

/// The sets of the items that are not covered have what is left, and the bounds and sums are right.
fn check_sizes(engine: &Cells) -> Result<(), String> {
    let (sets, key) = (&engine.sets, &engine.key);
    let mut taken = vec![None; sets.size.len()];
    let colour = |node: usize| sets.colour.get(node).copied().unwrap_or(0);
    for held in engine.moves.iter().filter_map(|m| m.held()) {
        key.nodes(held.0).for_each(|node| taken[sets.nodes[node].item as usize] = Some(colour(node)));
    }
    let mut expected = vec![Vec::new(); sets.size.len()];
    for (option, status) in engine.status.iter().enumerate() {
        let banned = engine.moves.contains(&Move::Banned(crate::cover::OptionId::at(option)));
        let nodes = key.nodes(option as u32);
        let admits = |node: usize| match taken[sets.nodes[node].item as usize] {
            None => true,
            Some(given) => given != 0 && given == colour(node),
        };
        let free = nodes.clone().all(admits);
        let wrong = *status == Status::Banned && !banned;
        ensure(!wrong, || format!("option {option} is banned without a move"))?;
        if free && *status != Status::Banned {
            nodes.for_each(|node| expected[sets.nodes[node].item as usize].push(node as u32));
        }
    }
    for (item, expected) in expected.iter().enumerate() {
        let covered = taken[item].is_some();
        ensure(sets.is_covered(item) == covered, || format!("item {item} is covered or not"))?;
        if let Some(colour) = taken[item].filter(|&colour| colour > 0) {
            ensure(sets.given[item] == colour, || format!("item {item} has not the colour {colour}"))?;
        }
        if !covered {
            let mut found = sets.left_of(item).to_vec();
            found.sort_unstable();
            ensure(found == *expected, || format!("item {item} has {found:?} left, not {expected:?}"))?;
        }
    }
    let open = || (0..sets.size.len()).filter(|&item| sets.size[item] < COVERED);
    let left = open().filter(|&item| item < sets.primary).count();
    ensure(left == sets.left, || format!("{left} items are left, not as counted"))?;
    let bits: usize = open().map(|item| sets.bits[item] as usize).sum();
    ensure(bits == sets.bits_left, || format!("{bits} bits are left, not as counted"))?;
    ensure(sets.bounds.hold(&sets.size[..sets.primary]), || "a bound is too high".to_owned())
}
