//! `tourdion verify` as a whole process, as a user types it: its default report beside
//! `--emit lines`, with ratios.
//!
//! ```text
//!    cargo bench --bench report                          both sets
//!    cargo bench --bench report -- pseudo --passes 25    one of them
//!    cargo bench --bench report -- --test                once: whether each puzzle has its finding
//! ```
//!
//! The sets have no proper puzzles, so every puzzle has a finding. The output is discarded. The two
//! forms take turns, pass after pass, and of each the fastest pass counts. Wall-clock time,
//! starting the program included.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use tempfile::NamedTempFile;
use tourdion::sudoku::Grid;
use tourdion::verify::LinksVerifier;

mod sets;

/// Passes, unless the arguments say how many.
const PASSES: usize = 15;

/// The most time of a report, relative to lines.
const TARGET: f64 = 1.3;

/// A set is repeated until it has this number of puzzles, so that starting the program hardly
/// counts.
const PUZZLES: usize = 200_000;

fn main() -> ExitCode {
    let mut given = env::args().skip(1);
    let (mut names, mut passes, mut is_check) = (Vec::new(), PASSES, true);
    while let Some(argument) = given.next() {
        match argument.as_str() {
            // Cargo says `--bench` where times are wanted.
            "--bench" => is_check = false,
            "--test" => passes = 0,
            "--passes" => passes = given.next().and_then(|n| n.parse().ok()).unwrap_or(PASSES),
            option if option.starts_with('-') => {
                eprintln!("report: there is no option `{option}` here");
            }
            name => names.push(name.to_owned()),
        }
    }
    let wanted = ["impossible", "pseudo"]
        .into_iter()
        .filter(|set| names.is_empty() || names.iter().any(|name| set.contains(name.as_str())));
    let wanted: Vec<&str> = wanted.collect();
    if wanted.is_empty() {
        return ExitCode::SUCCESS; // `cargo bench -- NAME` is about another bench
    }
    is_check |= passes == 0;
    if !is_check {
        println!(
            "`tourdion verify` as a whole process; µs of wall-clock a puzzle; \
             the least of {passes} passes in turn.\n"
        );
        println!("| set | puzzles | `--emit lines` | report | ratio | target |");
        println!("|---|--:|--:|--:|--:|--:|");
    }
    for set in wanted {
        let puzzles = puzzles(set);
        if is_check {
            check(set, &puzzles[..puzzles.len().min(2_000)]);
        } else {
            print_row(set, &puzzles, passes);
        }
    }
    ExitCode::SUCCESS
}

fn puzzles(set: &str) -> Vec<Grid> {
    match set {
        "pseudo" => sets::pseudo(&sets::seventeen().puzzles),
        _ => sets::impossible(&sets::hardest().puzzles, &mut LinksVerifier::default()),
    }
}

/// A file of `count` puzzles: these, repeated in order.
fn file(puzzles: &[Grid], count: usize) -> NamedTempFile {
    let lines: Vec<String> =
        puzzles.iter().cycle().take(count).map(|puzzle| format!("{puzzle}\n")).collect();
    let mut file = NamedTempFile::new().expect("there is a folder for temporary files");
    file.write_all(lines.concat().as_bytes()).expect("a temporary file can be written");
    file
}

fn program(file: &Path, arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tourdion"));
    program.arg("verify").args(arguments).arg(file).stderr(Stdio::null());
    program
}

/// Every puzzle has a finding, and a line.
fn check(set: &str, puzzles: &[Grid]) {
    let file = file(puzzles, puzzles.len());
    for arguments in [&[][..], &["--emit", "lines"]] {
        let output = program(file.path(), arguments).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{set}: none is proper");
        let lines = output.stdout.split(|&byte| byte == b'\n').count() - 1;
        assert_eq!(lines, puzzles.len(), "{set} {arguments:?}");
    }
    println!("report: {set}: {} findings", puzzles.len());
}

fn print_row(set: &str, puzzles: &[Grid], passes: usize) {
    let file = file(puzzles, PUZZLES);
    let mut least = [f64::INFINITY; 2];
    for _ in 0..passes {
        for (least, arguments) in least.iter_mut().zip([&["--emit", "lines"][..], &[]]) {
            let began = Instant::now();
            let status = program(file.path(), arguments).stdout(Stdio::null()).status();
            let micros = began.elapsed().as_secs_f64() * 1e6;
            assert_eq!(
                status.expect("the program starts").code(),
                Some(1),
                "{set}: none is proper"
            );
            *least = least.min(micros / f64::from(PUZZLES as u32));
        }
    }
    let [lines, report] = least;
    println!(
        "| {set} | {PUZZLES} | {lines:.3} | {report:.3} | {:.2} | {TARGET:.1} |",
        report / lines
    );
}
