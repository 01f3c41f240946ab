//! Raises the bound as far as any taxes can: by linear programming.
//!
//! # The idea
//!
//! Three items, and an option for each two of them, which costs 2:
//!
//! ```text
//!      a b  |2      b c  |2      c a  |2
//! ```
//!
//! Any two options clash, so there is no cover. But if an option could be chosen in part, a half of
//! each would cover all items, for 3. Taxes of 1 on each item show the same: no cover costs less
//! than 3. The most that taxes can show is always what the cheapest cover in parts costs; that is
//! the duality of linear programming. One tax at a time may not lead there: often several have to
//! change together.
//!
//! The *dual simplex method* finds how. It keeps a *basis*, as many variables as there are items,
//! whose parts are computed from those of all others, which are none or whole. If a part in the
//! basis comes out below nothing or above one, taxes change in the one direction that makes others
//! pay for it. They do until the reduced cost of another option falls to 0; that one enters the
//! basis. Each step raises the bound, or keeps it. At the end no part is out of its bounds, and
//! parts and taxes prove each other.
//!
//! # Exactness
//!
//! All this is computed with floating-point numbers. They only *propose* taxes: these are rounded
//! to grains, and reduced costs and bound are then computed from them, exactly. A proposal that
//! does not raise the bound is dropped. So is the rest of the work if numbers become doubtful.
//!
//! If the parts are whole, they are a cover; the search checks it and need not look for it.
//!
//! # Invariants
//!
//! 1. The reduced cost of a variable outside the basis is not below 0 if it is at its lower bound,
//!    and not above 0 if it is at its upper bound.
//! 2. `inverse` is the inverse of the matrix of the basis.
//!
//! Sources: Lemke, *The dual method of solving the linear programming problem* (1954); Forrest and
//! Goldfarb, *Steepest-edge simplex algorithms for linear programming* (1992), which chooses what
//! leaves the basis.
//!
//! Deliberately lacking: a factored basis. The inverse is dense, for at most [`MOST_ROWS`] items.

use std::ops::ControlFlow;

use super::state::State;
use super::taxes::Lists;
use crate::cover::Bounds;

/// The most items: their inverse has 8 bytes for each pair.
pub(super) const MOST_ROWS: usize = 2500;

/// The steps between looks at the watch.
const STEPS: usize = 32;

/// A reduced cost, or a part, within this of its bound is there.
const NEAR: f64 = 1e-7;

/// The least number to divide by.
const LEAST: f64 = 1e-7;

/// Where a variable is: at its lower bound, at its upper bound, or in the basis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    Lower,
    Upper,
    Basis,
}

/// The work space; it is kept from one use to the next.
#[derive(Debug, Default)]
pub(super) struct Linear {
    /// The item of each row, and the row of each item.
    rows: Vec<u32>,
    row_of: Vec<u32>,
    /// Variables are the options, by place, and after them one slack variable for each row: minus
    /// the number of its item's options that are chosen.
    at: Vec<At>,
    /// Reduced costs, of options and then of rows.
    reduced: Vec<f64>,
    /// The changes of taxes, by row.
    more: Vec<f64>,
    basis: Vec<u32>,
    parts: Vec<f64>,
    bounds: Vec<Interval>,
    /// The bounds of the variable of each row.
    demands: Vec<Interval>,
    inverse: Vec<f64>,
    weights: Vec<f64>,
    /// The row of the inverse that leaves: where it is not 0, and what it is there.
    leaving: Vec<(u32, f64)>,
    /// Of each option, and then of each row, the entry in the row that leaves; and which are not 0.
    entries: Vec<f64>,
    touched: Vec<u32>,
    /// The column that enters.
    column: Vec<f64>,
    /// The work done: numbers computed.
    pub(super) work: u64,
}

/// What a part may be.
#[derive(Clone, Copy, Debug)]
struct Interval {
    lower: f64,
    upper: f64,
}

/// That of an option: left out, chosen, or between.
const WHOLE: Interval = Interval { lower: 0.0, upper: 1.0 };

/// What is left of a problem at a node of the search.
pub(super) struct Program<'n> {
    pub(super) state: &'n State,
    /// The options that are left.
    pub(super) options: &'n [u32],
    /// The places of those of each item.
    pub(super) lists: &'n Lists,
    /// Their reduced costs.
    pub(super) reduced: &'n [i64],
}

const NO_ROW: u32 = u32::MAX;

impl Linear {
    /// Whether it takes this many items.
    pub(super) fn takes(items: usize) -> bool {
        items <= MOST_ROWS
    }

    /// Proposes changes of the taxes, in [`Self::changes`]; stops as soon as the bound rises by
    /// more than `enough` grains. `Break` if the watch does.
    // Within its caller it takes 3 % more instructions.
    #[inline(never)]
    pub(super) fn solve(
        &mut self,
        program: &Program<'_>,
        enough: f64,
        pulse: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.set_up(program);
        let (mut gain, mut steps) = (0.0, 0);
        let most = 100 * self.rows.len() + 1000;
        while gain <= enough && steps < most {
            steps += 1;
            if steps % STEPS == 0 {
                pulse()?;
            }
            let Some((row, is_above)) = self.choose_row() else { break };
            self.price(row, program.lists);
            let Interval { lower, upper } = self.bounds[row];
            let far = if is_above { self.parts[row] - upper } else { lower - self.parts[row] };
            let Some(entering) = self.choose_column(is_above) else {
                // No cover, not even in parts: taxes may change this way as far as one likes.
                let step = ((enough - gain) / far + 1.0) * 1.01;
                self.tax(if is_above { step } else { -step });
                break;
            };
            let step = self.reduced[entering] / self.entries[entering];
            if !self.enter(program, row, entering, is_above) {
                break;
            }
            gain += step.abs() * far;
        }
        ControlFlow::Continue(())
    }

    /// The change of each tax that has one: item and grains.
    pub(super) fn changes(&self) -> impl Iterator<Item = (usize, i64)> {
        let changes = self.rows.iter().zip(&self.more);
        changes.map(|(&item, &more)| (item as usize, more.round() as i64))
    }

    /// The parts of the options that have any, by their places.
    pub(super) fn parts(&self) -> impl Iterator<Item = (u32, f64)> {
        let options = self.at.len() - self.rows.len();
        let whole = (0..options).filter(|&option| self.at[option] == At::Upper);
        let basis = self.basis.iter().zip(&self.parts).map(|(&variable, &part)| (variable, part));
        let basis =
            basis.filter(move |&(variable, part)| (variable as usize) < options && part > NEAR);
        basis.chain(whole.map(|option| (option as u32, 1.0)))
    }

    /// Begins with a basis of rows, and the taxes as they are.
    #[allow(clippy::cast_precision_loss)] // proposals need not be exact
    fn set_up(&mut self, &Program { state, lists, reduced, .. }: &Program<'_>) {
        self.rows.clear();
        self.row_of.clear();
        self.demands.clear();
        for item in 0..state.items() {
            let Bounds { least: need, most: room } = state.bounds_left(item);
            let left = lists.of(item).len() as u32;
            let is_bound = left > 0 && (need > 0 || left > room);
            self.row_of.push(if is_bound { self.rows.len() as u32 } else { NO_ROW });
            if is_bound {
                self.rows.push(item as u32);
                self.demands.push(Interval { lower: -f64::from(room), upper: -f64::from(need) });
            }
        }
        self.bounds.clone_from(&self.demands);
        let (options, rows) = (reduced.len(), self.rows.len());
        self.reduced.clear();
        self.reduced.extend(reduced.iter().map(|&reduced| reduced as f64));
        self.reduced.resize(options + rows, 0.0);
        self.at.clear();
        let at = |&reduced: &i64| if reduced < 0 { At::Upper } else { At::Lower };
        self.at.extend(reduced.iter().map(at));
        self.at.resize(options + rows, At::Basis);
        self.basis.clear();
        self.basis.extend((options..options + rows).map(|variable| variable as u32));
        self.parts.clear();
        for &item in &self.rows {
            let whole = |&&place: &&u32| self.at[place as usize] == At::Upper;
            let whole = lists.of(item as usize).iter().filter(whole).count();
            self.parts.push(-f64::from(whole as u32));
        }
        self.more.clear();
        self.more.resize(rows, 0.0);
        self.weights.clear();
        self.weights.resize(rows, 1.0);
        self.column.resize(rows, 0.0);
        self.touched.clear();
        self.entries.clear();
        self.entries.resize(options + rows, 0.0);
        self.inverse.clear();
        self.inverse.resize(rows * rows, 0.0);
        (0..rows).for_each(|row| self.inverse[row * rows + row] = 1.0);
        self.work += (rows * rows + options) as u64;
    }

    /// The row of the basis that is farthest out of its bounds, by its weight, and whether it is
    /// above them.
    fn choose_row(&self) -> Option<(usize, bool)> {
        let (mut chosen, mut most) = (None, 0.0);
        for (row, (&part, &Interval { lower, upper })) in
            self.parts.iter().zip(&self.bounds).enumerate()
        {
            let far = (part - upper).max(lower - part);
            if far > NEAR && far * far > most * self.weights[row] {
                most = far * far / self.weights[row];
                chosen = Some((row, part > upper));
            }
        }
        chosen
    }

    /// Computes the row that leaves, for each variable.
    fn price(&mut self, row: usize, lists: &Lists) {
        for variable in self.touched.drain(..) {
            self.entries[variable as usize] = 0.0;
        }
        self.leaving.clear();
        let (rows, options) = (self.rows.len(), self.at.len() - self.rows.len());
        for (k, &number) in self.inverse[row * rows..(row + 1) * rows].iter().enumerate() {
            if number.abs() < 1e-11 {
                continue;
            }
            self.leaving.push((k as u32, number));
            self.entries[options + k] = number;
            self.touched.push((options + k) as u32);
            let places = lists.of(self.rows[k] as usize);
            for &place in places {
                let entry = &mut self.entries[place as usize];
                if *entry == 0.0 {
                    self.touched.push(place);
                }
                *entry += number;
            }
            self.work += places.len() as u64;
        }
        self.work += rows as u64;
    }

    /// The variable whose reduced cost comes to 0 first; of several the one with the largest entry.
    fn choose_column(&self, is_above: bool) -> Option<usize> {
        let sign = if is_above { 1.0 } else { -1.0 };
        let options = self.at.len() - self.rows.len();
        let (mut chosen, mut least, mut largest) = (None, f64::INFINITY, 0.0);
        for &variable in &self.touched {
            let variable = variable as usize;
            let entry = sign * self.entries[variable];
            let is_taken = match self.at[variable] {
                At::Lower => entry > LEAST,
                At::Upper => entry < -LEAST,
                At::Basis => false,
            };
            // An item that needs as many as it has room for has no play.
            let is_fixed = |row: usize| self.demands[row].lower >= self.demands[row].upper;
            if !is_taken || variable >= options && is_fixed(variable - options) {
                continue;
            }
            let ratio = self.reduced[variable] / entry;
            if ratio < least || ratio <= least && entry.abs() > largest {
                (chosen, least, largest) = (Some(variable), ratio, entry.abs());
            }
        }
        chosen
    }

    /// Changes taxes along the row that leaves.
    fn tax(&mut self, step: f64) {
        for &(row, number) in &self.leaving {
            self.more[row as usize] += step * number;
        }
    }

    /// Exchanges a row of the basis for another variable. False if numbers have become doubtful.
    fn enter(
        &mut self,
        program: &Program<'_>,
        row: usize,
        entering: usize,
        is_above: bool,
    ) -> bool {
        let rows = self.rows.len();
        self.fill_column(program, entering);
        let pivot = self.column[row];
        if (pivot - self.entries[entering]).abs() > 1e-6 * (1.0 + pivot.abs()) {
            return false;
        }
        // Taxes and reduced costs.
        let step = self.reduced[entering] / pivot;
        self.tax(step);
        for variable in self.touched.drain(..) {
            // A variable may be there twice.
            let entry = std::mem::take(&mut self.entries[variable as usize]);
            self.reduced[variable as usize] -= step * entry;
        }
        let left = self.basis[row] as usize;
        self.reduced[left] = -step;
        self.reduced[entering] = 0.0;
        // Parts.
        let broken = self.bounds[row];
        let bound = if is_above { broken.upper } else { broken.lower };
        let change = (self.parts[row] - bound) / pivot;
        let bounds = self.bounds_of(entering);
        let before = if self.at[entering] == At::Upper { bounds.upper } else { bounds.lower };
        self.at[left] = if is_above { At::Upper } else { At::Lower };
        self.at[entering] = At::Basis;
        // The inverse and the weights.
        let (leaving, weight) =
            (&self.leaving, self.leaving.iter().map(|&(_, number)| number * number).sum::<f64>());
        for other in 0..rows {
            let entry = self.column[other];
            if other == row || entry.abs() < 1e-11 {
                continue;
            }
            self.parts[other] -= change * entry;
            let ratio = entry / pivot;
            let line = &mut self.inverse[other * rows..(other + 1) * rows];
            let mut product = 0.0;
            for &(k, number) in leaving {
                let of_line = &mut line[k as usize];
                product += *of_line * number;
                *of_line -= ratio * number;
            }
            let weight = self.weights[other] - 2.0 * ratio * product + ratio * ratio * weight;
            self.weights[other] = weight.max(1e-4);
            self.work += leaving.len() as u64;
        }
        for &(k, number) in leaving {
            self.inverse[row * rows + k as usize] = number / pivot;
        }
        self.weights[row] = (weight / (pivot * pivot)).max(1e-4);
        self.parts[row] = before + change;
        self.basis[row] = entering as u32;
        self.bounds[row] = bounds;
        true
    }

    fn bounds_of(&self, variable: usize) -> Interval {
        let options = self.at.len() - self.rows.len();
        if variable < options { WHOLE } else { self.demands[variable - options] }
    }

    /// Computes the column that enters.
    fn fill_column(&mut self, program: &Program<'_>, entering: usize) {
        let &Program { state, options, .. } = program;
        let rows = self.rows.len();
        let Linear { column, inverse, row_of, .. } = self;
        column.fill(0.0);
        let mut add = |k: usize| {
            for (entry, line) in column.iter_mut().zip(inverse.chunks_exact(rows)) {
                *entry += line[k];
            }
        };
        if let Some(&option) = options.get(entering) {
            let rows = state.taxing(option).iter().map(|&item| row_of[item as usize]);
            rows.filter(|&row| row != NO_ROW).for_each(|row| add(row as usize));
        } else {
            add(entering - options.len());
        }
        self.work += rows as u64;
    }
}
