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
//! all options shows this. Taxes are limited so that a reduced cost fits in 64 bits; only a bound
//! adds up in 128.
//!
//! A secondary item taxes too: it has room for one of the options that give it no colour, so its
//! tax is never above 0. Options that give it a colour don't pay.
//!
//! Invariant: the reduced cost of an option is its cost minus the taxes of the items that it gives
//! no colour.
//!
//! Deliberately lacking: steps that change several taxes at once, which [`linear`](super::linear)
//! has. Without them the bound may end below that of linear programming.

use super::state::State;
use crate::cover::Bounds;

/// The unit of taxes and reduced costs, chosen for a problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grain {
    /// A cost of 1 has 2 to this power of grains. If it is below 0, a grain is more than 1, and
    /// costs are rounded down.
    shift: i32,
    /// The largest tax.
    largest: i64,
}

/// The most bits of a cost in grains: sums of a few are exact as floating-point numbers, too.
const BITS: i32 = 44;

/// The most grains in a cost of 1, as a power of 2: thirds of a cost are rounded, and an option has
/// some tens of such taxes.
const FINEST: i32 = 20;

impl Grain {
    pub(super) fn new(state: &State) -> Grain {
        let options = 0..state.options() as u32;
        let dearest = options.clone().map(|option| state.cost_of(option)).max().unwrap_or(0);
        let longest = options.map(|option| state.taxing(option).len()).max().unwrap_or(0);
        let bits = 64 - dearest.leading_zeros().cast_signed();
        // A cost below 2^44, and taxes that together are below 2^61.
        Grain {
            shift: (BITS - bits).min(FINEST),
            largest: ((1 << 61) / (i64::from(longest as u32) + 32)),
        }
    }

    /// A cost of an option in grains, rounded down.
    pub(super) fn of(self, cost: u64) -> i64 {
        (if self.shift < 0 { cost >> -self.shift } else { cost << self.shift }).cast_signed()
    }

    /// A cost in grains, rounded down; it is below 2^96.
    pub(super) fn of_many(self, cost: u128) -> i128 {
        (if self.shift < 0 { cost >> -self.shift } else { cost << self.shift }).cast_signed()
    }

    /// The largest bound, in grains, of a node that may have a cover of less than `limit`: costs of
    /// covers are whole numbers.
    pub(super) fn cut(self, limit: u128) -> i128 {
        limit.checked_sub(1).map_or(-1, |most| self.of_many(most))
    }

    /// What a cover of less than `limit` may take, in grains, above this bound.
    pub(super) fn room(self, limit: u128, bound: i128) -> u64 {
        u64::try_from((self.cut(limit) - bound).max(0)).unwrap_or(u64::MAX)
    }

    /// The least cost of a cover that costs at least this number of grains.
    pub(super) fn rounded_up(self, grains: i128) -> u128 {
        let grains = grains.max(0).cast_unsigned();
        if self.shift < 0 { grains << -self.shift } else { grains.div_ceil(1 << self.shift) }
    }

    /// Differences of reduced costs below this come from rounding.
    pub(super) fn noise(self) -> i64 {
        1 << (self.shift - 8).max(0)
    }

    /// A tax within its limits.
    pub(super) fn clamped(self, tax: i64) -> i64 {
        tax.clamp(-self.largest, self.largest)
    }
}

/// The options left of each item, and scratch space.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// The end of each item's places; they begin at the end of the item before.
    ends: Vec<u32>,
    /// Places in the list of options.
    places: Vec<u32>,
    sorted: Vec<i64>,
}

impl Lists {
    /// Notes the options of each item, of which there are as many as `counts` says.
    pub(super) fn fill(
        &mut self,
        state: &State,
        options: &[u32],
        counts: impl Iterator<Item = u32>,
    ) {
        self.ends.clear();
        let mut total = 0;
        self.ends.extend(counts.map(|count| {
            total += count;
            total - count // for now, the start of the item's places
        }));
        self.places.resize(total as usize, 0);
        for (place, &option) in options.iter().enumerate() {
            for &item in state.taxing(option) {
                let end = &mut self.ends[item as usize];
                self.places[*end as usize] = place as u32;
                *end += 1;
            }
        }
    }

    /// The places of an item's options.
    #[inline]
    pub(super) fn of(&self, item: usize) -> &[u32] {
        let start = if item == 0 { 0 } else { self.ends[item - 1] };
        &self.places[start as usize..self.ends[item] as usize]
    }

    /// Sets the tax of each item anew, in order.
    pub(super) fn tax(
        &mut self,
        state: &State,
        grain: Grain,
        reduced: &mut [i64],
        taxes: &mut [i64],
    ) {
        let mut sorted = std::mem::take(&mut self.sorted);
        for (item, tax) in taxes.iter_mut().enumerate() {
            let places = self.of(item);
            if places.is_empty() {
                continue;
            }
            let untaxed = places.iter().map(|&place| reduced[place as usize] + *tax);
            let best = match state.bounds_left(item) {
                Bounds::ONCE => half_way_of_two(untaxed),
                Bounds { least, most } => {
                    sorted.clear();
                    sorted.extend(untaxed);
                    sorted.sort_unstable();
                    best_tax(&sorted, least as usize, most as usize)
                }
            };
            let more = grain.clamped(best) - *tax;
            if more != 0 {
                for &place in places {
                    reduced[place as usize] -= more;
                }
                *tax += more;
            }
        }
        self.sorted = sorted;
    }
}

/// A lower bound, in grains, for covers made of the chosen options and others from the list.
pub(super) fn bound(state: &State, grain: Grain, reduced: &[i64], taxes: &[i64]) -> i128 {
    let paid = taxes.iter().enumerate().filter(|&(_, &tax)| tax != 0).map(|(item, &tax)| {
        let Bounds { least, most } = state.bounds_left(item);
        i128::from(tax) * i128::from(if tax > 0 { least } else { most })
    });
    let below: i128 = reduced.iter().map(|&reduced| i128::from(reduced.min(0))).sum();
    grain.of_many(state.cost()) + paid.sum::<i128>() + below
}

/// Half way between the least and the next; the least if it is alone.
fn half_way_of_two(untaxed: impl Iterator<Item = i64>) -> i64 {
    let (mut least, mut next) = (i64::MAX, i64::MAX);
    for cost in untaxed {
        next = next.min(cost.max(least));
        least = least.min(cost);
    }
    half_way(least, Some(next).filter(|&next| next < i64::MAX))
}

/// The tax of an item that needs `need` of these options, and has room for `room`.
fn best_tax(sorted: &[i64], need: usize, room: usize) -> i64 {
    let after = |count: usize| half_way(sorted[count - 1], sorted.get(count).copied());
    if need > 0 && need <= sorted.len() && (need == room || sorted[need - 1] > 0) {
        after(need)
    } else if room < sorted.len() && sorted[room] < 0 {
        after(room)
    } else {
        0
    }
}

fn half_way(lower: i64, upper: Option<i64>) -> i64 {
    upper.map_or(lower, |upper| lower + (upper - lower) / 2)
}

#[cfg(test)]
mod tests {
    use super::best_tax;

    #[test]
    fn a_tax_lies_where_the_bound_is_largest() {
        // The bound as a function of the tax, compared over all taxes.
        let bound = |sorted: &[i64], need: i64, room: i64, tax: i64| {
            let below: i64 = sorted.iter().map(|cost| (cost - tax).min(0)).sum();
            below + tax * if tax > 0 { need } else { room }
        };
        for sorted in
            [&[-9, -4, 0, 3, 8][..], &[2, 5, 9], &[-7, -7, -3], &[0, 0, 0, 0], &[-1], &[6]]
        {
            for room in 1..=sorted.len() + 1 {
                for need in 0..=room.min(sorted.len()) {
                    let tax = best_tax(sorted, need, room);
                    let [least, most] = [need, room].map(|number| i64::try_from(number).unwrap());
                    let of = |tax| bound(sorted, least, most, tax);
                    let most = (-20..=20).map(of).max();
                    assert_eq!(Some(of(tax)), most, "{sorted:?}, {need} to {room}: {tax}");
                }
            }
        }
    }
}
