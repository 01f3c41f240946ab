//! The program over tables: what rows cost, beside passes that do nothing but copy.
//!
//! ```text
//!      cargo bench --bench tables                    a million rows, on one thread and on two
//!      cargo bench --bench tables -- --rows 100000   fewer
//!      cargo bench --bench tables -- --passes 5      more passes
//!      cargo bench --bench tables -- canon           commands with this in their names
//!      cargo bench --bench tables -- --test          a thousand rows, once: do all end well?
//! ```
//!
//! ```text
//!      seventeen.txt ─▶ random symmetric copies ─▶ list.txt   a puzzle a line
//!                                                  table.csv  id,puzzle,source,rating
//!                                                  other.csv  copies of the first half of them
//!                                                  marks.txt  the candidates of each, 730 bytes
//! ```
//!
//! All copies are different, so nothing is answered from what was seen. Each command is a process
//! of its own, of a copy of the program, and its output goes into a file. The columns are the
//! seconds by the clock, those of the processors (user and system, all threads), the rows in a
//! second of these, and the most memory. Commands take turns, pass after pass, and the least of
//! each column counts. The times of the processors come from `/proc`, in hundredths of a second;
//! elsewhere they are missing.
//!
//! `cut` and `awk` are those of the machine; they are left out where they are not there.

#![allow(clippy::cast_precision_loss)] // counts of rows and kB are far below 2⁵²

use std::env;
use std::fmt::Write;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use tourdion::chance::Chance;
use tourdion::generate::random_symmetry;
use tourdion::sudoku::{Marks, Shape};

mod installed;
mod sets;

/// A command: its name in the table, the rows that it answers for, each as often, and the lines of
/// its output for each row.
struct Task {
    name: &'static str,
    arguments: &'static str,
    /// The exit code of a good end.
    code: i32,
    /// The answers for each row: copies, or rows of two files.
    answers: u64,
}

const fn task(name: &'static str, arguments: &'static str, code: i32, answers: u64) -> Task {
    Task { name, arguments, code, answers }
}

const TASKS: [Task; 16] = [
    task("cut", "-d, -f2 table.csv", 0, 1),
    task("awk", "-F, -v OFS=, {print$0,length($2)} table.csv", 0, 1),
    task("verify, list", "verify list.txt", 0, 1),
    task("verify, rows", "verify --emit csv table.csv", 0, 1),
    task("cut, pencil marks", "-c 1-81 marks.txt", 0, 1),
    task("verify, pencil marks", "verify marks.txt", 0, 1),
    task("canon, list", "canon list.txt", 0, 1),
    task("canon, rows", "canon --emit csv table.csv", 0, 1),
    task("canon, rows of both files", "canon --emit csv table.csv other.csv", 0, 2),
    task("canon --against, rows of both", "canon --emit csv --against table.csv other.csv", 1, 2),
    task("morph, list", "morph --seed 1 list.txt", 0, 1),
    task("morph, rows", "morph --seed 1 --emit csv table.csv", 0, 1),
    task("morph, rows with inverse", "morph --seed 1 --emit csv --inverse table.csv", 0, 1),
    task("morph, ten copies, list", "morph --seed 1 -n 10 list.txt", 0, 10),
    task("filter by clues, rows", "filter clues<=16 table.csv", 0, 1),
    task("filter minimal, rows", "filter minimal table.csv", 0, 1),
];

struct Arguments {
    rows: usize,
    passes: usize,
    filter: String,
}

impl Arguments {
    fn read() -> Arguments {
        let mut read = Arguments { rows: 1_000_000, passes: 3, filter: String::new() };
        let mut arguments = env::args().skip(1);
        let (mut is_bench, mut is_test) = (false, false);
        while let Some(argument) = arguments.next() {
            let mut number = || {
                let number = arguments.next().and_then(|number| number.parse().ok());
                number.filter(|&number| number > 0).expect("a number above 0 follows")
            };
            match argument.as_str() {
                "--bench" => is_bench = true,
                "--test" => is_test = true,
                "--rows" => read.rows = number(),
                "--passes" => read.passes = number(),
                filter => filter.clone_into(&mut read.filter),
            }
        }
        if is_test || !is_bench {
            (read.rows, read.passes) = (read.rows.min(1_000), 1);
        }
        read
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let folder = tempfile::tempdir().expect("there is room for a folder");
    make_files(folder.path(), arguments.rows).expect("there is room for the files");
    installed::into(folder.path()).expect("there is room for the program");
    let runs: Vec<(&Task, &str)> = ["1", "2"]
        .into_iter()
        .flat_map(|threads| TASKS.iter().map(move |task| (task, threads)))
        .filter(|(task, threads)| *threads == "1" || task.is_ours())
        .filter(|(task, _)| task.name.contains(&arguments.filter))
        .collect();
    let mut bests: Vec<Option<Taken>> = vec![None; runs.len()];
    for _ in 0..arguments.passes {
        for ((task, threads), best) in runs.iter().zip(&mut bests) {
            match task.run(threads, folder.path()) {
                Err(why) => {
                    eprintln!("{}: {why}", task.name);
                    return ExitCode::FAILURE;
                }
                Ok(None) => {}
                Ok(Some(taken)) => *best = Some(best.map_or(taken, |best| best.least(taken))),
            }
        }
    }
    println!(
        "| {} rows | threads | s | s of processors | a second of these | MB |",
        arguments.rows
    );
    println!("|---|--:|--:|--:|--:|--:|");
    for ((task, threads), best) in runs.iter().zip(bests) {
        let Some(taken) = best else { continue };
        let answers = task.answers as f64 * arguments.rows as f64;
        let (seconds, memory) = (taken.clock.as_secs_f64(), taken.memory as f64 / 1e3);
        let of = taken.processor.map_or((f64::NAN, f64::NAN), |time| {
            (time.as_secs_f64(), answers / time.as_secs_f64())
        });
        let name = task.name;
        println!("| {name} | {threads} | {seconds:.3} | {:.2} | {:.0} | {memory:.1} |", of.0, of.1);
    }
    ExitCode::SUCCESS
}

/// Writes the files.
fn make_files(folder: &Path, rows: usize) -> std::io::Result<()> {
    let puzzles = sets::seventeen().puzzles;
    let (mut list, mut table, mut other) = (String::new(), HEADER.to_owned(), HEADER.to_owned());
    let mut marks = BufWriter::new(File::create(folder.join("marks.txt"))?);
    for (number, puzzle) in puzzles.iter().cycle().take(rows).enumerate() {
        let mut chance = Chance::new(18, number as u64);
        let mut copy = || {
            let by = random_symmetry(Shape::CLASSIC, &[], &mut chance);
            by.apply(puzzle).expect("it is 9x9")
        };
        let puzzle = copy();
        let (id, rating) = (number + 1, number % 97);
        let beside = format_args!("royle 2022,{}.{}", rating / 10, rating % 10);
        // Writes into memory do not fail.
        let _ = writeln!(list, "{puzzle}");
        writeln!(marks, "{}", Marks::of(&puzzle))?;
        let _ = writeln!(table, "{id},{puzzle},{beside}");
        let puzzle = if number < rows / 2 { copy() } else { puzzle };
        let _ = writeln!(other, "{id},{puzzle},{beside}");
    }
    marks.flush()?;
    for (name, text) in [("list.txt", list), ("table.csv", table), ("other.csv", other)] {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}

const HEADER: &str = "id,puzzle,source,rating\n";

/// What a run takes: of several, the least of each.
#[derive(Clone, Copy)]
struct Taken {
    clock: Duration,
    processor: Option<Duration>,
    /// The most memory, in kB.
    memory: u64,
}

impl Taken {
    fn least(self, other: Taken) -> Taken {
        Taken {
            clock: self.clock.min(other.clock),
            processor: self.processor.min(other.processor),
            memory: self.memory.min(other.memory),
        }
    }
}

impl Task {
    /// The program, if it is not ours.
    fn program(&self) -> &str {
        self.name.split(',').next().unwrap_or(self.name)
    }

    fn is_ours(&self) -> bool {
        !["cut", "awk"].contains(&self.program())
    }

    /// Runs it; `None` if the machine has no such program.
    fn run(&self, threads: &str, folder: &Path) -> Result<Option<Taken>, String> {
        let mut command = if self.is_ours() {
            let mut command = Command::new(folder.join("tourdion"));
            let (verb, rest) = self.arguments.split_once(' ').expect("a command has arguments");
            command.args([verb, "--quiet", "--threads", threads]).args(rest.split(' '));
            command
        } else {
            let mut command = Command::new(self.program());
            command.args(self.arguments.split(' '));
            command
        };
        let output = File::create(folder.join("output")).map_err(|error| error.to_string())?;
        command.current_dir(folder).stdout(output).stdin(Stdio::null());
        let (begin, before) = (Instant::now(), children());
        let Ok(mut child) = command.spawn() else { return Ok(None) };
        let mut memory = 0;
        let status = loop {
            memory = memory.max(most_memory(child.id()).unwrap_or(0));
            match child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status,
                None => std::thread::sleep(Duration::from_micros(500)),
            }
        };
        let clock = begin.elapsed();
        let processor = before.zip(children()).map(|(before, after)| after.saturating_sub(before));
        if status.code() == Some(self.code) {
            Ok(Some(Taken { clock, processor, memory }))
        } else {
            Err(format!("ended with {status}, and not with code {}", self.code))
        }
    }
}

/// The processor time of all processes that this one has waited for.
fn children() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name, in parentheses, may have spaces.
    let mut fields = text.rsplit_once(") ")?.1.split(' ');
    let user: u64 = fields.nth(13)?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis(10 * (user + system)))
}

/// The most memory that a process has had so far, in kB.
fn most_memory(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
