//! Work kept in a folder, killed again and again, and resumed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use super::program::piped;

/// Lets the child run so long, if it does not end before; then sends `signal`. Returns its output,
/// and whether it came to its own end.
pub(crate) fn run_for(mut child: Child, time: Duration, signal: &str) -> (Output, bool) {
    // The pipes are read on, so that the child never waits for a reader.
    let mut pipes = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let reading = thread::spawn(move || {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        pipes.0.read_to_end(&mut stdout).unwrap();
        pipes.1.read_to_end(&mut stderr).unwrap();
        (stdout, stderr)
    });
    let (began, mut is_stopped) = (Instant::now(), false);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if !is_stopped && began.elapsed() >= time {
            is_stopped = true;
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        }
        assert!(began.elapsed() < Duration::from_secs(300), "it does not end");
        thread::sleep(Duration::from_millis(2));
    };
    let (stdout, stderr) = reading.join().unwrap();
    let is_ended = status.code() == Some(0);
    (Output { status, stdout, stderr }, is_ended)
}

/// The most memory that a running process had, in KiB; `None` where there is no `/proc`.
pub(crate) fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// The lines of a text, each of which comes once.
pub(crate) fn lines(text: &[u8]) -> BTreeSet<String> {
    let text = str::from_utf8(text).unwrap();
    let set: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(set.len(), text.lines().count(), "each result comes once");
    set
}

/// A few numbers by chance, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// What is to be killed.
pub(crate) struct Work<'w> {
    /// The command of the program.
    pub(crate) command: &'w str,
    /// Its arguments, but for the folder.
    pub(crate) question: &'w [&'w str],
    /// Whether its results come in the same order each time.
    pub(crate) is_ordered: bool,
    /// The file of the folder that has the results in the end, if one has.
    pub(crate) results: Option<&'w str>,
}

impl Work<'_> {
    /// Kills it and goes on with it, so often in all, and looks whether it ends each time as if it
    /// had not been killed.
    pub(crate) fn survives(&self, kills: u32) {
        let folder = tempfile::tempdir().unwrap();
        let began = Instant::now();
        let whole = piped(&[&[self.command], self.question].concat()).output().unwrap();
        assert_eq!(whole.status.code(), Some(0), "{}", String::from_utf8_lossy(&whole.stderr));
        // With a folder it takes longer, so that every run of this time is killed.
        let most = began.elapsed().clamp(Duration::from_millis(200), Duration::from_secs(4));
        let (mut chance, mut killed, mut works) = (Chance(2007), 0, 0);
        while killed < kills {
            works += 1;
            let state = folder.path().join(format!("work-{works}"));
            loop {
                let is_begun = fs::exists(state.join("parameters.json")).unwrap();
                let name = state.to_str().unwrap();
                let arguments = if is_begun {
                    vec![self.command, "--resume", name]
                } else {
                    [&[self.command], self.question, &["--state", name]].concat()
                };
                // Now and then it is killed before it has done anything.
                let most = if killed % 5 == 0 { 30 } else { most.as_millis() as u64 };
                let time = match killed {
                    killed if killed >= kills => Duration::MAX,
                    _ => Duration::from_millis(chance.below(most)),
                };
                let (output, is_ended) = run_for(piped(&arguments).spawn().unwrap(), time, "KILL");
                let said = String::from_utf8_lossy(&output.stderr);
                if is_ended {
                    assert!(
                        self.is_all(&output.stdout, &whole.stdout),
                        "after {killed} kills, {works}: {said}"
                    );
                    if let Some(results) = self.results {
                        let results = fs::read(state.join(results)).unwrap();
                        assert!(
                            self.is_all(&results, &whole.stdout),
                            "after {killed} kills, {works}"
                        );
                    }
                    break;
                }
                assert_eq!(output.status.code(), None, "{said}");
                killed += 1;
                assert!(
                    self.is_part(&output.stdout, &whole.stdout),
                    "after {killed} kills, {works}"
                );
            }
        }
        let said = String::from_utf8_lossy(&whole.stderr);
        let said = said.lines().last().unwrap_or_default();
        eprintln!("{killed} kills in {works} times of {:?}; undisturbed: {said}", self.question);
    }

    fn is_all(&self, text: &[u8], whole: &[u8]) -> bool {
        if self.is_ordered { text == whole } else { lines(text) == lines(whole) }
    }

    /// What has been told by a run that was killed is true.
    fn is_part(&self, text: &[u8], whole: &[u8]) -> bool {
        let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if self.is_ordered {
            whole.starts_with(text)
        } else {
            lines(&text[..end]).is_subset(&lines(whole))
        }
    }
}

/// The search with many phases and sets, with all kinds of parts, for the kills of a tour; and a
/// puzzle of 24 clues, three of which are redundant.
pub(crate) const SEQUENCE: &str = "{{-1+1p}x2{-1+0}*}x2{-1+1p}x3";
pub(crate) const EASY: &str =
    "........1.......2.....134.......15....6...7...1584.69..67425...19......48........\n";

/// A hunt by rating with all that a step can choose by: an expression, the hardest, both, in a step
/// that only chooses, repeated and until nothing is harder.
pub(crate) const HUNT: &str =
    "{-1+1 r10% b20(te,b)}x2{{-1+1p k(te>=0)}{k(b>=1) b20(b,bxb)}}x2{-1+1p b25}*";

/// A catalogue of the one puzzle, in a folder of its own.
pub(crate) fn catalogue() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("easy.txt");
    fs::write(&path, EASY).unwrap();
    (folder, path)
}

/// Kills a tour.
pub(crate) fn a_tour_survives(kills: u32, sequence: &str, catalogue: &Path) {
    let question = [sequence, catalogue.to_str().unwrap()];
    let work = Work {
        command: "tour",
        question: &question,
        is_ordered: false,
        results: Some("results.txt"),
    };
    work.survives(kills);
}

/// Kills a search for covers.
pub(crate) fn a_search_survives(kills: u32, question: &[&str]) {
    let results = question.contains(&"--all").then_some("covers.txt");
    Work { command: "cover", question, is_ordered: true, results }.survives(kills);
}
