//! Raises the bound by taxes, one item after another.
//!
//! ```text
//!      what the options of an item cost, less the taxes of their other items       2    5    9
//!                                                                                    |
//!      the item is to be covered once: its tax is half way                          3.5
//!      reduced costs                                                              -1.5  1.5  5.5
//! ```
//!
//! The bound contains the tax once, and the reduced costs below 0. Below 2 it grows with the tax;
//! above 5, where two options pay, it falls. Between them it is constant, and half way leaves most
//! to the other items: each of them sees which option is wanted here, and by how much. For an item
//! with a need of two, the tax lies between its second and third option, and so on. So no step
//! lowers the bound.
//!
//! If there is no cover at all, taxes and bound grow without end; a bound above the total cost of
//! all options shows this. Taxes are limited so that all sums fit in 128 bits.
//!
//! A secondary item taxes too: it has room for one of the options that give it no colour, so its
//! tax is never above 0. Options that give it a colour don't pay.
//!
//! Invariant: the reduced cost of an option is its cost minus the taxes of the items that it gives
//! no colour.
//!
//! Deliberately lacking: steps that change several taxes at once. The bound may end below that of
//! linear programming.

use super::state::State;

/// The number of grains in a cost of 1. Taxes and reduced costs are whole numbers of grains, so
/// that halves are not lost.
pub(super) const GRAINS: i128 = 64;

/// The largest tax: even for 2^32 entries, more than possible, all taxes together are below 2^123.
const LARGEST: i128 = 1 << 90;

/// An option that may still be chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) option: u32,
    /// In grains.
    pub(super) reduced: i128,
}

/// The options left of each item, and scratch space.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// The end of each item's places; they begin at the end of the item before.
    ends: Vec<u32>,
    /// Places in the list of options.
    places: Vec<u32>,
    sorted: Vec<i128>,
}

impl Lists {
    /// Notes the options of each item.
    pub(super) fn fill(&mut self, state: &State, list: &[Left]) {
        self.ends.clear();
        self.ends.resize(state.items() + 1, 0);
        let mut total = 0;
        for left in list {
            for item in state.taxing(left.option) {
                self.ends[item + 1] += 1;
                total += 1;
            }
        }
        for item in 1..self.ends.len() {
            self.ends[item] += self.ends[item - 1]; // for now, the start of the places of `item`
        }
        self.places.clear();
        self.places.resize(total, 0);
        for (place, left) in list.iter().enumerate() {
            for item in state.taxing(left.option) {
                self.places[self.ends[item] as usize] = place as u32;
                self.ends[item] += 1;
            }
        }
    }

    /// The places of an item's options.
    pub(super) fn of(&self, item: usize) -> &[u32] {
        let start = if item == 0 { 0 } else { self.ends[item - 1] };
        &self.places[start as usize..self.ends[item] as usize]
    }

    /// Sets the tax of each item anew, in order.
    pub(super) fn tax(&mut self, state: &State, list: &mut [Left], taxes: &mut [i128]) {
        let mut sorted = std::mem::take(&mut self.sorted);
        for (item, tax) in taxes.iter_mut().enumerate() {
            let places = self.of(item);
            if places.is_empty() {
                continue;
            }
            let untaxed = places.iter().map(|&place| list[place as usize].reduced + *tax);
            let best = match state.need_and_room(item) {
                (1, 1) => half_way_of_two(untaxed),
                (need, room) => {
                    sorted.clear();
                    sorted.extend(untaxed);
                    sorted.sort_unstable();
                    best_tax(&sorted, need as usize, room as usize)
                }
            };
            let best = best.clamp(-LARGEST, LARGEST);
            for &place in places {
                list[place as usize].reduced -= best - *tax;
            }
            *tax = best;
        }
        self.sorted = sorted;
    }
}

/// A lower bound, in grains, for covers made of the chosen options and others from the list.
pub(super) fn bound(state: &State, list: &[Left], taxes: &[i128]) -> i128 {
    let paid = taxes.iter().enumerate().filter(|&(_, &tax)| tax != 0).map(|(item, &tax)| {
        let (need, room) = state.need_and_room(item);
        tax * i128::from(if tax > 0 { need } else { room })
    });
    let below: i128 = list.iter().map(|left| left.reduced.min(0)).sum();
    state.cost().cast_signed() * GRAINS + paid.sum::<i128>() + below
}

/// Half way between the least and the next; the least if it is alone.
fn half_way_of_two(untaxed: impl Iterator<Item = i128>) -> i128 {
    let (mut least, mut next) = (i128::MAX, i128::MAX);
    for cost in untaxed {
        (least, next) = if cost < least { (cost, least) } else { (least, next.min(cost)) };
    }
    half_way(least, Some(next).filter(|&next| next < i128::MAX))
}

/// The tax of an item that needs `need` of these options, and has room for `room`.
fn best_tax(sorted: &[i128], need: usize, room: usize) -> i128 {
    let after = |count: usize| half_way(sorted[count - 1], sorted.get(count).copied());
    if need > 0 && need <= sorted.len() && (need == room || sorted[need - 1] > 0) {
        after(need)
    } else if room < sorted.len() && sorted[room] < 0 {
        after(room)
    } else {
        0
    }
}

fn half_way(lower: i128, upper: Option<i128>) -> i128 {
    upper.map_or(lower, |upper| lower + (upper - lower) / 2)
}

#[cfg(test)]
mod tests {
    use super::best_tax;

    #[test]
    fn a_tax_lies_where_the_bound_is_largest() {
        // The bound as a function of the tax, compared over all taxes.
        let bound = |sorted: &[i128], need: i128, room: i128, tax: i128| {
            let below: i128 = sorted.iter().map(|cost| (cost - tax).min(0)).sum();
            below + tax * if tax > 0 { need } else { room }
        };
        for sorted in
            [&[-9, -4, 0, 3, 8][..], &[2, 5, 9], &[-7, -7, -3], &[0, 0, 0, 0], &[-1], &[6]]
        {
            for room in 1..=sorted.len() + 1 {
                for need in 0..=room.min(sorted.len()) {
                    let tax = best_tax(sorted, need, room);
                    let of = |tax| bound(sorted, need as i128, room as i128, tax);
                    let most = (-20..=20).map(of).max();
                    assert_eq!(Some(of(tax)), most, "{sorted:?}, {need} to {room}: {tax}");
                }
            }
        }
    }
}
