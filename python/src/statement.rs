//! Exact-cover problems out of Python's objects.
//!
//! ```text
//!      options    ["ce", "adg", ...]  or  {"sofa": [...], ...}      anything hashable in each
//!         │
//!         ▼
//!      items      numbered as they come; called by what Python calls them, as far as names can be
//! ```
//!
//! Tuples of two or three whole numbers are cells, and get the names of cells, from 1: so covers of
//! a board can be drawn.

use std::collections::{HashMap, HashSet};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};
use tourdion::cover::{OptionEntry, Problem};
use tourdion::excerpt::shortened;

use crate::work::look_at_signals;
use crate::wrong;

/// The most characters of a name.
const LONGEST: usize = 40;

/// The arguments that say more about items and options than the options themselves.
pub struct Details<'py> {
    pub items: Option<Bound<'py, PyAny>>,
    pub secondary: Option<Bound<'py, PyAny>>,
    pub multiplicities: Option<Bound<'py, PyDict>>,
    pub costs: Option<Bound<'py, PyAny>>,
}

/// A problem, and the objects that its options are to Python.
pub struct Stated {
    pub problem: Problem,
    pub options: Vec<Py<PyAny>>,
    pub items: Vec<Py<PyAny>>,
}

/// An item of an option, by its number, and its colour.
type Entry<'py> = (usize, Option<Bound<'py, PyAny>>);

/// The items, numbered as they come.
struct Items<'py> {
    numbers: Bound<'py, PyDict>,
    all: Vec<Bound<'py, PyAny>>,
}

impl<'py> Items<'py> {
    fn number(&mut self, item: &Bound<'py, PyAny>) -> PyResult<usize> {
        if let Some(number) = self.numbers.get_item(item)? {
            return number.extract();
        }
        self.numbers.set_item(item, self.all.len())?;
        self.all.push(item.clone());
        Ok(self.all.len() - 1)
    }

    fn all_of(&mut self, items: Option<&Bound<'py, PyAny>>) -> PyResult<HashSet<usize>> {
        let Some(items) = items else { return Ok(HashSet::new()) };
        items.try_iter()?.map(|item| self.number(&item?)).collect()
    }
}

/// States a problem.
///
/// # Errors
/// If an item can't be hashed, or the problem refuses it or an option.
pub fn state<'py>(options: &Bound<'py, PyAny>, details: &Details<'py>) -> PyResult<Stated> {
    let py = options.py();
    let mut items = Items { numbers: PyDict::new(py), all: Vec::new() };
    items.all_of(details.items.as_ref())?;
    let listed = listed(options)?;
    let mut entries = Vec::with_capacity(listed.len());
    for (number, (_, option)) in listed.iter().enumerate() {
        look_at_signals(py, number)?;
        entries.push(entries_of(option, &mut items).map_err(|error| placed(py, number, &error))?);
    }
    let secondary = items.all_of(details.secondary.as_ref())?;
    let bounds = bounds(details.multiplicities.as_ref(), &mut items)?;
    let mut problem = Problem::new();
    let names = names(&items.all)?;
    let mut ids = Vec::with_capacity(names.len());
    for (number, name) in names.iter().enumerate() {
        look_at_signals(py, number)?;
        let id = match bounds.get(&number) {
            Some((least, most)) if secondary.contains(&number) => {
                return Err(wrong(format!(
                    "the secondary item {name} can't have multiplicities, as {least} to {most}"
                )));
            }
            Some(&(least, most)) => problem.multiple(name, least..=most),
            None if secondary.contains(&number) => problem.secondary(name),
            None => problem.primary(name),
        };
        ids.push(id.map_err(|error| wrong(error.to_string()))?);
    }
    let colours = PyDict::new(py);
    for (number, entries) in entries.iter().enumerate() {
        look_at_signals(py, number)?;
        let mut option = Vec::with_capacity(entries.len());
        for (item, colour) in entries {
            let colour = colour.as_ref().map(|colour| named(colour, &colours)).transpose()?;
            let colour = colour.map(|name| problem.colour(&name)).transpose();
            let colour = colour.map_err(|error| wrong(format!("option {number}: {error}")))?;
            option.push(OptionEntry { item: ids[*item], colour });
        }
        let added = problem.option(option);
        added.map_err(|error| wrong(format!("option {number}: {error}")))?;
    }
    set_costs(&mut problem, &listed, details.costs.as_ref())?;
    let options = listed.into_iter().map(|(option, _)| option.unbind()).collect();
    Ok(Stated { problem, options, items: items.all.into_iter().map(Bound::unbind).collect() })
}

/// Each option, as Python is to see it, with its items: the keys and values of a dict, or an option
/// twice.
fn listed<'py>(
    options: &Bound<'py, PyAny>,
) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    if let Ok(dict) = options.cast::<PyDict>() {
        return Ok(dict.iter().collect());
    }
    if options.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "expected options, each with its items, found one str; for a text in Knuth's form \
             there is Problem.read",
        ));
    }
    // An iterator is used up by one look, and its options are looked at again.
    let twice = |(number, option): (usize, PyResult<Bound<'py, PyAny>>)| {
        look_at_signals(options.py(), number)?;
        let mut option = option?;
        if option.hasattr("__next__")? {
            option = PyTuple::new(option.py(), option.try_iter()?.collect::<PyResult<Vec<_>>>()?)?
                .into_any();
        }
        Ok((option.clone(), option))
    };
    options.try_iter()?.enumerate().map(twice).collect()
}

/// The items of an option; of a dict with their colours, unless these are None.
fn entries_of<'py>(
    option: &Bound<'py, PyAny>,
    items: &mut Items<'py>,
) -> PyResult<Vec<Entry<'py>>> {
    if let Ok(dict) = option.cast::<PyDict>() {
        let entry = |(item, colour): (Bound<'py, PyAny>, Bound<'py, PyAny>)| {
            Ok((items.number(&item)?, (!colour.is_none()).then_some(colour)))
        };
        return dict.iter().map(entry).collect();
    }
    option.try_iter()?.map(|item| Ok((items.number(&item?)?, None))).collect()
}

/// The error of an option, with its number.
fn placed(py: Python<'_>, number: usize, error: &PyErr) -> PyErr {
    PyTypeError::new_err(format!("option {number}: {}", error.value(py)))
}

/// The bounds of items: a number, or the least and the most.
fn bounds<'py>(
    multiplicities: Option<&Bound<'py, PyDict>>,
    items: &mut Items<'py>,
) -> PyResult<HashMap<usize, (u32, u32)>> {
    let Some(multiplicities) = multiplicities else { return Ok(HashMap::new()) };
    let one = |(item, bounds): (Bound<'py, PyAny>, Bound<'py, PyAny>)| {
        let both = bounds.extract::<u32>().map(|both| (both, both));
        let both = both.or_else(|_| bounds.extract::<(u32, u32)>()).map_err(|_| {
            wrong("multiplicities: expected a number, or a least and a greatest one, as (1, 3)")
        })?;
        Ok((items.number(&item)?, both))
    };
    multiplicities.iter().map(one).collect()
}

/// The name of a colour, by its number.
fn named<'py>(colour: &Bound<'py, PyAny>, colours: &Bound<'py, PyDict>) -> PyResult<String> {
    let number: usize = if let Some(number) = colours.get_item(colour)? {
        number.extract()?
    } else {
        colours.set_item(colour, colours.len())?;
        colours.len() - 1
    };
    Ok(format!("c{number}"))
}

fn set_costs(
    problem: &mut Problem,
    listed: &[(Bound<'_, PyAny>, Bound<'_, PyAny>)],
    costs: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let Some(costs) = costs else { return Ok(()) };
    let cost = |cost: Bound<'_, PyAny>| {
        cost.extract::<u64>()
            .map_err(|_| wrong(format!("costs: expected whole numbers from 0 on, found {cost}")))
    };
    let by_option = costs.cast::<PyDict>().ok();
    let mut in_order = match by_option {
        Some(_) => None,
        None => Some(costs.try_iter()?),
    };
    let too_few = || wrong(format!("costs: expected one for each of {} options", listed.len()));
    for (option, (key, _)) in problem.options().zip(listed) {
        look_at_signals(costs.py(), option.index())?;
        let there = match (&mut in_order, &by_option) {
            (Some(costs), _) => Some(costs.next().ok_or_else(too_few)??),
            (_, Some(costs)) => costs.get_item(key)?,
            _ => None,
        };
        if let Some(there) = there {
            problem.set_cost(option, cost(there)?).map_err(|error| wrong(error.to_string()))?;
        }
    }
    match in_order.and_then(|mut costs| costs.next()) {
        Some(_) => Err(too_few()),
        None => Ok(()),
    }
}

/// Names for items, each different.
fn names(items: &[Bound<'_, PyAny>]) -> PyResult<Vec<String>> {
    let cells: Vec<Option<Vec<i64>>> = items.iter().map(cell).collect();
    let length = cells.iter().flatten().map(Vec::len).next().unwrap_or(0);
    let are_cells = cells.iter().flatten().all(|cell| cell.len() == length);
    let least: Vec<i64> = (0..length)
        .map(|axis| cells.iter().flatten().map(|cell| cell[axis]).min().unwrap_or(1))
        .collect();
    let (mut names, mut taken) = (Vec::with_capacity(items.len()), HashSet::new());
    for (number, (item, cell)) in items.iter().zip(&cells).enumerate() {
        look_at_signals(item.py(), number)?;
        let name = match cell {
            Some(cell) if are_cells => {
                let shifted = cell.iter().zip(&least).map(|(at, least)| at.saturating_sub(*least));
                let shifted = shifted.map(|at| at.saturating_add(1).to_string());
                shifted.collect::<Vec<_>>().join(",")
            }
            _ => spelled(&shortened(&item.str()?.to_string_lossy(), LONGEST)),
        };
        let name = if name.is_empty() || taken.contains(&name) {
            format!("{name}#{number}")
        } else {
            name
        };
        taken.insert(name.clone());
        names.push(name);
    }
    Ok(names)
}

/// A text without what no name may have.
fn spelled(text: &str) -> String {
    text.replace(|c: char| c.is_whitespace() || c == ':' || c == '|', "_")
}

/// A tuple of two or three whole numbers.
fn cell(item: &Bound<'_, PyAny>) -> Option<Vec<i64>> {
    let tuple = item.cast::<PyTuple>().ok()?;
    if !matches!(tuple.len(), 2 | 3) || tuple.iter().any(|at| at.is_instance_of::<PyBool>()) {
        return None;
    }
    tuple.iter().map(|at| at.extract().ok()).collect()
}
