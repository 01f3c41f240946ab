//! The reduced problem, as a file that can be read again, with the reductions as comments.
//!
//! ```text
//!      | 7 options and 7 items are 4 options and 3 items now, in 1 part
//!      | idle: 2 items about which all options agree
//!      | duplicates: 1 option the same as another
//!      | forced: 1 option in every cover; clashing with these: 1
//!      | in every cover: 7
//!      | left: 1 3-5                  the numbers that these had: so the second line of an option
//!                                     here is number 3 there
//!      | twins: 1=2                   and number 1 is as good as number 2
//!      a b d
//!      a b
//!      a
//!      b d
//!      d
//! ```

use std::fmt::{self, Write as _};
use std::io::{BufWriter, Write};

use anyhow::Context;
use tourdion::cover::reduce::{Finding, Pass, ReduceError, Reduction};
use tourdion::cover::{Bounds, OptionId, Problem};
use tourdion::excerpt::Excerpt;
use tourdion::numerals::{counted, grouped};

use super::placed::Placed;
use super::printer::number_of;
use crate::cli::output::output;
use crate::cli::{CANNOT_WRITE, Ending, interrupt, say};

/// The longest line of numbers.
const WIDTH: usize = 100;

/// Prints the rest of `problem` with these options held and banned. If two of those clash there is
/// none.
pub(super) fn print(problem: &Problem, placed: &Placed, is_quiet: bool) -> anyhow::Result<Ending> {
    let reduce = || Reduction::new(problem, &placed.held, &placed.banned);
    let interrupted = (!is_quiet).then_some("interrupted: the problem is not reduced");
    let reduction = match interrupt::ends(reduce, interrupted)? {
        Ok(reduction) => reduction,
        Err(ReduceError::Clash { .. }) => {
            if let Some(why) = placed.why_none(problem).filter(|_| !is_quiet) {
                say(format_args!("no cover: {why}"));
            }
            return Ok(Ending::NotWell);
        }
        Err(error) => return Err(error.into()),
    };
    let mut text = String::new();
    describe(problem, &reduction, &mut text).context("what was done can't be said")?;
    let mut output = BufWriter::new(output());
    write!(output, "{text}").and_then(|()| output.flush()).context(CANNOT_WRITE)?;
    Ok(if reduction.bare().is_some() { Ending::NotWell } else { Ending::Well })
}

/// Writes the comments, and the problem.
fn describe(problem: &Problem, reduction: &Reduction, text: &mut String) -> fmt::Result {
    let left = reduction.problem();
    let count = |problem: &Problem| {
        let (options, items) = (problem.options().len(), problem.items().len());
        format!("{} and {}", counted(options, "option"), counted(items, "item"))
    };
    let parts = counted(reduction.parts().len(), "part");
    writeln!(text, "| {} are {} now, in {parts}", count(problem), count(left))?;
    for pass in [Pass::Given].into_iter().chain(Pass::ALL.iter().copied()) {
        let steps = reduction.steps().iter().filter(|step| step.pass == pass);
        let findings: Vec<Finding> = steps.flat_map(|step| step.findings.iter().copied()).collect();
        if !findings.is_empty() {
            writeln!(text, "| {}", in_words(pass, &findings))?;
        }
    }
    if !reduction.is_complete() {
        writeln!(text, "| not all was looked for: that would take too long")?;
    }
    if let Some(bare) = reduction.bare() {
        let name = Excerpt(problem.name(bare));
        match problem.bounds(bare) {
            Bounds { least: 1, .. } => {
                writeln!(text, "| no cover: no option of the item {name} is left")
            }
            _ => writeln!(text, "| no cover: too few options of the item {name} are left"),
        }?;
        return write!(text, "{left}");
    }
    let always = reduction.always().filter_map(|class| class.first().copied());
    numbers(text, "in every cover", &spans(always))?;
    if reduction.cost() > 0 {
        writeln!(text, "| cost of these: {}", reduction.cost())?;
    }
    let first = left.options().filter_map(|option| reduction.originals(option).first().copied());
    numbers(text, "left", &spans(first))?;
    let classes =
        left.options().map(|option| reduction.originals(option)).chain(reduction.always());
    let classes = classes.filter(|class| class.len() > 1).map(|class| {
        let numbers: Vec<String> =
            class.iter().map(|&option| number_of(option).to_string()).collect();
        numbers.join("=")
    });
    numbers(text, "twins", &classes.collect::<Vec<_>>())?;
    if left.items().any(|item| left.is_primary(item)) {
        write!(text, "{left}")
    } else {
        writeln!(text, "| no item is left: so that this can be read, there is one called nothing")?;
        writeln!(text, "nothing\nnothing")
    }
}

/// The findings of a pass, in words.
fn in_words(pass: Pass, findings: &[Finding]) -> String {
    let count =
        |is_one: fn(&Finding) -> bool| findings.iter().filter(|finding| is_one(finding)).count();
    let held = count(|f| matches!(f, Finding::Held { .. }));
    let banned = count(|f| matches!(f, Finding::Banned { .. }));
    let chosen = count(|f| matches!(f, Finding::Forced { .. }));
    let clashing = count(|f| matches!(f, Finding::Clashing { .. }));
    let blocked = count(|f| matches!(f, Finding::Blocked { .. }));
    let items = count(|f| matches!(f, Finding::Idle { .. } | Finding::Redundant { .. }));
    let all = findings.len();
    let [banned, clashing] = [banned, clashing].map(|count| grouped(count as u64));
    match pass {
        Pass::Given => {
            format!(
                "given: {} held, {banned} banned; clashing with these: {clashing}",
                counted(held, "option")
            )
        }
        Pass::Loose => format!("loose: {} without a primary item", counted(all, "option")),
        Pass::Idle => format!("idle: {} about which all options agree", counted(all, "item")),
        Pass::Duplicates => format!("duplicates: {} the same as another", counted(all, "option")),
        Pass::Forced => {
            format!(
                "forced: {} in every cover; clashing with these: {clashing}",
                counted(chosen, "option")
            )
        }
        Pass::Dominated => format!(
            "dominated: {} covered whenever another is, {} with one but not the other",
            counted(items, "item"),
            counted(blocked, "option")
        ),
        Pass::Blocked => {
            format!("blocked: {} that would leave an item without options", counted(all, "option"))
        }
        pass => format!("{pass:?}: {}", counted(all, "finding")).to_lowercase(),
    }
}

/// The numbers of options in ascending order, consecutive ones as `3-5`.
fn spans(options: impl Iterator<Item = OptionId>) -> Vec<String> {
    let mut numbers: Vec<usize> = options.map(|option| option.index() + 1).collect();
    numbers.sort_unstable();
    let follows = |one: &usize, next: &usize| one + 1 == *next;
    let spans = numbers.chunk_by(follows).map(|span| match span {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    spans.collect()
}

/// Writes comment lines with all of these; none if there are none.
fn numbers(text: &mut String, title: &str, all: &[String]) -> fmt::Result {
    let mut line = String::new();
    for number in all {
        if line.is_empty() || line.len() + number.len() >= WIDTH {
            if !line.is_empty() {
                writeln!(text, "{line}")?;
            }
            line = format!("| {title}:");
        }
        write!(line, " {number}")?;
    }
    if line.is_empty() { Ok(()) } else { writeln!(text, "{line}") }
}
