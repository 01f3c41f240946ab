//! The chosen options, and the remaining needs of the items.

use crate::cover::{self, Problem};

/// An item in an option.
#[derive(Clone, Copy, Debug)]
struct Entry {
    item: u32,
    /// The colour that the option gives it; 0 if none.
    colour: u32,
}

/// The problem as the search uses it, and the chosen options.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The start of each option's entries without a colour, and of those with one, which follow.
    starts: Vec<(u32, u32)>,
    entries: Vec<Entry>,
    costs: Vec<u64>,
    is_primary: Vec<bool>,
    /// The bounds of each item; (0, 1) for a secondary one.
    bounds: Vec<(u32, u32)>,
    /// The number of chosen options of each item.
    times: Vec<u32>,
    /// The colour of each item that stands in a chosen option.
    colours: Vec<u32>,
    chosen: Vec<u32>,
    cost: u128,
}

impl State {
    pub(super) fn new(problem: &Problem) -> State {
        let mut state = State {
            starts: Vec::with_capacity(problem.options().len() + 1),
            entries: Vec::with_capacity(problem.entry_count()),
            costs: problem.options().map(|option| problem.cost(option)).collect(),
            is_primary: problem.items().map(|item| problem.is_primary(item)).collect(),
            bounds: problem.items().map(|item| problem.bounds(item)).collect(),
            times: vec![0; problem.items().len()],
            colours: vec![0; problem.items().len()],
            chosen: Vec::new(),
            cost: 0,
        };
        for option in problem.options() {
            let start = state.entries.len() as u32;
            let (plain, coloured): (Vec<cover::OptionEntry>, Vec<cover::OptionEntry>) =
                problem.items_of(option).iter().partition(|entry| entry.colour.is_none());
            state.starts.push((start, start + plain.len() as u32));
            state.entries.extend(plain.iter().chain(&coloured).map(|entry| Entry {
                item: entry.item.0,
                colour: entry.colour.map_or(0, |colour| colour.0.get()),
            }));
        }
        state.starts.push((state.entries.len() as u32, 0));
        state
    }

    fn entries(&self, option: u32) -> &[Entry] {
        let (start, end) = (self.starts[option as usize].0, self.starts[option as usize + 1].0);
        &self.entries[start as usize..end as usize]
    }

    /// The items that an option gives no colour: these may tax it.
    pub(super) fn taxing(&self, option: u32) -> impl Iterator<Item = usize> {
        let (start, end) = self.starts[option as usize];
        self.entries[start as usize..end as usize].iter().map(|entry| entry.item as usize)
    }

    pub(super) fn has_primary(&self, option: u32) -> bool {
        self.taxing(option).any(|item| self.is_primary[item])
    }

    /// The number of items.
    pub(super) fn items(&self) -> usize {
        self.bounds.len()
    }

    /// The number of further options that an item needs, and that it has room for.
    pub(super) fn need_and_room(&self, item: usize) -> (u32, u32) {
        let ((least, most), times) = (self.bounds[item], self.times[item]);
        (least.saturating_sub(times), most.saturating_sub(times))
    }

    /// Whether an option may join the chosen ones.
    pub(super) fn fits(&self, option: u32) -> bool {
        self.entries(option).iter().all(|&Entry { item, colour }| {
            let item = item as usize;
            self.times[item] < self.bounds[item].1 || colour != 0 && colour == self.colours[item]
        })
    }

    pub(super) fn choose(&mut self, option: u32) {
        let (start, end) = (self.starts[option as usize].0, self.starts[option as usize + 1].0);
        for Entry { item, colour } in &self.entries[start as usize..end as usize] {
            self.times[*item as usize] += 1;
            self.colours[*item as usize] = *colour;
        }
        self.cost += u128::from(self.costs[option as usize]);
        self.chosen.push(option);
    }

    /// Takes the latest choice back.
    pub(super) fn unchoose(&mut self) {
        let Some(option) = self.chosen.pop() else { return };
        let (start, end) = (self.starts[option as usize].0, self.starts[option as usize + 1].0);
        for entry in &self.entries[start as usize..end as usize] {
            self.times[entry.item as usize] -= 1; // without options its colour is ignored
        }
        self.cost -= u128::from(self.costs[option as usize]);
    }

    pub(super) fn chosen(&self) -> &[u32] {
        &self.chosen
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
