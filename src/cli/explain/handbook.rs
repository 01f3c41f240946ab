//! `--handbook`: a page of all techniques, with pictures from the puzzles that were explained.
//!
//! ```text
//!      techniques.md          each technique: its difficulty, what it is, an example
//!      techniques/x-wing.svg  the step of the example
//! ```
//!
//! The example of a technique is the step that has the fewest truths or inferences, and candidates
//! around it. A technique that no path needs may be there, too, in place of a step of an example:
//! it is looked for alone where the examples come from. In a page that is there already, only what
//! stands between two marks is replaced, so that it may have more to say. The pictures that it
//! names there are its own, and are replaced, too, or removed if it names them no more; another
//! file with such a name is not touched. The page may be edited meanwhile: it is read before the
//! first puzzle, to refuse in time what is no such page, and again when it is written.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tourdion::draw;
use tourdion::excerpt::PathName;
use tourdion::logic::technique::{Board, Deduction, Evidence};
use tourdion::logic::{self, Ladder, NetFinder, Pencil, Rung, Step, Strategy, Wording};
use tourdion::sudoku::Alphabet;

use crate::cli::output_file::{Reserved, ReservedFolder};

const BEGIN: &str = "<!-- techniques: from here on written by `tourdion explain --handbook` -->";
const END: &str = "<!-- techniques: end -->";

/// The columns of a page's text.
const COLUMNS: usize = 100;

/// The most steps in whose place a technique is looked for that no path needs: a second or two for
/// each technique on the hardest puzzles.
const PLACES: usize = 256;

/// A step that shows a technique.
pub(super) struct Example {
    /// What is least for the best example.
    cost: usize,
    /// The puzzle in one line.
    puzzle: String,
    path: logic::Path,
    /// The number of the step, from 1.
    number: usize,
    /// Whether the step is of the puzzle's path; if not, the path has another one in its place.
    is_needed: bool,
}

/// The best example of each technique, by its name; the first of equals.
#[derive(Default)]
pub(super) struct Examples(BTreeMap<&'static str, Example>);

impl Examples {
    /// Takes the steps of a path that are better than those before.
    pub(super) fn see(&mut self, path: &logic::Path, puzzle: &str) {
        for (number, (before, step)) in path.replay().enumerate() {
            let Some(technique) = step.technique() else { continue };
            let cost = before.candidate_count() + 10 * step.size();
            let best = self.0.get(technique.name());
            if best.is_none_or(|best| cost < best.cost) {
                let (puzzle, path) = (puzzle.to_owned(), path.clone());
                let example = Example { cost, puzzle, path, number: number + 1, is_needed: true };
                self.0.insert(technique.name(), example);
            }
        }
    }

    /// Takes the better ones of others that come later.
    pub(super) fn add(&mut self, others: Examples) {
        for (name, other) in others.0 {
            if self.0.get(name).is_none_or(|best| other.cost < best.cost) {
                self.0.insert(name, other);
            }
        }
    }

    /// The best step of a technique that could be made in place of one of these paths, the most
    /// difficult that has one: where less difficult ones help, it would show little.
    ///
    /// It is not known which puzzles have one solution: what needs that is not looked for. Nor is
    /// anything if most techniques have no example: it would take long.
    fn beside(&self, rung: &Rung, ladder: &Ladder) -> Option<Example> {
        if self.0.len() * 2 < ladder.rungs().count() {
            return None;
        }
        let ladder = ladder.alone(rung.technique);
        let strategy = Strategy { ladder, is_hint: true, ..Strategy::default() };
        let mut places: Vec<StepPlace<'_>> = Vec::new();
        for example in self.0.values() {
            let replay = example.path.replay().enumerate();
            let steps = replay.filter(|(_, (_, step))| step.technique().is_some());
            places.extend(steps.map(|(k, (before, step))| {
                let (difficulty, count) = (step.difficulty(), before.candidate_count());
                StepPlace { difficulty, count, example, k, before }
            }));
        }
        places.sort_by_key(|place| (Reverse(place.difficulty), place.count));
        places.truncate(PLACES);
        let mut best: Option<(u16, Example)> = None;
        for StepPlace { difficulty, count, example, k, before } in places {
            let is_worse =
                |(of_best, best): &(u16, Example)| difficulty < *of_best || best.cost <= count;
            if best.as_ref().is_some_and(is_worse) {
                break;
            }
            let finder = NetFinder::new(before.shape());
            let mut path = logic::Path::find(&before, &strategy, &finder);
            let Some(step) = path.steps.pop() else { continue };
            let cost = count + 10 * step.size();
            let is_one = step.technique().is_some_and(|one| one.name() == rung.technique.name());
            if is_one && best.as_ref().is_none_or(|(_, best)| cost < best.cost) {
                path.start = example.path.start.clone();
                path.steps = [&example.path.steps[..k], &[step]].concat();
                let (puzzle, number) = (example.puzzle.clone(), k + 1);
                let example = Example { cost, puzzle, path, number, is_needed: false };
                best = Some((difficulty, example));
            }
        }
        best.map(|(_, example)| example)
    }
}

/// A step of an example's path, in place of which another could be made.
struct StepPlace<'e> {
    difficulty: u16,
    /// The number of candidates before it.
    count: usize,
    example: &'e Example,
    /// Its place in the path, from 0.
    k: usize,
    before: Pencil,
}

/// A page to be written.
pub(super) struct Handbook {
    page: Reserved,
    path: PathBuf,
    /// The folder of the pictures.
    folder: ReservedFolder,
    /// The pictures that the page named at the start.
    own: Vec<PathBuf>,
}

impl Handbook {
    /// Makes the folder for the pictures, and reads what the page has already. Nothing in it is
    /// changed yet.
    ///
    /// # Errors
    /// If the page is not one of techniques, can't be written or is one of the inputs, or a picture
    /// would take the place of a file that is not the page's.
    pub(super) fn open(path: PathBuf, inputs: &[OsString]) -> anyhow::Result<Handbook> {
        // Of `..md` the folder would be the one that it is in.
        let has_name = path.file_stem().is_some_and(|name| name != "." && name != "..");
        if !has_name || path.extension().is_none_or(|ending| ending != "md") {
            bail!("--handbook: expected FILE.md, found `{}`", PathName(&path));
        }
        // Its name is the page's without the ending.
        let folder = path.with_extension("");
        let Present { own, .. } = Present::read(&path, &folder, &[])?;
        let folder = ReservedFolder::open(folder)?;
        let page = Reserved::open(path.clone(), inputs)?;
        Ok(Handbook { page, path, folder, own })
    }

    /// Writes the page and its pictures.
    ///
    /// # Errors
    /// If something can't be written or removed, or the page has become one that [`Handbook::open`]
    /// refuses. If the disk is full, the old page stays.
    pub(super) fn write(
        self,
        ladder: &Ladder,
        examples: &Examples,
        alphabet: &Alphabet,
    ) -> anyhow::Result<()> {
        // An editor may have put another file in its place.
        let page = self.page.again()?;
        let folder = self.folder.path();
        let Present { own, around: [before, behind] } =
            Present::read(&self.path, folder, &self.own)?;
        let mut text = format!("{before}{BEGIN}\n");
        let mut pictures = Vec::new();
        for rung in ladder.rungs() {
            let beside;
            let example = if let Some(example) = examples.0.get(rung.technique.name()) {
                Some(example)
            } else {
                beside = examples.beside(rung, ladder);
                beside.as_ref()
            };
            let picture = picture(rung);
            text.push_str(&entry(rung, example, &reference(folder, &picture), alphabet));
            let drawn = example.and_then(|one| draw::step(&one.path, one.number, alphabet));
            pictures.extend(drawn.map(|svg| (folder.join(picture), svg)));
        }
        // The page is written first, so that its pictures are known as its own even if a later
        // write fails. Pictures that it no longer names are removed at once, since later nothing
        // would show that they were its own.
        page.write(format!("{text}\n{END}{behind}").as_bytes())?;
        let is_left = |file: &&PathBuf| pictures.iter().all(|(picture, _)| picture != *file);
        own.iter().filter(is_left).try_for_each(|file| remove(file))?;
        pictures
            .into_iter()
            .try_for_each(|(picture, svg)| Reserved::open(picture, &[""; 0])?.write(svg.as_bytes()))
    }
}

/// What a page has already.
struct Present {
    /// Its pictures.
    own: Vec<PathBuf>,
    /// What stands before and behind the techniques.
    around: [String; 2],
}

impl Present {
    /// Reads a page. These pictures are its own, also if it names them no more.
    fn read(page: &Path, folder: &Path, known: &[PathBuf]) -> anyhow::Result<Present> {
        let name = PathName(page);
        let mut techniques = String::new();
        let mut text = String::new();
        if page.exists() {
            text = fs::read_to_string(page).with_context(|| format!("can't read {name}"))?;
        }
        // A kill may leave a new page empty.
        let around = if text.is_empty() {
            ["# Techniques\n\n".to_owned(), "\n".to_owned()]
        } else {
            let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
                rest.split_once(END).map(|(own, behind)| [before, own, behind].map(str::to_owned))
            });
            let Some([before, own, behind]) = parts else {
                bail!("--handbook: {name} is there, and lacks the lines `{BEGIN}` and `{END}`")
            };
            techniques = own;
            [before, behind]
        };
        let mut own = Vec::new();
        for rung in Ladder::default().rungs() {
            let picture = picture(rung);
            let file = folder.join(&picture);
            let name_in_page = format!("]({})", reference(folder, &picture));
            if known.contains(&file) || techniques.contains(&name_in_page) {
                own.push(file);
            } else if file.exists() {
                let file = PathName(&file);
                bail!("--handbook: {file} is there, and is no picture of {name}");
            }
        }
        Ok(Present { own, around })
    }
}

/// Removes a picture, if it is there.
fn remove(picture: &Path) -> anyhow::Result<()> {
    match fs::remove_file(picture) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("can't remove {}", PathName(picture)))
        }
        _ => Ok(()),
    }
}

/// The file with the picture of a technique: `two-string-kite.svg`.
fn picture(rung: &Rung) -> String {
    format!("{}.svg", rung.technique.name().to_lowercase().replace(' ', "-"))
}

/// How the page names a picture: `techniques/x-wing.svg`. It is an address: what is no letter or
/// figure of the folder's name may end it, or steer a terminal, and is written as `%20`.
fn reference(folder: &Path, picture: &str) -> String {
    let mut address = String::new();
    let name = folder.file_name().unwrap_or_default();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        for sign in chunk.valid().chars() {
            if sign.is_alphanumeric() || "-._~".contains(sign) {
                address.push(sign);
            } else {
                escape(sign.encode_utf8(&mut [0; 4]).as_bytes(), &mut address);
            }
        }
        escape(chunk.invalid(), &mut address);
    }
    format!("{address}/{picture}")
}

/// Writes bytes of an address that can't stand for themselves.
fn escape(bytes: &[u8], address: &mut String) {
    for byte in bytes {
        let _ = write!(address, "%{byte:02X}"); // into memory
    }
}

/// What the page says of a technique, whose picture has this address.
fn entry(rung: &Rung, example: Option<&Example>, picture: &str, alphabet: &Alphabet) -> String {
    let wording = Wording { alphabet };
    let name = wording.name(rung.technique);
    let mut text = format!(
        "\n### {name}\n\nDifficulty {}, group *{}*.\n\n",
        wording.difficulty(rung.difficulty),
        rung.group
    );
    text.push_str(&wrapped(rung.technique.definition().unwrap_or_default()));
    // Writes into memory do not fail.
    let Some(example) = example else {
        text.push_str("\nNo puzzle here needs it.\n");
        return text;
    };
    let _ = writeln!(text, "\n![{name}]({picture})");
    let Some((before, step)) = example.path.replay().nth(example.number - 1) else { return text };
    let gist = match step {
        // Without its combinations nobody could follow it.
        Step::Deduction(Deduction { evidence: Evidence::Aligned { .. }, .. }) => {
            wording.step(example.number, step, &before)
        }
        Step::Deduction(of) => {
            let board = Board::of_pencil(&before);
            let sight = board.map(|board| wording.sight(of, &board)).unwrap_or_default();
            wrapped(&format!("{sight} => {}", wording.follows(of)))
        }
        Step::Net(_, Some(chain)) => wrapped(&chain.eureka(alphabet).to_string()),
        Step::Net(net, None) => wrapped(&wording.conclusion(net)),
        Step::Singles(_) => String::new(),
    };
    let place = if example.is_needed {
        "Step"
    } else {
        "No puzzle here needs it. It is there in place of step"
    };
    let _ = write!(
        text,
        "\n```text\n{gist}```\n\n{place} {} of{}`{}`.\n",
        example.number,
        if example.is_needed { ' ' } else { '\n' }, // the puzzle is long
        example.puzzle
    );
    text
}

/// A text in lines of limited width.
fn wrapped(text: &str) -> String {
    let (mut lines, mut width) = (String::new(), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > COLUMNS {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines.push('\n');
    lines
}
