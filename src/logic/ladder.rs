//! The order in which techniques are tried: each has a difficulty, and the least comes first.
//!
//! ```text
//!      2.6 pointing ──▶ 2.8 claiming ──▶ 3 naked pair ──▶ ... ──▶ 8 net ──▶ ... ──▶ 10 nested net
//! ```
//!
//! Singles are below all of them, and always made. The usual difficulties are close to those of
//! Sudoku Explainer where it has the technique. A text with other ones has a technique and its
//! difficulty on each line:
//!
//! ```
//! use tourdion::logic::Ladder;
//!
//! let mut ladder = Ladder::default();
//! ladder.read("# my order\nskyscraper 2.7\nnaked-pair 2.9\n").unwrap();
//! let first: Vec<_> = ladder.rungs().take(3).map(|rung| rung.technique.name()).collect();
//! assert_eq!(first, ["pointing", "skyscraper", "claiming"]);
//! assert_eq!(
//!     ladder.read("\nskyscrapper 2.7").unwrap_err().to_string(),
//!     "2:1: expected a technique, such as x-wing, found `skyscrapper`"
//! );
//! ```
//!
//! Invariant: rungs are in the order of their difficulties, equal ones in the usual order.

use std::slice;

use super::technique::{Producer, Technique};
use crate::excerpt::Excerpt;

/// A technique in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Rung {
    /// The technique; of one with types the first, which stands for all.
    pub technique: Technique,
    /// Its difficulty, in tenths.
    pub difficulty: u16,
    /// The group that it belongs to, such as `fish`.
    pub group: &'static str,
    pub(super) producer: Option<Producer>,
    /// Whether large instances are looked for, too.
    pub(super) is_thorough: bool,
}

/// The techniques that are used, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ladder {
    rungs: Vec<Rung>,
}

/// Why a text is no list of difficulties, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: expected {expected}, found `{}`", Excerpt(.found))]
#[non_exhaustive]
pub struct LadderError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What should be there.
    pub expected: &'static str,
    /// What is there.
    pub found: String,
}

/// Why a name is that of no [`Technique`], and of no group.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no technique `{}`", Excerpt(.0))]
pub struct TechniqueError(pub String);

/// The group of the techniques that hold if a puzzle has one solution.
pub(super) const UNIQUENESS: &str = "uniqueness";
/// The group of fish with boxes.
const COMPLEX: &str = "complex fish";
/// The group of almost locked sets.
const ALS: &str = "almost locked sets";
/// The group of aligned exclusions.
const ALIGNED: &str = "aligned exclusion";
/// The group of chains from one candidate, or from all of a cell or a house.
const FORCING: &str = "forcing chains";
/// The group of templates.
const TEMPLATES: &str = "templates";
/// The group of nets from two candidates.
const NETS: &str = "nets";
/// The group of nets within nets.
const NESTED: &str = "nested nets";

const USUAL: &[(Technique, u16, &str, Option<Producer>)] = {
    use Producer as P;
    use Technique as T;
    &[
        (T::Pointing, 26, "locked candidates", Some(P::Locking)),
        (T::Claiming, 28, "locked candidates", Some(P::Locking)),
        (T::LockedPair, 29, "subsets", Some(P::LockedPair)),
        (T::NakedPair, 30, "subsets", Some(P::NakedPair)),
        (T::XWing, 32, "fish", Some(P::XWing)),
        (T::HiddenPair, 34, "subsets", Some(P::HiddenPair)),
        (T::LockedTriplet, 35, "subsets", Some(P::LockedTriplet)),
        (T::NakedTriplet, 36, "subsets", Some(P::NakedTriplet)),
        (T::Swordfish, 38, "fish", Some(P::Swordfish)),
        (T::HiddenTriplet, 40, "subsets", Some(P::HiddenTriplet)),
        (T::Skyscraper, 40, "turbot fish", Some(P::TurbotFish)),
        (T::DualKite, 41, "turbot fish", Some(P::TurbotFish)),
        (T::Kite, 41, "turbot fish", Some(P::TurbotFish)),
        (T::XyWing, 42, "wings", Some(P::XyWing)),
        (T::TurbotFish, 42, "turbot fish", Some(P::TurbotFish)),
        (T::DualEmptyRectangle, 43, "turbot fish", Some(P::TurbotFish)),
        (T::EmptyRectangle, 43, "turbot fish", Some(P::TurbotFish)),
        (T::WWing, 44, "wings", Some(P::WWing)),
        (T::XyzWing, 44, "wings", Some(P::XyzWing)),
        (T::UniqueRectangle(1), 45, UNIQUENESS, Some(P::Loop)),
        (T::HiddenRectangle, 46, UNIQUENESS, Some(P::Loop)),
        (T::FinnedXWing, 46, "finned fish", Some(P::FinnedXWing)),
        (T::SashimiXWing, 47, "finned fish", Some(P::FinnedXWing)),
        (T::AvoidableRectangle(1), 47, UNIQUENESS, Some(P::AvoidableRectangle)),
        (T::UniqueLoop(1), 48, UNIQUENESS, Some(P::Loop)),
        (T::NakedQuad, 50, "subsets", Some(P::NakedQuad)),
        (T::Jellyfish, 52, "fish", Some(P::Jellyfish)),
        (T::HiddenQuad, 54, "subsets", Some(P::HiddenQuad)),
        (T::Bug(1), 56, UNIQUENESS, Some(P::Bug)),
        (T::SiameseSwordfish, 57, "finned fish", Some(P::FinnedSwordfish)),
        (T::FinnedSwordfish, 57, "finned fish", Some(P::FinnedSwordfish)),
        (T::SashimiSwordfish, 58, "finned fish", Some(P::FinnedSwordfish)),
        (T::RemotePair, 60, "chains", Some(P::RemotePair)),
        (T::SimpleColouring, 62, "colouring", Some(P::SimpleColouring)),
        (T::AlignedPair, 62, ALIGNED, Some(P::AlignedPair)),
        (T::MultiColouring, 63, "colouring", Some(P::MultiColouring)),
        (T::XCycle, 64, "chains", Some(P::XChain)),
        (T::XChain, 65, "chains", Some(P::XChain)),
        (T::BivalueChain, 66, "chains", Some(P::BivalueChain)),
        (T::SiameseJellyfish, 67, "finned fish", Some(P::FinnedJellyfish)),
        (T::FinnedJellyfish, 67, "finned fish", Some(P::FinnedJellyfish)),
        (T::SashimiJellyfish, 68, "finned fish", Some(P::FinnedJellyfish)),
        (T::AicLoop, 70, "chains", Some(P::Aic)),
        (T::Aic, 71, "chains", Some(P::Aic)),
        (T::SueDeCoq, 72, ALS, Some(P::SueDeCoq)),
        (T::AlsXz, 72, ALS, Some(P::AlsXz)),
        (T::GroupedXChain, 73, "chains", Some(P::GroupedAic)),
        (T::GroupedAic, 74, "chains", Some(P::GroupedAic)),
        (T::AlsXyWing, 75, ALS, Some(P::AlsXyWing)),
        (T::AlignedTriplet, 75, ALIGNED, Some(P::AlignedTriplet)),
        (T::AlsChain, 76, ALS, Some(P::AlsChain)),
        (T::FrankenFish, 76, COMPLEX, Some(P::FrankenFish)),
        (T::DeathBlossom, 77, ALS, Some(P::DeathBlossom)),
        (T::Nishio, 77, FORCING, Some(P::Nishio)),
        (T::CellForcing, 78, FORCING, Some(P::Multiple)),
        (T::MutantFish, 78, COMPLEX, Some(P::FrankenFish)),
        (T::SiameseFrankenFish, 78, COMPLEX, Some(P::FrankenFish)),
        (T::RegionForcing, 79, FORCING, Some(P::Multiple)),
        (T::Template, 79, TEMPLATES, Some(P::Template)),
        (T::Net, 80, NETS, None),
        (T::ForcingNet, 85, "forcing nets", Some(P::ForcingNet)),
        (T::NestedNet, 100, NESTED, Some(P::NestedNet)),
        // Dearer than nets, which make nearly all of it needless.
        (T::AlsAic, 105, "chains", Some(P::AlsAic)),
        (T::DeepNet, 115, NESTED, Some(P::DeepNet)),
    ]
};

impl Technique {
    /// The difficulty that it usually has for explanations, in tenths; 0 for what they don't use.
    pub fn usual(self) -> u16 {
        let has_name = |entry: &&(Technique, u16, &str, Option<Producer>)| entry.0.is_kind(self);
        USUAL.iter().find(has_name).map_or(0, |entry| entry.1)
    }

    /// What is missing without it, as a noun behind `needs`: `x-wing`, or `nested nets`.
    pub(super) const fn needed(self) -> &'static str {
        match self {
            // It is not known which of them helps.
            Technique::NestedNet => "nested nets",
            Technique::Net => "nets",
            _ => self.name(),
        }
    }

    /// Whether it is the same technique, of any type.
    pub(super) fn is_kind(self, other: Technique) -> bool {
        self.name() == other.name()
    }
}

impl Default for Ladder {
    /// All techniques with their usual difficulties.
    fn default() -> Ladder {
        let rung = |&(technique, difficulty, group, producer)| Rung {
            technique,
            difficulty,
            group,
            producer,
            is_thorough: false,
        };
        Ladder { rungs: USUAL.iter().map(rung).collect() }
    }
}

impl Ladder {
    /// The word for singles, which are below all rungs.
    pub const SINGLES: &str = "singles";

    /// All techniques with their difficulties and groups, as [`Ladder::read`] reads them.
    ///
    /// ```
    /// use tourdion::logic::Ladder;
    ///
    /// assert!(Ladder::default().text().starts_with("pointing 2.6  # locked candidates\n"));
    /// ```
    pub fn text(&self) -> String {
        let line = |rung: &Rung| {
            let Rung { technique, difficulty, group, .. } = rung;
            format!("{} {}.{}  # {group}\n", technique.name(), difficulty / 10, difficulty % 10)
        };
        self.rungs.iter().map(line).collect()
    }

    /// Chains and nets from two candidates alone.
    ///
    /// ```
    /// use tourdion::logic::Ladder;
    ///
    /// assert_eq!(Ladder::nets().rungs().count(), 1);
    /// ```
    pub fn nets() -> Ladder {
        let mut ladder = Ladder::default();
        ladder.rungs.retain(|rung| rung.technique == Technique::Net);
        ladder
    }

    /// The technique with this name, with hyphens or blanks, among the usual ones.
    ///
    /// ```
    /// use tourdion::logic::Ladder;
    ///
    /// assert_eq!(Ladder::named("Naked-pair").unwrap().name(), "naked pair");
    /// assert_eq!(
    ///     Ladder::named("squirmbag").unwrap_err().to_string(),
    ///     "there is no technique `squirmbag`"
    /// );
    /// ```
    ///
    /// # Errors
    /// If there is no such technique.
    pub fn named(name: &str) -> Result<Technique, TechniqueError> {
        let mut usual = USUAL.iter().map(|(technique, ..)| *technique);
        let known = usual.find(|technique| same(technique.name(), name));
        known.ok_or_else(|| TechniqueError(name.to_owned()))
    }

    /// The rungs, the least difficult first.
    pub fn rungs(&self) -> impl Iterator<Item = &Rung> {
        self.rungs.iter()
    }

    /// The rungs of techniques that another ladder lacks; with `has_limits` those of its nets, too,
    /// which are not all.
    pub(super) fn beside(mut self, other: &Ladder, has_limits: bool) -> Ladder {
        let has = |one: &Rung| other.rungs().any(|rung| rung.technique == one.technique);
        self.rungs.retain(|rung| !has(rung) || has_limits && rung.technique == Technique::Net);
        self
    }

    /// A ladder with only the rung of this technique, without large instances of it.
    ///
    /// ```
    /// use tourdion::logic::{Ladder, technique::Technique};
    ///
    /// assert_eq!(Ladder::default().alone(Technique::XWing).text(), "x-wing 3.2  # fish\n");
    /// ```
    #[must_use]
    pub fn alone(&self, technique: Technique) -> Ladder {
        let rungs = self.rungs.iter().filter(|rung| rung.technique == technique);
        Ladder { rungs: rungs.copied().collect() }
    }

    /// Whether a name is that of [singles](Ladder::SINGLES), in capitals or not.
    pub fn is_singles(name: &str) -> bool {
        same(Ladder::SINGLES, name)
    }

    /// Keeps only the techniques with these names, and those of groups with these names; `singles`
    /// keeps none. If the own name of a technique is among them, large instances of it are found,
    /// too ([`Convention::Thorough`](super::technique::Convention::Thorough)).
    ///
    /// # Errors
    /// If there is no such technique.
    pub fn only(&mut self, names: &[String]) -> Result<(), TechniqueError> {
        are_known(names.iter().filter(|name| !Ladder::is_singles(name)))?;
        self.rungs.retain(|rung| rung.has_one(names));
        for rung in &mut self.rungs {
            if names.iter().any(|name| same(rung.technique.name(), name)) {
                rung.is_thorough = true;
            }
        }
        Ok(())
    }

    /// Leaves out the techniques with these names, and those of groups with these names.
    ///
    /// # Errors
    /// If there is no such technique.
    pub fn without(&mut self, names: &[String]) -> Result<(), TechniqueError> {
        are_known(names.iter())?;
        self.rungs.retain(|rung| !rung.has_one(names));
        Ok(())
    }

    /// Changes difficulties: on each line a technique and its new one. What is behind `#` is a
    /// comment.
    ///
    /// # Errors
    /// At the first line that is wrong.
    pub fn read(&mut self, text: &str) -> Result<(), LadderError> {
        let mut seen: Vec<&str> = Vec::new();
        for (line, content) in text.lines().enumerate() {
            let written = content.split('#').next().unwrap_or_default().trim();
            if written.is_empty() {
                continue;
            }
            let bad = |part: &str, expected| {
                let offset = part.as_ptr() as usize - content.as_ptr() as usize;
                let column = content[..offset].chars().count() + 1;
                LadderError { line: line + 1, column, expected, found: part.to_owned() }
            };
            let (name, value) = written.rsplit_once(char::is_whitespace).ok_or_else(|| {
                bad(written, "a technique and its difficulty, such as `x-wing 3.2`")
            })?;
            let name = name.trim_end();
            let last = name.rsplit(char::is_whitespace).next().unwrap_or_default();
            if tenths(last).is_some() {
                return Err(bad(value, "nothing after a difficulty but `#` and a comment"));
            }
            let is_one = |rung: &Rung| same(rung.technique.name(), name);
            if !Ladder::default().rungs.iter().any(is_one) {
                return Err(bad(name, "a technique, such as x-wing"));
            }
            if seen.iter().any(|one| same(one, name)) {
                return Err(bad(name, "each technique once"));
            }
            seen.push(name);
            let difficulty = tenths(value).ok_or_else(|| {
                bad(value, "a difficulty from 0.1 to 99.9, of one decimal, such as 3.2")
            })?;
            for rung in self.rungs.iter_mut().filter(|rung| is_one(rung)) {
                rung.difficulty = difficulty;
            }
        }
        self.rungs.sort_by_key(|rung| rung.difficulty);
        Ok(())
    }
}

impl Rung {
    /// Whether it is used only if a puzzle is known to have one solution.
    pub(super) fn needs_proper(&self) -> bool {
        self.group == UNIQUENESS || self.group == NESTED
    }

    /// Whether it is a net within nets.
    pub(super) fn is_nested(&self) -> bool {
        self.group == NESTED
    }

    fn has_one(&self, names: &[String]) -> bool {
        names.iter().any(|name| same(self.technique.name(), name) || same(self.group, name))
    }
}

/// Reads a number with at most one decimal.
fn tenths(text: &str) -> Option<u16> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(tenth) || tenth.len() != 1 || whole.len() > 2 {
        return None;
    }
    let tenths = whole.parse::<u16>().ok()? * 10 + tenth.parse::<u16>().ok()?;
    (tenths > 0).then_some(tenths)
}

/// Whether two names are the same, with hyphens or blanks, in capitals or not.
fn same(one: &str, other: &str) -> bool {
    let plain = |name: &str| name.replace(['-', ' '], "").to_lowercase();
    plain(one) == plain(other)
}

fn are_known<'n>(mut names: impl Iterator<Item = &'n String>) -> Result<(), TechniqueError> {
    let all = Ladder::default();
    let is_known = |name: &String| all.rungs.iter().any(|rung| rung.has_one(slice::from_ref(name)));
    match names.find(|name| !is_known(name)) {
        Some(unknown) => Err(TechniqueError(unknown.clone())),
        None => Ok(()),
    }
}
