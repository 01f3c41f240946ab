//! The forms in which a problem can be written, and how a text's form is recognised.
//!
//! ```text
//!      knuth      a b c | x            the items, then an option a line
//!                 a b x:1
//!
//!      numeric    p xc 3 1 1           how many items and options there are, then an option a line
//!                 1 2 4:1
//!
//!      json       {"primary": ["a", "b", "c"], "secondary": ["x"], "options": [["a", "b", "x:1"]]}
//!
//!      miniexact, miniexact-numbers    two forms of that program
//!
//!      matrix     1 1 0                an option a line, an item a column
//!
//!      xmpuzzle   <puzzle ...>         pieces and a box, as burr-tools has them
//! ```
//!
//! For programs that know clauses alone, a problem is also written as [`cnf`], and for those that
//! know sums of them as [`opb`].
//!
//! The first three express bounds and costs; the pages of [`knuth`], [`numeric`] and [`json`] show
//! how. [`miniexact`] has limits. [`matrix`] has neither. The pieces of an `xmpuzzle` have bounds.
//!
//! A text is JSON if it begins with `{` and then `"` or `}`; an `.xmpuzzle` if it begins with
//! `<?xml` or `<puzzle version`, perhaps behind comments of XML; one of miniexact's if it begins
//! with names in `<` and `>`, or with a line `p xcc`, or `p xc` and two numbers; numeric if it
//! begins with another line `p xc`; comments may come before such a line. It is a matrix if it has
//! 0 and 1 alone and can't be Knuth's. All else is Knuth's. So a problem in Knuth's form whose
//! first items are called `p` and `xc`, say, must be read by naming the form.
//!
//! A problem's `Display` is Knuth's form, or JSON if it has no primary items, which Knuth's form
//! can't express. Its output is recognised, and read as the same problem
//! (`tests/it/problem_text.rs`).

use std::fmt;
use std::str::FromStr;

pub mod cnf;
mod fault;
pub mod json;
pub mod knuth;
pub mod matrix;
pub mod miniexact;
pub mod numeric;
pub mod opb;
mod spelled;
mod stated;
mod words;
#[cfg(feature = "xmpuzzle")]
pub mod xmpuzzle;

pub use self::fault::{TextError, TextFault};

use super::problem::Problem;
use crate::excerpt::none_of;

/// How a problem is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ProblemForm {
    /// Knuth's: see [`knuth`].
    Knuth,
    /// Items as numbers: see [`numeric`].
    Numeric,
    /// A JSON object: see [`json`].
    Json,
    /// miniexact's, of words: see [`miniexact`].
    Miniexact,
    /// miniexact's, of numbers: see [`miniexact`].
    MiniexactNumbers,
    /// Rows of 0 and 1: see [`matrix`].
    Matrix,
    /// Pieces and boxes of burr-tools, read with the feature `xmpuzzle`: its first problem.
    Xmpuzzle,
}

impl ProblemForm {
    /// All forms.
    pub const ALL: &[ProblemForm] = &[
        ProblemForm::Knuth,
        ProblemForm::Numeric,
        ProblemForm::Json,
        ProblemForm::Miniexact,
        ProblemForm::MiniexactNumbers,
        ProblemForm::Matrix,
        ProblemForm::Xmpuzzle,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            ProblemForm::Knuth => "knuth",
            ProblemForm::Numeric => "numeric",
            ProblemForm::Json => "json",
            ProblemForm::Miniexact => "miniexact",
            ProblemForm::MiniexactNumbers => "miniexact-numbers",
            ProblemForm::Matrix => "matrix",
            ProblemForm::Xmpuzzle => "xmpuzzle",
        }
    }

    /// The form that a text seems to be in; Knuth's if it could be in none.
    ///
    /// # Errors
    /// [`TextFault::Ambiguous`] if it is a matrix as well as a problem in Knuth's form;
    /// [`TextFault::Foreign`] if it is clauses, pseudo-Boolean constraints, a matrix in brackets or
    /// with commas, or a web page, or if its lines end with CR alone.
    pub fn recognise(text: &str) -> Result<ProblemForm, TextError> {
        let text = without_mark(text);
        let mut signs = text.trim_start().chars();
        if signs.next() == Some('{')
            && signs.find(|c| !c.is_whitespace()).is_some_and(|c| "\"}".contains(c))
        {
            return Ok(ProblemForm::Json);
        }
        let start = text.trim_start();
        if is_xmpuzzle(start) {
            return Ok(ProblemForm::Xmpuzzle);
        }
        if let Some(fault) = foreign(start) {
            return Err(TextError::at(b"", 0, fault));
        }
        Ok(if miniexact::is_meant_as_text(text) {
            ProblemForm::Miniexact
        } else if miniexact::is_meant_as_numbers(text) {
            ProblemForm::MiniexactNumbers
        } else if numeric::is_meant(text) {
            ProblemForm::Numeric
        } else if matrix::is_possible(text) {
            match (knuth::read(text).is_ok(), matrix::is_even(text)) {
                (true, true) => return Err(TextError::at(b"", 0, TextFault::Ambiguous)),
                (true, false) => ProblemForm::Knuth,
                (false, _) => ProblemForm::Matrix,
            }
        } else {
            ProblemForm::Knuth
        })
    }

    /// Reads a problem in this form.
    ///
    /// ```
    /// use tourdion::cover::ProblemForm;
    ///
    /// let text = b"p xc 3 1 2\n1 2 4:1\n3 4:1\n";
    /// let problem = ProblemForm::Numeric.read(text)?;
    /// assert_eq!(problem.to_string(), "1 2 3 | 4\n1 2 4:1\n3 4:1\n");
    /// # Ok::<(), tourdion::cover::TextError>(())
    /// ```
    ///
    /// # Errors
    /// If it is not a problem in this form, or not UTF-8.
    pub fn read(self, bytes: &[u8]) -> Result<Problem, TextError> {
        self.read_text(ProblemForm::text(bytes)?)
    }

    /// Reads a problem in this form from what [`ProblemForm::text`] takes for the text of a file.
    ///
    /// # Errors
    /// If it is not a problem in this form.
    pub fn read_text(self, text: &str) -> Result<Problem, TextError> {
        match self {
            ProblemForm::Knuth => knuth::read(text),
            ProblemForm::Numeric => numeric::read(text),
            ProblemForm::Miniexact => miniexact::read_text(text),
            ProblemForm::MiniexactNumbers => miniexact::read_numbers(text),
            ProblemForm::Matrix => matrix::read(text),
            #[cfg(feature = "json")]
            ProblemForm::Json => json::read(text),
            #[cfg(not(feature = "json"))]
            ProblemForm::Json => {
                let what = "the library was built without its feature `json`".to_owned();
                Err(TextError::at(b"", 0, TextFault::Json(what)))
            }
            #[cfg(feature = "xmpuzzle")]
            ProblemForm::Xmpuzzle => Ok(xmpuzzle::Xmpuzzle::read(text)?.packing(0)?.into_problem()),
            #[cfg(not(feature = "xmpuzzle"))]
            ProblemForm::Xmpuzzle => {
                let what = "the library was built without its feature `xmpuzzle`".to_owned();
                Err(TextError::at(b"", 0, TextFault::Xml(what)))
            }
        }
    }

    /// Reads a problem in the form that is recognised.
    ///
    /// # Errors
    /// As [`ProblemForm::read`] and [`ProblemForm::recognise`].
    pub fn read_recognised(bytes: &[u8]) -> Result<Problem, TextError> {
        utf8(bytes)?.parse()
    }

    /// Whether a text can begin with these bytes, the last of which may be a part of a character.
    /// If not, then [`ProblemForm::text`] of them is an error, and reading on is useless.
    ///
    /// ```
    /// use tourdion::cover::ProblemForm;
    ///
    /// assert!(ProblemForm::can_begin(b"a b\na\n\xc3"));
    /// assert!(!ProblemForm::can_begin(&[0; 4]));
    /// ```
    pub fn can_begin(bytes: &[u8]) -> bool {
        let whole = match str::from_utf8(bytes) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => bytes.len(),
        };
        utf8(&bytes[..whole]).is_ok()
    }

    /// The text of a file's bytes, without the byte order mark that some editors write.
    ///
    /// # Errors
    /// If they are not UTF-8, or one is zero.
    pub fn text(bytes: &[u8]) -> Result<&str, TextError> {
        utf8(bytes).map(without_mark)
    }
}

impl FromStr for Problem {
    type Err = TextError;

    /// Reads a problem in the form that is recognised.
    fn from_str(text: &str) -> Result<Problem, TextError> {
        ProblemForm::recognise(text)?.read_text(without_mark(text))
    }
}

/// Whether a text without blanks before it is the XML of a puzzle: perhaps behind comments.
fn is_xmpuzzle(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, behind)) =
        rest.strip_prefix("<!--").and_then(|comment| comment.split_once("-->"))
    {
        rest = behind.trim_start();
    }
    let element = rest.strip_prefix("<puzzle").filter(|rest| rest.starts_with(char::is_whitespace));
    rest.starts_with("<?xml")
        || element.is_some_and(|rest| rest.trim_start().starts_with("version"))
}

/// What a text without blanks before it rather is than a problem.
fn foreign(text: &str) -> Option<TextFault> {
    let begins_with =
        |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    // Cut off, too.
    let is_in_brackets = text.starts_with("[[");
    let has_lines = text.contains('\n');
    let mut lines = text.lines().skip_while(|line| line.starts_with("c ") || line.is_empty());
    let (what, way) = if lines.next().is_some_and(|line| line.starts_with("p cnf ")) {
        ("clauses in DIMACS form", "`--emit cnf` writes them")
    } else if begins_with("* #variable") {
        ("pseudo-Boolean constraints in the form OPB", "`--emit opb` writes them")
    } else if text.starts_with("[[\"") {
        ("a JSON array", "write an object, with \"primary\" and \"options\"")
    } else if begins_with("<html") || begins_with("<!doctype") {
        ("a web page", "save the problem as text")
    } else if !has_lines && text.trim_end().contains('\r') {
        ("a text whose lines end with CR alone", "`tr '\\r' '\\n'` makes lines of it")
    // All other signs end this at the first of them, in most texts soon.
    } else if text.chars().all(|sign| "01,;[]".contains(sign) || sign.is_whitespace())
        && text.contains([',', ';', '['])
        // Cells such as `0,1` can be items.
        && (knuth::read(text).is_err() || is_in_brackets)
    {
        ("a matrix with brackets or commas", "write its rows as digits, without these")
    } else {
        return None;
    };
    Some(TextFault::Foreign { what, way })
}

/// The text without the byte order mark that some editors write.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn utf8(bytes: &[u8]) -> Result<&str, TextError> {
    let read = str::from_utf8(bytes);
    let valid = read.map_or_else(|error| error.valid_up_to(), str::len);
    // Of a number of bytes `contains` is faster than a search for the place.
    if bytes[..valid].contains(&0) {
        let place = bytes.iter().take_while(|byte| **byte != 0).count();
        return Err(TextError::at(bytes, place, TextFault::Nul));
    }
    read.map_err(|_| {
        TextError::at(bytes, valid, TextFault::NotUtf8(bytes.get(valid).copied().unwrap_or(0)))
    })
}

impl fmt::Display for ProblemForm {
    /// As its [name](ProblemForm::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is no [`ProblemForm`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", none_of(ProblemForm::ALL, .0))]
pub struct ProblemFormError(String);

impl FromStr for ProblemForm {
    type Err = ProblemFormError;

    fn from_str(text: &str) -> Result<ProblemForm, ProblemFormError> {
        let form = ProblemForm::ALL.iter().copied().find(|form| form.name() == text);
        form.ok_or_else(|| ProblemFormError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_problem_is_named_with_the_way_out() {
        for (text, what) in [
            ("p cnf 3 2\n1 2 0\n-1 3 0\n", "clauses in DIMACS form"),
            ("c by hand\np cnf 1 1\n1 0\n", "clauses in DIMACS form"),
            ("<!DOCTYPE html>\n<html>", "a web page"),
            ("<HTML>\n", "a web page"),
            ("[[1,0,1],[0,1,0]]\n", "a matrix with brackets or commas"),
            ("1,0,1\n0,1,0\n", "a matrix with brackets or commas"),
            ("[[\"a\"]]", "a JSON array"),
            ("[[1,0,1],[0,1", "a matrix with brackets or commas"),
            ("[[[[[[", "a matrix with brackets or commas"),
            ("[1 0 1; 0 1 0]", "a matrix with brackets or commas"),
            ("* #variable= 2 #constraint= 1\n1 x1 1 x2 = 1 ;\n", "constraints in the form OPB"),
            ("a b\ra\rb\r", "a text whose lines end with CR alone"),
            ("101\r010", "a text whose lines end with CR alone"),
        ] {
            let error = ProblemForm::recognise(text).unwrap_err().to_string();
            assert!(error.contains(&format!("{what}, which is not read; ")), "{error}");
        }
    }

    #[test]
    fn forms_are_recognised() {
        for (text, form) in [
            ("", ProblemForm::Knuth),
            ("a b\na\nb", ProblemForm::Knuth),
            ("a b\r\na\r\nb\r\n", ProblemForm::Knuth),
            ("* a\n*\na", ProblemForm::Knuth),
            ("| a comment\na b\na\nb", ProblemForm::Knuth),
            ("c e\nc\ne", ProblemForm::Knuth),
            ("p xcd\np", ProblemForm::Knuth),
            ("{ a b\n{ a", ProblemForm::Knuth),
            ("p xc 1 0 1\n1", ProblemForm::Numeric),
            ("c made by hand\r\nc\r\n\r\n p  xc 1 0 1\n1", ProblemForm::Numeric),
            ("\u{feff}p xc 1 0 1\n1", ProblemForm::Numeric),
            ("\u{feff}{\"primary\":[]}", ProblemForm::Json),
            (" \n{\n}", ProblemForm::Json),
            ("p xc 1 0\n1 0", ProblemForm::MiniexactNumbers),
            ("c\np xcc 1 0\n1 0", ProblemForm::MiniexactNumbers),
            ("p xcc 1 0 1\n", ProblemForm::MiniexactNumbers),
            ("p xc 1\n", ProblemForm::Numeric),
            ("\u{feff}\n< a b >", ProblemForm::Miniexact),
            ("<a:2;3 b>a;b;", ProblemForm::Miniexact),
            ("<a b\n<a\nb", ProblemForm::Knuth),
            ("<a | b>\n<a", ProblemForm::Knuth),
            ("011\n100\n", ProblemForm::Matrix),
            ("0 1 1\r\n1 0 0\n", ProblemForm::Matrix),
            ("01\n10\n011\n", ProblemForm::Matrix),
            ("\u{feff}<?xml version=\"1.0\"?>\n<a b>", ProblemForm::Xmpuzzle),
            ("\n<puzzle version=\"2\"/>", ProblemForm::Xmpuzzle),
            ("<puzzle piece>puzzle piece;", ProblemForm::Miniexact),
            ("0,0 0,1\n0,0 0,1\n", ProblemForm::Knuth),
            ("[0] [1]\n[0]\n[1]\n", ProblemForm::Knuth),
            ("html\n", ProblemForm::Knuth),
            ("[\n", ProblemForm::Knuth),
            ("0 1\n0\n1\n", ProblemForm::Knuth),
            ("10 1\n1\n10\n", ProblemForm::Knuth),
            ("| no matrix\n0 1\n0 1\n", ProblemForm::Knuth),
        ] {
            assert_eq!(ProblemForm::recognise(text), Ok(form), "{text:?}");
        }
        for &form in ProblemForm::ALL {
            assert_eq!(form.to_string().parse(), Ok(form));
        }
        assert!("Knuth".parse::<ProblemForm>().is_err());
    }

    #[test]
    fn what_is_both_a_matrix_and_a_problem_of_knuths_form_must_be_named() {
        for text in ["0 1\n0 1\n", "01\n01", "0 1\n1 0\n\n", "0110"] {
            let fault = ProblemForm::read_recognised(text.as_bytes()).unwrap_err().to_string();
            assert_eq!(
                fault,
                "1:1: 0 and 1 can be a matrix, or names: the form must be named, matrix or knuth"
            );
            for form in [ProblemForm::Matrix, ProblemForm::Knuth] {
                let problem = form.read(text.as_bytes()).unwrap();
                let written = problem.to_string();
                assert_eq!(written.parse::<Problem>().unwrap().to_string(), written);
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_have_a_place() {
        let fault = |bytes: &[u8]| ProblemForm::read_recognised(bytes).unwrap_err().to_string();
        assert_eq!(fault(b"\xff"), "1:1: expected UTF-8 text, found the byte 0xff");
        let nul =
            "expected UTF-8 text, found a NUL byte: this is no text, or one in UTF-16 or UTF-32";
        assert_eq!(fault(b"\0\0\xff"), format!("1:1: {nul}"));
        assert_eq!(fault(b"p\0 \0x\0c\0"), format!("1:2: {nul}"));
        assert_eq!(fault("a b\n| \u{e9}\0".as_bytes()), format!("2:4: {nul}"));
        assert_eq!(
            fault("ä b\nä \u{1}".as_bytes()),
            "2:3: there is no item `\u{fffd}`; line 1 names all items"
        );
        assert_eq!(
            fault(&[1; 100]),
            format!(
                "1:1: `{}…` can't be a name: it is empty, or has white space, a control \
                 character, `:` or `|` in it",
                "\u{fffd}".repeat(60)
            )
        );
        assert_eq!(fault(b"a b\r\na \xe4\n"), "2:3: expected UTF-8 text, found the byte 0xe4");
    }

    #[test]
    fn a_mark_before_the_text_is_no_part_of_it() {
        assert_eq!(
            ProblemForm::read_recognised("\u{feff}a\na\n".as_bytes()).unwrap().to_string(),
            "a\na\n"
        );
    }
}
