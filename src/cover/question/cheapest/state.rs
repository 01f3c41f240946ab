//! The chosen options, and the remaining needs of the items.
//!
//! ```text
//!      a 1:2|b c         demands, need and room    a (1, 1)    b (1, 2)    c (1, 1)
//!      choose  b c                                   (1, 1)      (0, 1)      (0, 0)
//!      does  a c  fit?   c has no room: no
//! ```
//!
//! Without colours and multiplicities, in a problem of up to 128 items, the mask of the full items
//! says which options no longer fit. Otherwise it says so only sometimes, and the entries are read.
//!
//! Invariant: `demands`, `cost` and the colours of items in chosen options follow from `chosen`
//! alone; taking choices back restores them. The colour of an item in no chosen option is not read.
//!
//! Deliberately lacking: lists of the options left. The search keeps one for each level.

use crate::cover::{Bounds, ItemId, OptionId, Problem};

/// How many further options an item needs, and has room for; below 0 if it has more.
#[derive(Clone, Copy, Debug)]
struct Demand {
    need: i32,
    room: i32,
}

/// Where an option's items begin in each list.
#[derive(Clone, Copy, Debug)]
struct Start {
    plain: u32,
    coloured: u32,
}

/// An item of an option that gives it a colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColouredItem {
    pub(super) item: u32,
    pub(super) colour: u32,
}

/// The problem as the search uses it, and the chosen options.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Of each option, and behind the last one.
    starts: Vec<Start>,
    /// The items of options without a colour.
    plain: Vec<u32>,
    coloured: Vec<ColouredItem>,
    /// The mask of each option: its items without a colour.
    masks: Vec<u128>,
    costs: Vec<u64>,
    is_primary: Vec<bool>,
    /// Of each item.
    demands: Vec<Demand>,
    /// The colour of each item that stands in a chosen option.
    colours: Vec<u32>,
    chosen: Vec<u32>,
    /// Whether each option is chosen.
    is_chosen: Vec<bool>,
    cost: u128,
    /// Whether an item may stand in two options: then an option that is chosen may seem to fit.
    is_multiple: bool,
    /// Whether the options fit whose masks are free, and no others.
    is_plain: bool,
}

impl State {
    pub(super) fn new(problem: &Problem) -> State {
        let bounds = problem.items().map(|item| problem.bounds(item));
        let most = |bound: u32| i32::try_from(bound).unwrap_or(i32::MAX);
        let demand = |bounds: Bounds| Demand { need: most(bounds.least), room: most(bounds.most) };
        let mut state = State {
            starts: Vec::with_capacity(problem.options().len() + 1),
            plain: Vec::with_capacity(problem.entry_count()),
            coloured: Vec::new(),
            masks: Vec::with_capacity(problem.options().len()),
            costs: problem.options().map(|option| problem.cost(option)).collect(),
            is_primary: problem.items().map(|item| problem.is_primary(item)).collect(),
            demands: bounds.map(demand).collect(),
            colours: vec![0; problem.items().len()],
            chosen: Vec::new(),
            is_chosen: vec![false; problem.options().len()],
            cost: 0,
            is_multiple: problem.items().any(|item| problem.bounds(item).most > 1),
            is_plain: false,
        };
        for option in problem.options() {
            let entries = problem.entries_of(option).iter();
            let plain = entries.clone().filter(|entry| entry.colour.is_none());
            let coloured = entries.filter_map(|entry| {
                let colour = entry.colour?.0.get();
                Some(ColouredItem { item: entry.item.0, colour })
            });
            state.add(plain.map(|entry| entry.item.0), coloured);
        }
        state.end()
    }

    /// The state of these items and options alone, with nothing chosen. No other option that is
    /// left has these items, and what is chosen leaves room in all of them. `new` has room for a
    /// new number of each item.
    pub(super) fn part(&self, items: &[ItemId], options: &[OptionId], new: &mut [u32]) -> State {
        for (number, item) in (0..).zip(items) {
            new[item.index()] = number;
        }
        let of_items = || items.iter().map(|item| item.index());
        let mut state = State {
            starts: Vec::with_capacity(options.len() + 1),
            plain: Vec::new(),
            coloured: Vec::new(),
            masks: Vec::with_capacity(options.len()),
            costs: options.iter().map(|&option| self.cost_of(option.0)).collect(),
            is_primary: of_items().map(|item| self.is_primary[item]).collect(),
            demands: of_items().map(|item| self.demands[item]).collect(),
            colours: vec![0; items.len()],
            chosen: Vec::new(),
            is_chosen: vec![false; options.len()],
            cost: 0,
            is_multiple: of_items().any(|item| self.bounds_left(item).most > 1),
            is_plain: false,
        };
        for &option in options {
            // An item without room has the colour of all options left that have it.
            let has_room = |entry: &&ColouredItem| self.demands[entry.item as usize].room > 0;
            let plain = self.taxing(option.0).iter().map(|&item| new[item as usize]);
            let coloured = self.coloured(option.0).iter().filter(has_room);
            let coloured =
                coloured.map(|&entry| ColouredItem { item: new[entry.item as usize], ..entry });
            state.add(plain, coloured);
        }
        state.end()
    }

    /// Adds the entries of the next option.
    fn add(
        &mut self,
        plain: impl Iterator<Item = u32>,
        coloured: impl Iterator<Item = ColouredItem>,
    ) {
        let start = self.next_start();
        self.starts.push(start);
        self.plain.extend(plain);
        self.coloured.extend(coloured);
        let plain = &self.plain[start.plain as usize..];
        self.masks.push(plain.iter().fold(0, |mask, &item| mask | bit(item)));
    }

    /// The state with all options.
    fn end(mut self) -> State {
        let is_small = self.items() <= u128::BITS as usize;
        self.is_plain = is_small && self.coloured.is_empty() && !self.is_multiple;
        self.starts.push(self.next_start());
        self
    }

    /// Where the items of the next option begin.
    fn next_start(&self) -> Start {
        Start { plain: self.plain.len() as u32, coloured: self.coloured.len() as u32 }
    }

    /// The items that an option gives no colour: these may tax it.
    #[inline]
    pub(super) fn taxing(&self, option: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|k| self.starts[option as usize + k].plain);
        &self.plain[start as usize..end as usize]
    }

    /// The items that an option gives a colour.
    pub(super) fn coloured(&self, option: u32) -> &[ColouredItem] {
        let [start, end] = [0, 1].map(|k| self.starts[option as usize + k].coloured);
        &self.coloured[start as usize..end as usize]
    }

    /// The items of an option, with a colour and without.
    pub(super) fn items_of(&self, option: u32) -> impl Iterator<Item = u32> {
        let coloured = self.coloured(option).iter().map(|entry| entry.item);
        self.taxing(option).iter().copied().chain(coloured)
    }

    pub(super) fn has_primary(&self, option: u32) -> bool {
        self.taxing(option).iter().any(|&item| self.is_primary[item as usize])
    }

    pub(super) fn is_primary(&self, item: usize) -> bool {
        self.is_primary[item]
    }

    /// The number of items.
    pub(super) fn items(&self) -> usize {
        self.demands.len()
    }

    /// The number of options, chosen or not.
    pub(super) fn options(&self) -> usize {
        self.costs.len()
    }

    /// How many further options an item needs; none if below 1.
    #[inline]
    pub(super) fn need(&self, item: usize) -> i32 {
        self.demands[item].need
    }

    /// The number of further options that an item needs, and that it has room for.
    #[inline]
    pub(super) fn bounds_left(&self, item: usize) -> Bounds {
        let Demand { need, room } = self.demands[item];
        Bounds { least: need.max(0).cast_unsigned(), most: room.max(0).cast_unsigned() }
    }

    /// Whether an option may join the chosen ones.
    #[inline]
    pub(super) fn fits(&self, option: u32) -> bool {
        self.taxing(option).iter().all(|&item| self.demands[item as usize].room > 0)
            && self.coloured(option).iter().all(|&ColouredItem { item, colour }| {
                let item = item as usize;
                self.demands[item].room > 0 || colour == self.colours[item]
            })
            && !(self.is_multiple && self.is_chosen[option as usize])
    }

    /// The mask of the items without room that are in chosen options, from this one on.
    pub(super) fn taken_since(&self, chosen: usize) -> u128 {
        let mut mask = 0;
        for &option in &self.chosen[chosen..] {
            let full = self.items_of(option).filter(|&item| self.demands[item as usize].room <= 0);
            mask = full.fold(mask, |mask, item| mask | bit(item));
        }
        mask
    }

    /// Whether an option that fitted before still does, by the mask of the items taken since.
    // Without the hint the compiler calls it for each option of a list: 3 % more instructions.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(super) fn still_fits(&self, option: u32, taken: u128) -> bool {
        let is_free = self.masks[option as usize] & taken == 0;
        if self.is_plain { is_free } else { self.may_still_fit(option, is_free) }
    }

    fn may_still_fit(&self, option: u32, is_free: bool) -> bool {
        let is_sure = is_free && !self.is_multiple && self.coloured(option).is_empty();
        is_sure || self.fits(option)
    }

    pub(super) fn choose(&mut self, option: u32) {
        self.demand(option, -1);
        let State { starts, plain, coloured, colours, .. } = self;
        let (start, end) = (starts[option as usize], starts[option as usize + 1]);
        for &item in &plain[start.plain as usize..end.plain as usize] {
            colours[item as usize] = 0;
        }
        for &ColouredItem { item, colour } in
            &coloured[start.coloured as usize..end.coloured as usize]
        {
            colours[item as usize] = colour;
        }
        self.cost += u128::from(self.costs[option as usize]);
        self.chosen.push(option);
        self.is_chosen[option as usize] = true;
    }

    /// Takes the latest choices back, until this number of them is left.
    pub(super) fn unchoose_to(&mut self, count: usize) {
        while self.chosen.len() > count {
            let Some(option) = self.chosen.pop() else { return };
            self.is_chosen[option as usize] = false;
            self.demand(option, 1); // without options the colour of an item is ignored
            self.cost -= u128::from(self.costs[option as usize]);
        }
    }

    fn demand(&mut self, option: u32, more: i32) {
        let State { starts, plain, coloured, demands, .. } = self;
        let (start, end) = (starts[option as usize], starts[option as usize + 1]);
        let plain = plain[start.plain as usize..end.plain as usize].iter().copied();
        let coloured =
            coloured[start.coloured as usize..end.coloured as usize].iter().map(|entry| entry.item);
        for item in plain.chain(coloured) {
            let demand = &mut demands[item as usize];
            demand.need += more;
            demand.room += more;
        }
    }

    pub(super) fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    /// The chosen options, and others, in the order of the problem.
    pub(super) fn cover_with(&self, others: &[u32]) -> Vec<OptionId> {
        let options = self.chosen.iter().chain(others);
        let mut options: Vec<OptionId> = options.map(|&option| OptionId(option)).collect();
        options.sort_unstable();
        options
    }

    /// The total cost of the chosen options.
    pub(super) fn cost(&self) -> u128 {
        self.cost
    }

    /// The cost of an option.
    pub(super) fn cost_of(&self, option: u32) -> u64 {
        self.costs[option as usize]
    }
}

/// The bit of an item in masks, one of 128; of many items several share one.
fn bit(item: u32) -> u128 {
    1 << (item % u128::BITS)
}
