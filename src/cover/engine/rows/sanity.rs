//! Checks the state against the moves alone.

use super::Rows;
use super::state::State;
use super::table::{place, step};
use crate::cover::engine::ensure;
use crate::cover::engine::moves::Status;
use crate::cover::{Move, OptionId};

/// Reports the first inconsistency, if there is one.
pub(super) fn check(engine: &Rows) -> Result<(), String> {
    let (table, state) = (&engine.table, &engine.state);
    let held: Vec<usize> =
        engine.moves.as_slice().iter().filter_map(|m| m.held()).map(OptionId::index).collect();
    let fits = |option: usize| !held.iter().any(|&other| table.clash(option, other).is_some());
    let mut expected = State { left: vec![0; table.words], ..State::default() };
    for (option, status) in engine.moves.status().iter().enumerate() {
        let id = OptionId::at(option);
        let said = match status {
            Status::Free => true,
            Status::Held => engine.moves.as_slice().contains(&Move::Held(id)),
            Status::Banned => engine.moves.as_slice().contains(&Move::Banned(id)),
        };
        ensure(said, || format!("option {option} is {status:?} without a move"))?;
        if *status == Status::Free && fits(option) {
            let (word, bit) = place(option);
            expected.left[word] |= bit;
            expected.options += 1;
        }
    }
    ensure(expected.left == state.left, || "the options left are not those that fit".to_owned())?;
    ensure(expected.options == state.options, || format!("{} options are left", expected.options))?;
    for item in 0..table.items().len() {
        let is_covered = held.iter().any(|&option| {
            table.options_of(item).iter().any(|&other| usize::from(other) == option)
        });
        ensure(is_covered == state.is_covered(item), || {
            format!("item {item} is covered, or should be")
        })?;
        expected.open += usize::from(!is_covered);
        let ranks = table.options_of(item).iter().enumerate();
        let left = ranks.filter(|&(_, &option)| expected.has(usize::from(option)));
        let tally = left.fold(0_u16, |tally, (rank, _)| tally.wrapping_add(step(rank)));
        ensure(is_covered || state.tallies[item] == tally, || {
            format!("item {item} has the tally {:#x}, not {tally:#x}", state.tallies[item])
        })?;
    }
    ensure(expected.open == state.open, || format!("{} items are open", expected.open))
}
