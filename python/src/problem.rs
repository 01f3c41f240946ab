//! Exact cover, of anything hashable.
//!
//! ```text
//!      Problem(["ce", "adg", ...])   statement ─▶ items and options by their numbers
//!      solve(), count(), ...         work      ─▶ an engine, beside the interpreter
//!      a cover: 0, 3, 4              options   ─▶ ['ce', 'adf', 'bg']
//! ```
//!
//! Invariants. Option number *k* of the stated problem is the *k*-th of the user's, and a cover is
//! made of those very objects. A problem does not change. Each question ends with a signal, and
//! searches with an engine of its own, so that two threads of Python's may ask at once.
//!
//! Deliberately lacking: what is hashed and compared ([`statement`]), and the iterator over covers
//! ([`covers`](crate::covers)).

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyTimeoutError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyMapping, PyTuple};
use tourdion::chance::Chance;
use tourdion::cover::choice::{Question, choose};
use tourdion::cover::question::cheapest::Cheapest;
use tourdion::cover::question::critical::{CriticalSearch, Method};
use tourdion::cover::question::estimate::estimate;
use tourdion::cover::question::memo::Counter;
use tourdion::cover::share::parts::{Part, PartError, Place};
use tourdion::cover::{Cells, Cover, Move, OptionId, Problem as Stated};
use tourdion::draw::{self, NotAPacking};
use tourdion::watch::Watch;

use crate::call::{CallOptions, LazyThreads};
use crate::covers::Covers;
use crate::signals::{self, SignalWatch};
use crate::statement::{self, Details, Numbered};
use crate::work;
use crate::{argument, wrong};

/// Bytes for the tables of a count.
const MEMORY: usize = 1 << 28;

/// An exact-cover problem: choose options so that every item is covered exactly once.
///
/// `options` are lists, or other iterables, of items, and an item is anything hashable; or a
/// mapping from an option's name to its items. An option that is itself a mapping, such as a dict,
/// has its items as keys, each with a colour or None. Covers are lists of your own options, or of
/// their names.
///
/// - `items`: items that have to be covered, also if no option has them
/// - `secondary`: items that are covered at most once, or any number of times with one colour
/// - `multiplicities`: a mapping from an item to the number of options that have to have it, or to
///   the least and the greatest number; an item that no option has is one more, as in `items`
/// - `costs`: whole numbers from 0 on, one for each option, in a list, or in a mapping by name;
///   what is missing there is 0
///
/// Raises TypeError for an item that can't be hashed, and ValueError for a problem that is none,
/// such as an option without items or with one twice.
///
/// To find a cover is NP-complete: questions take as long as they take, on any threads but Python's
/// own, and end soon after Ctrl-C. Source: Knuth, *The Art of Computer Programming*, volume 4B,
/// section 7.2.2.1.
///
/// >>> import tourdion
/// >>> problem = tourdion.Problem(["ce", "adg", "bcf", "adf", "bg", "deg"])
/// >>> problem.solve()
/// ['ce', 'adf', 'bg']
/// >>> problem.count()
/// 1
#[pyclass(frozen, module = "tourdion")]
pub struct Problem {
    stated: Arc<Stated>,
    options: Arc<Vec<Py<PyAny>>>,
    items: Vec<Py<PyAny>>,
    /// The text that it was read from, if it was.
    text: Option<String>,
}

/// A picture, which a notebook shows. `str` is its SVG.
#[pyclass(frozen, module = "tourdion")]
pub struct Picture(String);

impl Picture {
    /// Of an SVG.
    pub fn of(svg: String) -> Picture {
        Picture(svg)
    }
}

#[pymethods]
impl Picture {
    fn __str__(&self) -> &str {
        &self.0
    }

    fn _repr_svg_(&self) -> &str {
        &self.0
    }
}

/// The error of a question.
fn failed(error: impl ToString) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

impl Problem {
    /// A cover as a list of the user's own options.
    fn cover<'py>(&self, py: Python<'py>, cover: &[OptionId]) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, cover.iter().map(|option| self.options[option.index()].bind(py)))
    }

    /// The options held and banned at a place; `None` if the watch stops the cuts that lead there.
    fn moves(
        &self,
        place: &str,
        watch: &mut dyn Watch<[Part]>,
    ) -> PyResult<Option<[Vec<OptionId>; 2]>> {
        let place: Place = place.parse().map_err(|error| wrong(format!("part: {error}")))?;
        if place == Place::WHOLE {
            return Ok(Some([Vec::new(), Vec::new()]));
        }
        let mut cells = Cells::new(&self.stated).map_err(failed)?;
        let part = match Part::at(&place, &mut cells, watch) {
            Err(PartError::Stopped) => return Ok(None),
            part => part.map_err(|error| wrong(format!("part: {error}")))?,
        };
        let (held, banned): (Vec<Move>, Vec<Move>) =
            part.moves().iter().partition(|one| one.held().is_some());
        Ok(Some([held, banned].map(|moves| moves.into_iter().map(Move::option).collect())))
    }

    /// A counter of the covers of a part, on the same terms.
    fn counter(&self, place: &str, watch: &mut dyn Watch<[Part]>) -> PyResult<Option<Counter>> {
        let Some([held, banned]) = self.moves(place, watch)? else { return Ok(None) };
        Counter::new(&self.stated, &held, &banned, MEMORY).map(Some).map_err(failed)
    }
}

/// Ends a count in time, or at a signal.
struct Timed<'s> {
    signals: &'s mut SignalWatch,
    end: Option<Instant>,
}

impl<P: ?Sized> Watch<P> for Timed<'_> {
    fn pulse(&mut self, so_far: &P) -> ControlFlow<()> {
        self.signals.pulse(so_far)?;
        let is_over = self.end.is_some_and(|end| Instant::now() >= end);
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (
        options, *, items=None, secondary=None, multiplicities=None, costs=None
    ))]
    fn new<'py>(
        options: &Bound<'py, PyAny>,
        items: Option<Bound<'py, PyAny>>,
        secondary: Option<Bound<'py, PyAny>>,
        multiplicities: Option<Bound<'py, PyMapping>>,
        costs: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Problem> {
        let details = Details { items, secondary, multiplicities, costs };
        let stated = statement::state(options, &details)?;
        Ok(Problem {
            stated: Arc::new(stated.problem),
            options: Arc::new(stated.options),
            items: stated.items,
            text: None,
        })
    }

    /// A problem that was pickled: what [`Problem::__reduce__`] says.
    #[staticmethod]
    fn _of(
        options: Vec<Py<PyAny>>,
        items: Vec<Bound<'_, PyAny>>,
        secondary: HashSet<usize>,
        bounds: HashMap<usize, (u32, u32)>,
        entries: &[u8],
        costs: Option<Vec<u64>>,
    ) -> PyResult<Problem> {
        let entries = statement::unpacked(entries).filter(|there| there.len() == options.len());
        let entries = entries.ok_or_else(|| wrong("this is no pickled problem"))?;
        let numbered = Numbered { secondary, bounds, entries, costs };
        let stated = statement::build(&items, &numbered)?;
        Ok(Problem {
            stated: Arc::new(stated),
            options: Arc::new(options),
            items: items.into_iter().map(Bound::unbind).collect(),
            text: None,
        })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let this = py.get_type::<Problem>();
        if let Some(text) = &self.text {
            return Ok((this.getattr("read")?, PyTuple::new(py, [text])?));
        }
        let Numbered { secondary, bounds, entries, costs } = statement::numbers_of(&self.stated);
        let entries = PyBytes::new(py, &statement::packed(&entries));
        let arguments = (self.options(py)?, self.items(py)?, secondary, bounds, entries, costs);
        Ok((this.getattr("_of")?, arguments.into_pyobject(py)?))
    }

    /// The number of options.
    fn __len__(&self) -> usize {
        self.options.len()
    }

    /// The options, as they were given.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.options.iter().map(|option| option.bind(py)))
    }

    /// The items, in the order in which they came.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.items.iter().map(|item| item.bind(py)))
    }

    fn __repr__(&self) -> String {
        let count = tourdion::numerals::counted;
        let (items, options) = (self.items.len(), self.options.len());
        format!("<tourdion.Problem: {}, {}>", count(items, "item"), count(options, "option"))
    }

    /// The problem in Knuth's form, which `tourdion cover` reads.
    fn text(&self) -> String {
        self.stated.to_string()
    }

    /// A cover; None if there is none.
    fn solve<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let found = work::on_this_thread(py, |signals| {
            let choice = choose(&self.stated, Question::Few);
            let mut engine =
                choice.engine.build(&self.stated).map_err(|error| error.to_string())?;
            let mut found: Option<Vec<OptionId>> = None;
            let mut keep = |cover: Cover<'_>| {
                found = Some(cover.options().collect());
                ControlFlow::Break(())
            };
            let _ = engine.search(&mut keep, signals);
            if let Some(found) = &mut found {
                found.sort_unstable();
            }
            Ok(found)
        })?;
        let found = found.map_err(|error: String| failed(error))?;
        found.map(|cover| self.cover(py, &cover)).transpose()
    }

    /// All covers, one after another, as they are found: an iterator. It looks a few thousand
    /// covers ahead on a thread of its own, which ends with the iterator. Threads of Python's may
    /// share an iterator: each cover goes to one of them. After a fork it is of use in the process
    /// that asked for it alone.
    ///
    /// With `part`, one of `parts`, only the covers of that part. Raises ValueError for another
    /// `part`, and `next` KeyboardInterrupt, after which it goes on where it was.
    #[pyo3(signature = (*, part="0"))]
    fn covers(&self, py: Python<'_>, part: &str) -> PyResult<Covers> {
        let moves = work::on_this_thread(py, |signals| self.moves(part, signals))?;
        // A signal has been raised before.
        let [held, banned] = moves?.unwrap_or_default();
        let problem = Arc::clone(&self.stated);
        Covers::of(problem, Arc::clone(&self.options), held, banned)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Covers> {
        self.covers(py, "0")
    }

    /// The number of covers, exactly, without listing them.
    ///
    /// With `part`, one of `parts`, only those of that part: the counts of all parts add up to the
    /// whole, whatever machines count them. What is left at a place is counted once, in tables of
    /// up to 256 MB. After `seconds` it raises TimeoutError. `threads` is that of `verify`.
    #[pyo3(signature = (*, part="0", seconds=None, threads=None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        part: &str,
        #[pyo3(from_py_with = argument::seconds)] seconds: Option<Duration>,
        #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = CallOptions::of(py, threads, None)?;
        let total = work::on_this_thread(py, |signals| {
            // The cuts that lead to a part don't count: a part too large for the time has parts
            // that are smaller, but lie deeper.
            let Some(mut counter) = self.counter(part, signals)? else { return Ok(None) };
            let threads = LazyThreads::new(call.threads());
            let end = seconds.and_then(|time| Instant::now().checked_add(time));
            let mut timed = Timed { signals, end };
            Ok::<_, PyErr>(counter.count_on(&|| threads.get(), &mut timed).continue_value())
        })?;
        // A signal has been raised before.
        let total = total?.ok_or_else(|| PyTimeoutError::new_err("the count takes longer"))?;
        // Python reads no decimal numbers of more than 4,300 digits.
        let bytes = PyBytes::new(py, &total.to_bytes());
        py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
    }

    /// `n` covers at random, each equally likely, with repeats; none if there is none. A seed
    /// decides which. It counts all covers first, and takes as long.
    #[pyo3(signature = (n=1, *, seed))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::n)] n: usize,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
    ) -> PyResult<Vec<Bound<'py, PyList>>> {
        let samples = work::on_this_thread(py, |signals| {
            let mut counter = self.counter("0", signals)?.expect("the whole is not cut");
            let mut chance = Chance::new(seed, 0);
            let mut below = |bound| chance.below(bound);
            let mut numbers = Vec::new();
            while numbers.len() < n {
                let ControlFlow::Continue(Some(number)) = counter.draw(&mut below, signals) else {
                    break;
                };
                numbers.push(number);
            }
            // All at once: covers that have to be listed are listed once.
            let covers = counter.covers(&numbers, signals).continue_value().unwrap_or_default();
            Ok::<_, PyErr>(covers.into_iter().flatten().collect::<Vec<_>>())
        })?;
        samples?.iter().map(|cover| self.cover(py, cover)).collect()
    }

    /// The `n` cheapest covers, or all if there are fewer, the cheapest first: pairs of a cost and
    /// a cover. `threads` is that of `verify`; the covers are the same with any number.
    #[pyo3(signature = (n=1, *, threads=None))]
    fn cheapest<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::n)] n: usize,
        #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<(u128, Bound<'py, PyList>)>> {
        let call = CallOptions::of(py, threads, None)?;
        let found = work::on_this_thread(py, |signals| {
            let threads = LazyThreads::new(call.threads());
            let cheapest = Cheapest::new(&self.stated, &[], &[]).map_err(failed)?;
            Ok::<_, PyErr>(cheapest.first_on(n, &|| threads.get(), signals))
        })??;
        let priced = found.covers.iter();
        priced.map(|one| Ok((one.cost, self.cover(py, &one.options)?))).collect()
    }

    /// An estimate of the number of covers and of the nodes of a search, by random ways down: a
    /// dict with `covers`, `covers_error` (one standard error), `nodes`, `nodes_error`, `probes`.
    /// Source: Knuth, *Estimating the efficiency of backtrack programs*.
    #[pyo3(signature = (probes=1000, *, seed=0))]
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::probes)] probes: u32,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let found = work::on_this_thread(py, |signals| {
            let mut chance = Chance::new(seed, 0);
            let mut below = |bound| chance.below(bound);
            estimate(self.stated.engine().as_mut(), probes, &mut below, signals)
        })?;
        let dict = PyDict::new(py);
        dict.set_item("covers", found.covers.mean)?;
        dict.set_item("covers_error", found.covers.standard_error)?;
        dict.set_item("nodes", found.nodes.mean)?;
        dict.set_item("nodes_error", found.nodes.standard_error)?;
        dict.set_item("probes", found.probes)?;
        Ok(dict)
    }

    /// The critical options, those in exactly one cover: pairs of an option and its one cover.
    fn critical<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyList>)>> {
        let found = work::on_this_thread(py, |signals| {
            let engine = |question| {
                let built = choose(&self.stated, question).engine.build(&self.stated);
                built.map_err(|error| error.to_string())
            };
            let trials = engine(Question::Critical)?;
            let search = CriticalSearch::on(trials, &self.stated, Method::default());
            let mut search = search
                .map_err(|error| error.to_string())?
                .listing_on(|| engine(Question::Listing).ok());
            let found = search.find(&[], &[], signals).map_err(|error| error.to_string())?;
            Ok(found.continue_value().cloned().unwrap_or_default())
        })?;
        let found = found.map_err(|error: String| failed(error))?;
        let pairs = found.iter();
        pairs
            .map(|(option, cover)| {
                let option = self.options[option.index()].bind(py).clone();
                Ok((option, self.cover(py, cover)?))
            })
            .collect()
    }

    /// The places of the parts of the whole, or of a part: texts such as `2.3`. They depend on the
    /// problem alone, so any process or machine can do any of them, with `count` or `covers`.
    /// Raises ValueError for what is no part.
    #[pyo3(signature = (*, part="0"))]
    fn parts(&self, py: Python<'_>, part: &str) -> PyResult<Vec<String>> {
        let place: Place = part.parse().map_err(|error| wrong(format!("part: {error}")))?;
        let parts = work::on_this_thread(py, |signals| {
            let mut cells = Cells::new(&self.stated).map_err(|error| error.to_string())?;
            let part = Part::at(&place, &mut cells, signals).map_err(|error| error.to_string())?;
            part.cut(&mut cells, signals).map_err(|error| error.to_string())
        })?;
        let parts = parts.map_err(|error: String| wrong(format!("part: {error}")))?;
        Ok(parts.iter().map(|part| part.place().to_string()).collect())
    }

    /// A cover as a picture, if there are items that are cells: tuples (x, y) or (x, y, z) of whole
    /// numbers, x to the right and y down. The other items of an option name its piece. Raises
    /// ValueError if there are no cells, and for an option that is not the problem's.
    fn draw(&self, cover: &Bound<'_, PyAny>) -> PyResult<Picture> {
        draw::check_packing(&self.stated).map_err(|why| match why {
            NotAPacking::NoCell => {
                wrong("there are no cells: tuples (x, y) or (x, y, z) of whole numbers")
            }
            why => wrong(why.to_string()),
        })?;
        let py = cover.py();
        let mut chosen = Vec::new();
        for option in cover.try_iter()? {
            let option = option?;
            let is_it = |there: &&Py<PyAny>| there.bind(py).is(&option);
            let mut place = self.options.iter().position(|there| is_it(&there));
            if place.is_none() {
                for (number, there) in self.options.iter().enumerate() {
                    if there.bind(py).eq(&option)? {
                        place = Some(number);
                        break;
                    }
                }
            }
            let place =
                place.ok_or_else(|| wrong("an option of the cover is not of the problem"))?;
            chosen.push(OptionId::at(place));
        }
        let drawn = draw::packing(&self.stated, &chosen);
        Ok(Picture(drawn.map_err(|why| wrong(why.to_string()))?))
    }

    /// The problem in a text, in Knuth's form or another one that `tourdion cover` reads. Its
    /// options are lists of str. Raises ValueError, with line and column, for another text.
    #[staticmethod]
    fn read(py: Python<'_>, text: &str) -> PyResult<Problem> {
        let given = text.to_owned();
        let read = work::apart(py, move |_| {
            let problem = given.parse::<Stated>().map_err(|error| error.to_string());
            problem.map(|problem| (problem, given))
        })?;
        let (problem, text) = read.map_err(wrong)?;
        let mut options = Vec::new();
        for (number, option) in problem.options().enumerate() {
            signals::look(py, number)?;
            let entries = problem.entries_of(option).iter().map(|entry| match entry.colour {
                Some(colour) => {
                    format!("{}:{}", problem.name(entry.item), problem.colour_name(colour))
                }
                None => problem.name(entry.item).to_owned(),
            });
            options.push(PyList::new(py, entries)?.into_any().unbind());
        }
        let items = problem.items().map(|item| problem.name(item));
        let items = items.map(|name| Ok(name.into_pyobject(py)?.into_any().unbind()));
        Ok(Problem {
            items: items.collect::<PyResult<_>>()?,
            stated: Arc::new(problem),
            options: Arc::new(options),
            text: Some(text),
        })
    }
}
