//! Checks every field of the engine against its value computed from the moves alone.
//!
//! Knuth's programs have a `sanity` routine for the same purpose. This one checks the
//! [invariants](super) anew, option by option.

use crate::cover::Move;

use super::Links;
use super::matrix::Width;
use crate::cover::engine::ensure;
use crate::cover::engine::moves::Status;

/// Reports the first inconsistency, if there is one.
pub(super) fn check<W: Width>(engine: &Links<W>) -> Result<(), String> {
    let held = Held::new(engine);
    if let Some(multiple) = &engine.multiple {
        ensure(multiple.times == held.times, || "an item is not in as many options".to_owned())?;
    }
    check_rings(engine, &held)?;
    check_lists(engine, &held)?;
    let left = (1..=engine.matrix.primary).filter(|&item| !held.covers(item)).count();
    ensure(left == engine.matrix.findings.left, || {
        format!("{left} items are left, not as counted")
    })?;
    ensure(engine.path.is_empty(), || "choices are left over from a search".to_owned())
}

/// The effect of the held options on the items.
struct Held {
    /// Each header's colour, or `COVERED`.
    colours: Vec<Option<u32>>,
    /// For the primary items, the number of options.
    times: Vec<u32>,
}

const COVERED: u32 = 0;

impl Held {
    fn new<W: Width>(engine: &Links<W>) -> Held {
        let mut colours = vec![None; engine.matrix.items + 1];
        let mut times = vec![0; engine.matrix.primary + 1];
        for held in engine.moves.as_slice() {
            let Move::Held(option) = held else { continue };
            let first = engine.key.first[option.index()].at();
            for node in engine.matrix.option(first) {
                let item = engine.matrix.nodes[node].top.at();
                let is_full = times.get_mut(item).is_none_or(|times| {
                    *times += 1;
                    engine.multiple.as_ref().is_none_or(|m| *times == m.most(item))
                });
                if is_full {
                    colours[item] = Some(colour(engine, node));
                }
            }
        }
        Held { colours, times }
    }

    fn covers(&self, item: usize) -> bool {
        self.colours[item] == Some(COVERED)
    }

    /// Whether an option with this node can join those held, as far as the node's item is
    /// concerned.
    fn admits<W: Width>(&self, engine: &Links<W>, node: usize) -> bool {
        match self.colours[engine.matrix.nodes[node].top.at()] {
            None => true,
            Some(colour_held) => colour_held != COVERED && colour_held == colour(engine, node),
        }
    }
}

fn colour<W: Width>(engine: &Links<W>, node: usize) -> u32 {
    engine.matrix.colours.get(node).copied().unwrap_or(0)
}

fn check_rings<W: Width>(engine: &Links<W>, held: &Held) -> Result<(), String> {
    let matrix = &engine.matrix;
    let (first_root, second_root) = (0, matrix.items + 1);
    let rings =
        [(first_root, 1..=matrix.primary), (second_root, matrix.primary + 1..=matrix.items)];
    for (root, members) in rings {
        let mut place = root;
        for item in members.filter(|&item| !held.covers(item)).chain([root]) {
            let right = matrix.ring[place].right.at();
            ensure(right == item, || {
                format!("right of {place} is {right} in the ring, not {item}")
            })?;
            let left = matrix.ring[item].left.at();
            ensure(left == place, || format!("left of {item} is {left} in the ring, not {place}"))?;
            place = item;
        }
    }
    Ok(())
}

fn check_lists<W: Width>(engine: &Links<W>, held: &Held) -> Result<(), String> {
    let matrix = &engine.matrix;
    let mut expected = vec![Vec::new(); matrix.items + 1];
    for (option, first) in engine.key.first.iter().enumerate() {
        let nodes = matrix.option(first.at());
        if engine.moves.status()[option] == Status::Free
            && nodes.clone().all(|node| held.admits(engine, node))
        {
            nodes.for_each(|node| expected[matrix.nodes[node].top.at()].push(node));
        }
    }
    for (item, expected) in expected.iter().enumerate().skip(1) {
        let list = walk(engine, item)?;
        // The option that covers an item stands aside in its list, but is counted.
        let length = matrix.nodes[item].top.at() - usize::from(held.covers(item));
        ensure(list.len() == length, || {
            format!("item {item} has {} options, not {length}", list.len())
        })?;
        let by = matrix.purifier.get(item).map_or(0, |by| by.at());
        let pure = held.colours[item].filter(|&colour| colour != COVERED);
        ensure((by != 0).then(|| colour(engine, by)) == pure, || {
            format!("item {item} has a wrong colour")
        })?;
        if !held.covers(item) && pure.is_none() {
            ensure(list == *expected, || format!("item {item} lists {list:?}, not {expected:?}"))?;
        }
    }
    Ok(())
}

/// The list of `item` from the top, checked to be closed and to have only nodes of this item.
fn walk<W: Width>(engine: &Links<W>, item: usize) -> Result<Vec<usize>, String> {
    let nodes = &engine.matrix.nodes;
    let mut list = Vec::new();
    let mut place = item;
    loop {
        let below = nodes[place].down.at();
        ensure(nodes[below].up.at() == place, || {
            format!("node {below} is below {place}, but not {place} above it")
        })?;
        if below == item {
            return Ok(list);
        }
        ensure(nodes[below].top.at() == item, || {
            format!("node {below} is in the list of item {item}")
        })?;
        ensure(list.len() <= nodes.len(), || {
            format!("the list of item {item} does not come round")
        })?;
        list.push(below);
        place = below;
    }
}
