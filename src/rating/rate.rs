//! The ratings, and their values.
//!
//! ```text
//!      Rating    te   b   er        what is asked
//!      Rate      3    7   7.1       this number, or this number of tenths
//!                >12                more than this: it was not tried further
//!                ?                  not known: how deep the puzzle is was not tried that far
//!                -                  more than any: the puzzle is too deep for this rating
//! ```
//!
//! Invariant: a [`Rate`] compares with a number only if the answer is known. More than 12 is not
//! known to be more than 20.
//!
//! Deliberately lacking: an order of rates of different ratings.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::excerpt::Excerpt;
use crate::sudoku::Shape;
use crate::verify::Kind;

/// A measure of how hard a puzzle is; the page of the [module](super) defines all of them. They are
/// ordered by the time that they usually take.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rating {
    /// The number of clues.
    Clues,
    /// The rounds of singles.
    Steps,
    /// The choices of the search by [lockstep](crate::verify::LockstepVerifier).
    Guesses,
    /// The nodes of the search by [links](crate::verify::LinksVerifier).
    Nodes,
    /// The number of cells of which one is enough.
    Magic,
    /// The depth of trial and error.
    Te,
    /// The rounds in the nets of [`logic`](crate::logic).
    Nets,
    /// The number of cells that have to be given.
    Backdoor,
    /// The length of braids.
    B,
    /// The length of braids with groups.
    Gb,
    /// The rating of Sudoku Explainer: its hardest step.
    Er,
    /// Its pearl rating: the hardest step up to the first digit.
    Ep,
    /// Its diamond rating: the first step.
    Ed,
    /// The length of braids in the trials of T&E(1).
    Bxb,
    /// The length of braids in the trials of the trials of T&E(2).
    Bxbb,
}

impl Rating {
    /// All, those of a theory first.
    pub const ALL: &[Rating] = &[
        Rating::Te,
        Rating::B,
        Rating::Gb,
        Rating::Bxb,
        Rating::Bxbb,
        Rating::Backdoor,
        Rating::Magic,
        Rating::Steps,
        Rating::Nets,
        Rating::Er,
        Rating::Ep,
        Rating::Ed,
        Rating::Guesses,
        Rating::Nodes,
        Rating::Clues,
    ];

    /// Those of Sudoku Explainer.
    pub const EXPLAINER: &[Rating] = &[Rating::Er, Rating::Ep, Rating::Ed];

    /// One word, such as `te` or `backdoor`.
    pub const fn name(self) -> &'static str {
        match self {
            Rating::Te => "te",
            Rating::B => "b",
            Rating::Gb => "gb",
            Rating::Bxb => "bxb",
            Rating::Bxbb => "bxbb",
            Rating::Backdoor => "backdoor",
            Rating::Magic => "magic",
            Rating::Steps => "steps",
            Rating::Nets => "nets",
            Rating::Er => "er",
            Rating::Ep => "ep",
            Rating::Ed => "ed",
            Rating::Guesses => "guesses",
            Rating::Nodes => "nodes",
            Rating::Clues => "clues",
        }
    }

    /// The ratings of a name, in small letters or capitals: one, or those of Sudoku Explainer for
    /// `se`.
    ///
    /// ```
    /// use tourdion::rating::Rating;
    ///
    /// assert_eq!(Rating::named("te"), Ok(&[Rating::Te][..]));
    /// assert_eq!(Rating::named("ER"), Ok(&[Rating::Er][..]));
    /// assert_eq!(Rating::named("se"), Ok(&[Rating::Er, Rating::Ep, Rating::Ed][..]));
    /// let wrong = Rating::named("ser").unwrap_err().to_string();
    /// assert!(wrong.ends_with("`er` is Sudoku Explainer's rating (SER)"));
    /// ```
    ///
    /// # Errors
    /// If there is no such name.
    pub fn named(name: &str) -> Result<&'static [Rating], RatingError> {
        if name.eq_ignore_ascii_case("se") {
            return Ok(Rating::EXPLAINER);
        }
        let place = Rating::ALL.iter().position(|rating| rating.name().eq_ignore_ascii_case(name));
        place.map(|k| &Rating::ALL[k..=k]).ok_or_else(|| RatingError::of(name, &["se"]))
    }

    /// Whether it has a decimal, as those of Sudoku Explainer do: its rates are
    /// [`Rate::Tenths`].
    pub const fn is_in_tenths(self) -> bool {
        matches!(self, Rating::Er | Rating::Ep | Rating::Ed)
    }

    /// Whether all symmetric copies of a puzzle have the same rating of this kind. The work of a
    /// search depends on its engine, and on the order of cells and digits; and so does the path of
    /// Sudoku Explainer.
    ///
    /// ```
    /// use tourdion::rating::Rating;
    ///
    /// assert!(Rating::Te.is_invariant() && !Rating::Guesses.is_invariant());
    /// ```
    pub const fn is_invariant(self) -> bool {
        !matches!(self, Rating::Guesses | Rating::Nodes) && !self.is_in_tenths()
    }
}

impl fmt::Display for Rating {
    /// As its [name](Rating::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is no [`Rating`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found `{}`{}", Excerpt(.found), self.hint())]
pub struct RatingError {
    expected: String,
    found: String,
}

impl RatingError {
    /// What is added for the field's usual names, which are of one rating or of three.
    pub(crate) fn hint(&self) -> &'static str {
        match self.found.to_ascii_lowercase().as_str() {
            "ser" | "se" => "; `er` is Sudoku Explainer's rating (SER)",
            _ => "",
        }
    }

    fn of(found: &str, others: &[&'static str]) -> RatingError {
        let names = Rating::ALL.iter().map(|rating| rating.name());
        let names: Vec<&str> = names.chain(others.iter().copied()).collect();
        let (last, others) = names.split_last().expect("there are ratings");
        RatingError { expected: format!("{} or {last}", others.join(", ")), found: found.into() }
    }
}

impl FromStr for Rating {
    type Err = RatingError;

    fn from_str(text: &str) -> Result<Rating, RatingError> {
        let is_it = |rating: &Rating| rating.name().eq_ignore_ascii_case(text);
        let named = Rating::ALL.iter().copied().find(is_it);
        named.ok_or_else(|| RatingError::of(text, &[]))
    }
}

/// The value of a rating for a puzzle.
///
/// ```
/// use std::cmp::Ordering;
/// use tourdion::rating::Rate;
///
/// assert_eq!(Rate::Is(3).compare(4), Some(Ordering::Less));
/// assert_eq!(Rate::Above(12).compare(4), Some(Ordering::Greater));
/// assert_eq!(Rate::Above(12).compare(20), None);             // nobody knows
/// assert_eq!(Rate::Endless.compare(20), Some(Ordering::Greater));
/// assert_eq!(Rate::Unknown.compare(0), None);
/// assert_eq!(Rate::Above(12).to_string(), ">12");
/// assert_eq!(Rate::Tenths(71).to_string(), "7.1");
/// assert_eq!(Rate::Tenths(71).compare(7), Some(Ordering::Greater));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rate {
    /// This number.
    Is(u32),
    /// This number of tenths.
    Tenths(u32),
    /// More than this number: it was not tried further.
    Above(u32),
    /// More than any number: the puzzle is too deep for this rating.
    Endless,
    /// It may be any: whether the puzzle is deep enough for this rating was not tried.
    Unknown,
}

impl Rate {
    /// Whether it is known only in part: [`Rate::Above`] or [`Rate::Unknown`].
    pub const fn is_unsettled(self) -> bool {
        matches!(self, Rate::Above(_) | Rate::Unknown)
    }

    /// A key that sorts the rates of one rating: numbers, then unknown rates, then those above a
    /// number, then those above any number. All numbers of one rating are in tenths, or none is.
    ///
    /// ```
    /// use tourdion::rating::Rate;
    ///
    /// let rates = [Rate::Is(3), Rate::Is(900), Rate::Unknown, Rate::Above(12), Rate::Endless];
    /// assert!(rates.map(Rate::order_key).is_sorted());
    /// ```
    pub const fn order_key(self) -> (u8, u32) {
        match self {
            Rate::Is(number) | Rate::Tenths(number) => (0, number),
            Rate::Unknown => (1, 0),
            Rate::Above(number) => (2, number),
            Rate::Endless => (3, 0),
        }
    }

    /// How it compares with a number, if that is known.
    pub fn compare(self, number: u32) -> Option<Ordering> {
        match self {
            Rate::Is(rate) => Some(rate.cmp(&number)),
            Rate::Tenths(_) => self.compare_tenths(number.saturating_mul(10)),
            Rate::Above(least) => (least >= number).then_some(Ordering::Greater),
            Rate::Endless => Some(Ordering::Greater),
            Rate::Unknown => None,
        }
    }

    /// How it compares with a number of tenths, if that is known.
    pub fn compare_tenths(self, tenths: u32) -> Option<Ordering> {
        let (rate, number) = (|rate: u32| u64::from(rate) * 10, u64::from(tenths));
        match self {
            Rate::Is(is) => Some(rate(is).cmp(&number)),
            Rate::Tenths(rate) => Some(rate.cmp(&tenths)),
            Rate::Above(least) => (rate(least) >= number).then_some(Ordering::Greater),
            Rate::Endless => Some(Ordering::Greater),
            Rate::Unknown => None,
        }
    }
}

impl fmt::Display for Rate {
    /// As `3`, `7.1`, `>12`, `-` if no number is enough, or `?` if none is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rate::Is(number) => number.fmt(f),
            Rate::Tenths(tenths) => f.pad(&format!("{}.{}", tenths / 10, tenths % 10)),
            Rate::Above(number) => f.pad(&format!(">{number}")),
            Rate::Endless => f.pad("-"),
            Rate::Unknown => f.pad("?"),
        }
    }
}

/// Why a grid has no ratings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unrated {
    /// It is not 9×9.
    #[error("ratings are of grids with boxes of 3x3, and this one has {0}")]
    Shape(Shape),
    /// It has no solution, or more than one.
    #[error("no rating: the puzzle is {0}")]
    NotProper(Kind),
}
