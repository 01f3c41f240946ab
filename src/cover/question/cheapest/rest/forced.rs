//! What items need that have no more options than that: it is chosen, again and again.
//!
//! ```text
//!      a b    b c    c d    d e    e f       a b is chosen: b c is gone, and c needs  c d
//!                    c d    d e    e f       c d is chosen: d e is gone, and e needs  e f
//! ```
//!
//! Most nodes have a few rounds of this, and each round goes through the whole list once. A chain
//! has as many rounds as choices. So after some rounds the places of each item's options are noted,
//! and each choice looks only at the options of the items that it fills, each of which is filled
//! once. The whole chain then takes a time in proportion to the entries of the list.
//!
//! Invariant: whether there is a cover, and what is chosen, does not depend on the order of the
//! choices.

use std::ops::ControlFlow;

use super::super::places::Places;
use super::super::state::State;
use super::Rest;

/// The rounds in which the list is gone through, before each choice is followed alone.
const ROUNDS: u32 = 8;

impl Rest {
    /// Chooses what items need that have no more options than that, again and again. False if there
    /// is no cover. Each round takes as long as the list is, so `pulse` may end it; after some, it
    /// [follows](Self::follow) each choice alone.
    pub(in super::super) fn force(
        &mut self,
        state: &mut State,
        places: &mut Places,
        pulse: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let mut rounds = 0;
        while self.is_tight() {
            pulse()?;
            if rounds == ROUNDS {
                places.fill(state, self.options());
                let flow = self.follow(state, places, pulse);
                self.sift(|place, _, _| !places.is_gone(place));
                return flow.map_continue(|()| !self.is_dead);
            }
            rounds += 1;
            let chosen = state.chosen().len();
            while let Some(item) = self.tight.pop() {
                let (need, count) = (state.need(item as usize), self.count(item));
                if need <= 0 || i64::from(count.left) > i64::from(need) {
                    continue;
                }
                if i64::from(count.left) < i64::from(need) || !self.choose_all(state, item) {
                    self.is_dead = true;
                    break;
                }
            }
            if self.is_dead {
                return ControlFlow::Continue(false);
            }
            if state.chosen().len() > chosen {
                let taken = state.taken_since(chosen);
                self.retain(state, |option, _| state.still_fits(option, taken));
            }
        }
        ControlFlow::Continue(true)
    }

    /// Chooses all options of an item that needs them. False if one does not fit.
    fn choose_all(&self, state: &mut State, item: u32) -> bool {
        let count = self.count(item);
        if count.left == 1 {
            return chosen_if_it_fits(state, count.sum);
        }
        self.options().iter().all(|&option| {
            !state.taxing(option).contains(&item) || chosen_if_it_fits(state, option)
        })
    }

    /// Chooses what is forced, and after each choice looks only at the options of the items that
    /// it fills. All options in the list fit. Those that are gone stay in the list.
    fn follow(
        &mut self,
        state: &mut State,
        places: &mut Places,
        pulse: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while !self.is_dead
            && let Some(item) = self.tight.pop()
        {
            pulse()?;
            let (need, left) = (state.need(item as usize), self.count(item).left);
            if need <= 0 || i64::from(left) > i64::from(need) {
                continue;
            }
            if i64::from(left) < i64::from(need) {
                self.is_dead = true;
            }
            for number in places.of(item) {
                if self.is_dead {
                    break;
                }
                if let Some(place) = places.at(number) {
                    self.choose_at(state, places, place);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Chooses the option at a place, and drops it and what no longer fits.
    fn choose_at(&mut self, state: &mut State, places: &mut Places, place: usize) {
        let option = self.options()[place];
        state.choose(option);
        self.drop_at(state, places, place);
        let full = |item: &u32| state.bounds_left(*item as usize).most == 0;
        for item in state.items_of(option).filter(full) {
            for number in places.of(item) {
                if let Some(place) = places.at(number)
                    && !state.fits(self.options()[place])
                {
                    self.drop_at(state, places, place);
                }
            }
        }
    }

    fn drop_at(&mut self, state: &State, places: &mut Places, place: usize) {
        let option = self.options()[place];
        places.go(place);
        self.drop_from_counts(state, option);
    }
}

fn chosen_if_it_fits(state: &mut State, option: u32) -> bool {
    let fits = state.fits(option);
    if fits {
        state.choose(option);
    }
    fits
}
