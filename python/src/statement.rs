//! Exact-cover problems out of Python's objects.
//!
//! ```text
//!      options    ["ce", "adg", ...]  or  {"sofa": [...], ...}      anything hashable in each
//!         │
//!         ▼
//!      items      numbered as they come; called by what Python calls them, as far as names can be
//! ```
//!
//! Tuples of two or three whole numbers are cells, and get the names of cells, as `0,1`: so covers
//! of a board can be drawn.
//!
//! A set has another order in another process, and lists and dicts can change. So a problem is
//! pickled by numbers, in the order that they got here: see [`Numbered`].

use std::collections::{HashMap, HashSet};
use std::iter;

use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFrozenSet, PyList, PyMapping, PySet, PyString, PyTuple};
use tourdion::cover::{Bounds, OptionEntry, Problem};
use tourdion::excerpt::shortened;

use crate::signals;
use crate::{argument, wrong};

/// The most characters of a name.
const LONGEST: usize = 40;

/// The arguments that say more about items and options than the options themselves.
pub struct Details<'py> {
    pub items: Option<Bound<'py, PyAny>>,
    pub secondary: Option<Bound<'py, PyAny>>,
    pub multiplicities: Option<Bound<'py, PyMapping>>,
    pub costs: Option<Bound<'py, PyAny>>,
}

/// A problem, and the objects that its options are to Python.
pub struct Stated {
    pub problem: Problem,
    pub options: Vec<Py<PyAny>>,
    pub items: Vec<Py<PyAny>>,
}

/// A problem by numbers of items and colours, in their order: what it is made of, and pickled as.
#[derive(Default)]
pub struct Numbered {
    pub secondary: HashSet<usize>,
    /// The least and the most options with an item.
    pub bounds: HashMap<usize, (u32, u32)>,
    /// Of each option its items, and their colours.
    pub entries: Vec<Vec<Entry>>,
    /// Of each option, if there are any.
    pub costs: Option<Vec<u64>>,
}

/// An item of an option, and its colour.
pub type Entry = (usize, Option<usize>);

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

    /// The items of the argument of this name.
    fn all_of(
        &mut self,
        name: &str,
        items: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<HashSet<usize>> {
        let Some(items) = items else { return Ok(HashSet::new()) };
        if items.is_instance_of::<PyString>() && items.len()? > 1 && self.numbers.contains(items)? {
            let found = argument::shown(items);
            let why = format!("{name}: expected a list of items, found one item, {found}");
            return Err(PyTypeError::new_err(why));
        }
        let all = watched(items).and_then(|all| all.map(|item| self.number(&item?)).collect());
        all.map_err(|error| placed(items.py(), name, error))
    }
}

/// States a problem.
///
/// # Errors
/// If an item can't be hashed, or the problem refuses it or an option.
pub fn state<'py>(options: &Bound<'py, PyAny>, details: &Details<'py>) -> PyResult<Stated> {
    let py = options.py();
    let mut items = Items { numbers: PyDict::new(py), all: Vec::new() };
    items.all_of("items", details.items.as_ref())?;
    let (listed, colours) = (listed(options)?, PyDict::new(py));
    let mut entries = Vec::with_capacity(listed.len());
    for (number, (_, option)) in listed.iter().enumerate() {
        signals::look(py, number)?;
        let its = entries_of(option, &mut items, &colours);
        entries.push(its.map_err(|error| placed(py, &format!("option {number}"), error))?);
    }
    let secondary = items.all_of("secondary", details.secondary.as_ref())?;
    let bounds = bounds(details.multiplicities.as_ref(), &mut items)?;
    let costs = details.costs.as_ref().map(|costs| costs_of(&listed, costs)).transpose()?;
    let numbered = Numbered { secondary, bounds, entries, costs };
    let problem = build(&items.all, &numbered)?;
    let options = listed.into_iter().map(|(option, _)| option.unbind()).collect();
    Ok(Stated { problem, options, items: items.all.into_iter().map(Bound::unbind).collect() })
}

/// Makes a problem of numbers.
///
/// # Errors
/// If the problem refuses an item or an option.
pub fn build(items: &[Bound<'_, PyAny>], numbered: &Numbered) -> PyResult<Problem> {
    let mut problem = Problem::new();
    let names = names(items)?;
    let mut ids = Vec::with_capacity(names.len());
    for (number, name) in names.iter().enumerate() {
        let is_secondary = numbered.secondary.contains(&number);
        let id = match numbered.bounds.get(&number) {
            Some((least, most)) if is_secondary => {
                return Err(wrong(format!(
                    "the secondary item {name} can't have multiplicities, as {least} to {most}"
                )));
            }
            Some(&(least, most)) => problem.multiple(name, Bounds { least, most }),
            None if is_secondary => problem.secondary(name),
            None => problem.primary(name),
        };
        ids.push(id.map_err(|error| wrong(error.to_string()))?);
    }
    for (number, entries) in numbered.entries.iter().enumerate() {
        if let Some(item) = items.first() {
            signals::look(item.py(), number)?;
        }
        let mut option = Vec::with_capacity(entries.len());
        for &(item, colour) in entries {
            let colour = colour.map(|colour| problem.colour(&format!("c{colour}"))).transpose();
            let colour = colour.map_err(|error| wrong(format!("option {number}: {error}")))?;
            let item = *ids.get(item).ok_or_else(|| wrong("there is no such item"))?;
            option.push(OptionEntry { item, colour });
        }
        let added = problem.option(option);
        added.map_err(|error| wrong(format!("option {number}: {error}")))?;
    }
    let costs = numbered.costs.iter().flatten();
    for (option, &cost) in problem.options().collect::<Vec<_>>().into_iter().zip(costs) {
        problem.set_cost(option, cost).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(problem)
}

/// The numbers of a problem that [`build`] has made.
pub fn numbers_of(problem: &Problem) -> Numbered {
    let mut numbered = Numbered::default();
    for item in problem.items() {
        if !problem.is_primary(item) {
            numbered.secondary.insert(item.index());
        } else if problem.bounds(item) != Bounds::ONCE {
            let Bounds { least, most } = problem.bounds(item);
            numbered.bounds.insert(item.index(), (least, most));
        }
    }
    for option in problem.options() {
        let entry = |entry: &OptionEntry| {
            // The name of a colour is its number.
            let colour = entry.colour.map(|colour| problem.colour_name(colour)[1..].parse());
            (entry.item.index(), colour.and_then(Result::ok))
        };
        numbered.entries.push(problem.entries_of(option).iter().map(entry).collect());
    }
    if problem.options().any(|option| problem.cost(option) > 0) {
        numbered.costs = Some(problem.options().map(|option| problem.cost(option)).collect());
    }
    numbered
}

/// Entries as a pickled problem has them, 32 bits each, the lowest byte first: of each option their
/// number, and then of each its item, and the number of its colour from 1 on, or 0.
pub fn packed(entries: &[Vec<Entry>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entries.iter().map(|option| 4 + 8 * option.len()).sum());
    for option in entries {
        let its = option.iter().flat_map(|&(item, colour)| [item, colour.map_or(0, |at| at + 1)]);
        for number in iter::once(option.len()).chain(its) {
            // A problem counts items, entries and colours in 32 bits.
            bytes.extend((number as u32).to_le_bytes());
        }
    }
    bytes
}

/// The entries that [`packed`] has written; `None` if it has not.
pub fn unpacked(bytes: &[u8]) -> Option<Vec<Vec<Entry>>> {
    let (words, rest) = bytes.as_chunks::<4>();
    let mut words = words.iter().map(|word| u32::from_le_bytes(*word) as usize);
    let mut entries = Vec::new();
    while let Some(length) = words.next() {
        let mut entry = || Some((words.next()?, words.next()?.checked_sub(1)));
        entries.push((0..length).map(|_| entry()).collect::<Option<_>>()?);
    }
    rest.is_empty().then_some(entries)
}

/// The mapping that an object is. To ask takes long; so lists, texts and sets are not asked.
fn mapping<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyMapping>> {
    let is_none = object.is_instance_of::<PyList>()
        || object.is_instance_of::<PyTuple>()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PySet>()
        || object.is_instance_of::<PyFrozenSet>();
    if is_none { None } else { object.cast::<PyMapping>().ok() }
}

/// The keys and values of a mapping.
fn pairs<'py>(
    mapping: &Bound<'py, PyMapping>,
) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    mapping.items()?.iter().map(|pair| pair.extract()).collect()
}

/// Each option, as Python is to see it, with its items: the keys and values of a dict, or an option
/// twice.
fn listed<'py>(
    options: &Bound<'py, PyAny>,
) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    if let Some(mapping) = mapping(options) {
        return pairs(mapping);
    }
    if options.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "expected options, each with its items, found one str; for a text in Knuth's form \
             there is Problem.read",
        ));
    }
    // An iterator is used up by one look, and its options are looked at again.
    let twice = |(number, option): (usize, PyResult<Bound<'py, PyAny>>)| {
        signals::look(options.py(), number)?;
        let mut option = option?;
        if option.hasattr("__next__")? {
            let all = watched(&option)?.collect::<PyResult<Vec<_>>>()?;
            option = PyTuple::new(option.py(), all)?.into_any();
        }
        Ok((option.clone(), option))
    };
    let all = options.try_iter().map_err(|error| {
        if !error.is_instance_of::<PyTypeError>(options.py()) {
            return error;
        }
        let found = argument::type_of(options);
        PyTypeError::new_err(format!("expected options, each with its items, found {found}"))
    })?;
    all.enumerate().map(twice).collect()
}

/// The items of an option; of a mapping with their colours, unless these are None.
fn entries_of<'py>(
    option: &Bound<'py, PyAny>,
    items: &mut Items<'py>,
    colours: &Bound<'py, PyDict>,
) -> PyResult<Vec<Entry>> {
    if let Some(mapping) = mapping(option) {
        let entry = |(item, colour): (Bound<'py, PyAny>, Bound<'py, PyAny>)| {
            let colour = (!colour.is_none()).then(|| number_of(&colour, colours)).transpose()?;
            Ok((items.number(&item)?, colour))
        };
        return pairs(mapping)?.into_iter().map(entry).collect();
    }
    watched(option)?.map(|item| Ok((items.number(&item?)?, None))).collect()
}

/// What an object has, one by one, with a look at signals now and then: it may never end.
fn watched<'py>(
    object: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>>> {
    let py = object.py();
    let look = move |(number, one): (usize, PyResult<_>)| signals::look(py, number).and(one);
    Ok(object.try_iter()?.enumerate().map(look))
}

/// The number of a colour.
fn number_of<'py>(colour: &Bound<'py, PyAny>, colours: &Bound<'py, PyDict>) -> PyResult<usize> {
    if let Some(number) = colours.get_item(colour)? {
        return number.extract();
    }
    colours.set_item(colour, colours.len())?;
    Ok(colours.len() - 1)
}

/// A wrong type in an option or an argument, with its name. What else is raised meanwhile, as by an
/// interrupt, is raised as it is.
fn placed(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    if !error.get_type(py).is(py.get_type::<PyTypeError>()) {
        return error;
    }
    PyTypeError::new_err(format!("{name}: {}", error.value(py)))
}

/// The bounds of items: a number, or the least and the most.
fn bounds<'py>(
    multiplicities: Option<&Bound<'py, PyMapping>>,
    items: &mut Items<'py>,
) -> PyResult<HashMap<usize, (u32, u32)>> {
    let Some(multiplicities) = multiplicities else { return Ok(HashMap::new()) };
    let one = |(number, (item, bounds)): (usize, (Bound<'py, PyAny>, Bound<'py, PyAny>))| {
        signals::look(multiplicities.py(), number)?;
        let both = argument::both::<u32>(&bounds).ok_or_else(|| {
            wrong(format!(
                "multiplicities: expected a number, or a least and a greatest one, as (1, 3); \
                 found {}",
                argument::shown(&bounds)
            ))
        })?;
        Ok((items.number(&item)?, both))
    };
    pairs(multiplicities)?.into_iter().enumerate().map(one).collect()
}

/// The costs of the options, in their order: of an option without a name among them 0.
fn costs_of(
    listed: &[(Bound<'_, PyAny>, Bound<'_, PyAny>)],
    costs: &Bound<'_, PyAny>,
) -> PyResult<Vec<u64>> {
    let cost = |cost: Bound<'_, PyAny>| {
        argument::plain::<u64>(&cost).ok_or_else(|| {
            let found = argument::shown(&cost);
            wrong(format!("costs: expected whole numbers from 0 to 2^64 - 1, found {found}"))
        })
    };
    let Some(by_name) = mapping(costs) else {
        // One more is enough to see that there are too many.
        let all = watched(costs).map_err(|error| placed(costs.py(), "costs", error))?;
        let costs = all.take(listed.len() + 1);
        let costs: Vec<u64> = costs.map(|there| cost(there?)).collect::<PyResult<_>>()?;
        if costs.len() != listed.len() {
            let (options, found) = (listed.len(), costs.len());
            let found = if found > options { "more".to_owned() } else { found.to_string() };
            return Err(wrong(format!(
                "costs: expected one for each of {options} options, found {found}"
            )));
        }
        return Ok(costs);
    };
    let known = PyDict::new(costs.py());
    let mut all = Vec::with_capacity(listed.len());
    for (number, (name, _)) in listed.iter().enumerate() {
        signals::look(costs.py(), number)?;
        known.set_item(name, ()).map_err(|error| no_name(number, name, error))?;
        all.push(if by_name.contains(name)? { cost(by_name.get_item(name)?)? } else { 0 });
    }
    for (name, _) in pairs(by_name)? {
        if !known.contains(&name)? {
            return Err(wrong(format!("costs: there is no option {}", argument::shown(&name))));
        }
    }
    Ok(all)
}

/// The error of an option that no mapping can have a cost of. What its own hash raises is raised.
fn no_name(number: usize, option: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(option.py()) {
        return error;
    }
    PyTypeError::new_err(format!(
        "costs: expected a list with a cost for each option, or options that have names, as \
         {{\"van\": [...]}}: a mapping has no cost of option {number}, which is a {}",
        argument::type_of(option)
    ))
}

/// Names for items, each different.
fn names(items: &[Bound<'_, PyAny>]) -> PyResult<Vec<String>> {
    let cells: Vec<Option<Vec<i64>>> = items.iter().map(cell).collect();
    let length = cells.iter().flatten().map(Vec::len).next().unwrap_or(0);
    let are_cells = length > 0 && cells.iter().flatten().all(|cell| cell.len() == length);
    let called = |cell: &Vec<i64>| cell.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    // What is drawn as a cell is one.
    let mut taken: HashSet<String> =
        cells.iter().flatten().filter(|_| are_cells).map(called).collect();
    let mut names = Vec::with_capacity(items.len());
    for (number, (item, cell)) in items.iter().zip(&cells).enumerate() {
        signals::look(item.py(), number)?;
        if let Some(cell) = cell.as_ref().filter(|_| are_cells) {
            names.push(called(cell));
            continue;
        }
        // A name that is made up may be another's, too.
        let mut name = spelled(item)?;
        while name.is_empty() || taken.contains(&name) || are_cells && is_cell(&name) {
            name = format!("{name}#{number}");
        }
        taken.insert(name.clone());
        names.push(name);
    }
    Ok(names)
}

/// What Python calls an item, without what no name may have; its type, if Python has no text of
/// it.
fn spelled(item: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = match item.str() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(error) if error.is_instance_of::<PyException>(item.py()) => {
            item.get_type().name()?.to_string()
        }
        Err(error) => return Err(error),
    };
    let is_no_part = |c: char| c.is_whitespace() || c == ':' || c == '|';
    Ok(shortened(&text, LONGEST).replace(is_no_part, "_"))
}

/// Whether a picture would take an item of this name for a cell.
fn is_cell(name: &str) -> bool {
    let mut parts = name.split(',');
    matches!(name.matches(',').count(), 1 | 2) && parts.all(|part| part.parse::<i64>().is_ok())
}

/// A tuple of two or three whole numbers.
fn cell(item: &Bound<'_, PyAny>) -> Option<Vec<i64>> {
    let tuple = item.cast::<PyTuple>().ok()?;
    if !matches!(tuple.len(), 2 | 3) || tuple.iter().any(|at| at.is_instance_of::<PyBool>()) {
        return None;
    }
    tuple.iter().map(|at| at.extract().ok()).collect()
}
