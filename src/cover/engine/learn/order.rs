//! Where the search chooses next: the order of the options, those of the latest conflicts first.
//!
//! Each option has an *activity*. A conflict raises that of all options that it met, by a step that
//! grows from conflict to conflict; so the latest conflicts count most. A heap has the option with
//! the greatest activity on top.
//!
//! Invariant: every option that is open and can be chosen is in the heap; others may be. No option
//! in the heap has a greater activity than the one above it.
//!
//! Source: Moskewicz, Madigan, Zhao, Zhang and Malik, *Chaff* (2001), in the form of Eén and
//! Sörensson's *`MiniSat`* (2003).

use super::layout::Layout;
use super::literal::Literal;
use super::trail::Trail;

/// An option that is not in the heap.
const ABSENT: u32 = u32::MAX;

/// An option without primary items, which is never in the heap.
const NEVER: u32 = u32::MAX - 1;

/// The step grows by this factor with each conflict.
const GROWTH: f64 = 1.0 / 0.98;

/// An activity above which all are made smaller.
const HUGE: f64 = 1e100;

/// The options that may be chosen, by activity. An option says for which item: which of that item's
/// options is chosen is another question (`clashing`).
#[derive(Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    step: f64,
    heap: Vec<u32>,
    place: Vec<u32>,
}

impl Order {
    /// All options with a primary item. The fewer options the shortest item of one has, the earlier
    /// it comes.
    pub(super) fn new(layout: &Layout) -> Order {
        let count = layout.options() as usize;
        let mut order = Order {
            activity: vec![0.0; count],
            step: 1.0,
            heap: Vec::with_capacity(count),
            place: vec![NEVER; count],
        };
        for option in 0..layout.options() {
            let items = layout.entries_of(option).numbers.iter();
            let sizes = items
                .filter(|&&item| layout.is_primary(item))
                .map(|&item| layout.options_of(item).numbers.len() as u32);
            if let Some(least) = sizes.min() {
                order.activity[option as usize] = 1e-3 / f64::from(least);
                order.place[option as usize] = ABSENT;
                order.add(option);
            }
        }
        order
    }

    /// Puts an option back, if it is not there.
    pub(super) fn add(&mut self, option: u32) {
        if self.place[option as usize] == ABSENT {
            self.heap.push(option);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the option with the greatest activity.
    pub(super) fn take(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        self.place[top as usize] = ABSENT;
        let last = self.heap.pop()?;
        if last != top {
            self.heap[0] = last;
            self.sink();
        }
        Some(top)
    }

    /// Raises the activity of an option.
    pub(super) fn raise(&mut self, option: u32) {
        let activity = &mut self.activity[option as usize];
        *activity += self.step;
        if *activity > HUGE {
            self.activity.iter_mut().for_each(|activity| *activity /= HUGE);
            self.step /= HUGE;
        }
        let place = self.place[option as usize];
        if place < NEVER {
            self.rise(place as usize);
        }
    }

    /// Lets later conflicts count more.
    pub(super) fn age(&mut self) {
        self.step *= GROWTH;
    }

    fn is_above(&self, one: u32, other: u32) -> bool {
        self.activity[one as usize] > self.activity[other as usize]
    }

    fn set(&mut self, place: usize, option: u32) {
        self.heap[place] = option;
        self.place[option as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let option = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if !self.is_above(option, self.heap[above]) {
                break;
            }
            self.set(place, self.heap[above]);
            place = above;
        }
        self.set(place, option);
    }

    /// Lets the option on top sink to its place.
    fn sink(&mut self) {
        let (mut place, option) = (0, self.heap[0]);
        loop {
            let mut below = 2 * place + 1;
            if below >= self.heap.len() {
                break;
            }
            let right = below + 1;
            if right < self.heap.len() && self.is_above(self.heap[right], self.heap[below]) {
                below = right;
            }
            if !self.is_above(self.heap[below], option) {
                break;
            }
            self.set(place, self.heap[below]);
            place = below;
        }
        self.set(place, option);
    }

    /// Whether every open option that can be chosen is there, and none below one of less activity.
    pub(super) fn is_sane(&self, trail: &Trail) -> bool {
        let is_open = |option: u32| trail.is_open(Literal::chosen(option));
        let all_there = (0..).zip(&self.place).all(|(k, &place)| place != ABSENT || !is_open(k));
        let ordered =
            (1..self.heap.len()).all(|k| !self.is_above(self.heap[k], self.heap[(k - 1) / 2]));
        let placed = self.heap.iter().zip(0..).all(|(&option, k)| self.place[option as usize] == k);
        all_there && ordered && placed
    }
}
