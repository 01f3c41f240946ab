//! Reads an expression; the page of [`ExpressionError`] has the grammar.
//!
//! Read by hand, by one function for each line of the grammar. A crate of parsers would be one more
//! package to build, and its messages would have to be written here all the same.
//!
//! Invariant: a fault has the place, in bytes, of the first character that does not fit. Groups
//! within groups are limited, so that no text exhausts the stack.

use std::ops::Range;

use super::ExpressionError;
use super::comparison::Comparison;
use super::given::Standing;
use super::part::{Part, Test};
use crate::logic::Ladder;
use crate::rating::{Rating, Unrated};
use crate::sudoku::canonical::NotClassic;
use crate::sudoku::{Alphabet, Pattern, Shape};
use crate::verify::Kind;

/// Groups and `not` within one another.
const DEEPEST: usize = 100;

/// What is wrong with a number that no puzzle reaches.
const TOO_LARGE: &str = "this number is too large";

/// What is wrong with a test of solutions where there are none.
const NO_SOLUTIONS: &str =
    "tests of solutions are for `tourdion filter`, which takes their column by --solution";

/// What a test can begin with.
fn tests() -> String {
    let ratings = Rating::ALL.iter().map(|rating| rating.name());
    let ratings: Vec<&str> = ratings.filter(|name| *name != "clues").collect();
    format!(
        "clues, pattern, symmetry, verdict, proper, pseudo, impossible, automorphisms, minimal, \
         uses, difficulty or a rating ({})",
        ratings.join(", ")
    )
}

/// What is wrong with a name that no technique has.
fn no_technique(name: &str) -> String {
    if Ladder::is_singles(name) {
        "nearly all paths have singles; difficulty=1 asks for those that have nothing else"
            .to_owned()
    } else {
        format!("expected a technique such as nested-net, with hyphens for blanks, found `{name}`")
    }
}

/// The puzzles that an expression is about.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub(super) shape: Shape,
    /// The symbols of a pattern.
    pub(super) alphabet: &'a Alphabet,
    /// Whether solutions stand beside the puzzles, which a test may ask for.
    pub(super) has_solutions: bool,
}

/// Reads an expression.
pub(super) fn read(text: &str, subject: Subject<'_>) -> Result<Part, ExpressionError> {
    let mut parser = Parser { text, at: 0, depth: 0, subject };
    let read = parser.either().and_then(|whole| {
        let next = parser.token();
        match &text[next.clone()] {
            "" => Ok(whole),
            _ => Err(Fault::new(next.start, "expected `and`, `or` or the end")),
        }
    });
    read.map_err(|Fault { at, what }| {
        let column = text[..at].chars().count() + 1;
        ExpressionError { text: text.to_owned(), column, fault: what }
    })
}

/// What is wrong, and the place in bytes.
struct Fault {
    at: usize,
    what: String,
}

impl Fault {
    fn new(at: usize, what: impl Into<String>) -> Fault {
        Fault { at, what: what.into() }
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    subject: Subject<'t>,
}

impl<'t> Parser<'t> {
    /// The place of the next token, which is not taken; an empty one is the end.
    fn token(&self) -> Range<usize> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        let rest = &self.text[start..];
        let is_sign = |c: char| "<>=!".contains(c);
        let is_word = |c: char| !is_sign(c) && !"()".contains(c) && !c.is_whitespace();
        let length = match rest.chars().next() {
            Some('(' | ')') => 1,
            Some(c) if is_sign(c) => rest.find(|c| !is_sign(c)).unwrap_or(rest.len()),
            _ => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        };
        start..start + length
    }

    /// Takes the next token.
    fn take(&mut self) -> (usize, &'t str) {
        let token = self.token();
        self.at = token.end;
        (token.start, &self.text[token])
    }

    /// Takes the next token if it is this one.
    fn takes(&mut self, expected: &str) -> bool {
        let token = self.token();
        let is_it = self.text[token.clone()].eq_ignore_ascii_case(expected);
        if is_it {
            self.at = token.end;
        }
        is_it
    }

    fn either(&mut self) -> Result<Part, Fault> {
        let mut parts = vec![self.both()?];
        while self.takes("or") {
            parts.push(self.both()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Part::Any(parts) })
    }

    fn both(&mut self) -> Result<Part, Fault> {
        let mut parts = vec![self.part()?];
        while self.takes("and") {
            parts.push(self.part()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Part::All(parts) })
    }

    fn part(&mut self) -> Result<Part, Fault> {
        let start = self.token().start;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Fault::new(
                start,
                format!("more than {DEEPEST} groups within one another"),
            ));
        }
        let part = if self.takes("not") {
            Part::Not(Box::new(self.part()?))
        } else if self.takes("(") {
            let inner = self.either()?;
            let (at, token) = self.take();
            if token != ")" {
                return Err(Fault::new(at, "expected `and`, `or` or `)`"));
            }
            inner
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(part)
    }

    fn test(&mut self) -> Result<Part, Fault> {
        let (at, name) = self.take();
        let name = name.to_ascii_lowercase();
        let is_classic = self.subject.shape == Shape::CLASSIC;
        let test = match name.as_str() {
            "clues" => Test::Clues(self.comparison(whole)?),
            "automorphisms" if is_classic => Test::Automorphisms(self.comparison(whole)?),
            "automorphisms" => {
                return Err(Fault::new(at, NotClassic(self.subject.shape).to_string()));
            }
            "minimal" => Test::Minimal,
            "uses" | "difficulty" if !is_classic => {
                let fault = "techniques are of grids with boxes of 3x3, and this one has";
                return Err(Fault::new(at, format!("{fault} {}", self.subject.shape)));
            }
            "uses" => {
                return self.equal(|_, word| {
                    let technique = Ladder::named(word).map_err(|_| no_technique(word))?;
                    Ok(Test::Uses(technique.name()))
                });
            }
            "difficulty" => Test::Difficulty(self.comparison(tenths)?),
            "proper" => Test::Verdict(Kind::Proper),
            "pseudo" => Test::Verdict(Kind::Pseudo),
            "impossible" => Test::Verdict(Kind::Impossible),
            "verdict" => {
                return self.equal(|_, word| {
                    let kinds = [Kind::Proper, Kind::Pseudo, Kind::Impossible];
                    let kind = kinds.into_iter().find(|kind| kind.to_string() == word);
                    kind.map(Test::Verdict)
                        .ok_or_else(|| "expected proper, pseudo or impossible".to_owned())
                });
            }
            "solution" if self.subject.has_solutions => {
                return self.equal(|_, word| {
                    let standing = Standing::ALL.iter().find(|(name, _)| *name == word);
                    standing
                        .map(|&(_, standing)| Test::Solution(standing))
                        .ok_or_else(|| "expected right, wrong, not-only or missing".to_owned())
                });
            }
            "solution" => return Err(Fault::new(at, NO_SOLUTIONS)),
            "symmetry" => {
                return self.equal(|_, word| {
                    word.parse().map(Test::Symmetry).map_err(|error| format!("{error}"))
                });
            }
            "pattern" => {
                return self.equal(|parser, word| {
                    Pattern::read(word, parser.subject.shape, parser.subject.alphabet)
                        .map(Test::Pattern)
                        .map_err(|error| format!("{error}"))
                });
            }
            "" => return Err(Fault::new(at, format!("expected {}", tests()))),
            _ => match name.parse::<Rating>() {
                Ok(rating) if is_classic => {
                    let read = if rating.is_in_tenths() { tenths } else { whole };
                    Test::Rating(rating, self.comparison(read)?)
                }
                Ok(_) => {
                    return Err(Fault::new(at, Unrated::Shape(self.subject.shape).to_string()));
                }
                Err(error) => {
                    let (tests, hint) = (tests(), error.hint());
                    return Err(Fault::new(at, format!("expected {tests}, or `not` or `(`{hint}")));
                }
            },
        };
        Ok(Part::Test(test))
    }

    /// A sign and a number, or `in` and a range.
    fn comparison(&mut self, read: fn(&str) -> Option<u32>) -> Result<Comparison, Fault> {
        let (at, sign) = self.take();
        if sign.eq_ignore_ascii_case("in") {
            let (at, range) = self.take();
            return Comparison::of_range(range, read)
                .ok_or_else(|| Fault::new(at, no_range(range, read)));
        }
        if Comparison::of_sign(sign, 0).is_none() {
            return Err(Fault::new(at, "expected one of = != < <= > >= in"));
        }
        let (at, number) = self.take();
        let number = read(number).ok_or_else(|| Fault::new(at, no_number(number, read)))?;
        Ok(Comparison::of_sign(sign, number).expect("it is a sign"))
    }

    /// `=` or `!=`, and a word.
    fn equal(&mut self, read: impl Fn(&Self, &str) -> Result<Test, String>) -> Result<Part, Fault> {
        let (at, sign) = self.take();
        let is_negated = match sign {
            "=" | "==" => false,
            "!=" => true,
            _ => return Err(Fault::new(at, "expected = or !=")),
        };
        let (at, word) = self.take();
        let test = Part::Test(read(self, word).map_err(|what| Fault { at, what })?);
        Ok(if is_negated { Part::Not(Box::new(test)) } else { test })
    }
}

/// What is wrong with a text that is no range.
fn no_range(text: &str, read: fn(&str) -> Option<u32>) -> String {
    let is_too_large = |text: &str| is_too_large(text, read);
    match text.split_once("..") {
        Some((least, most)) if read(least).is_some() && read(most).is_some() => {
            format!("no number is in this range; expected {most}..{least}")
        }
        Some((least, most)) if is_too_large(least) || is_too_large(most) => TOO_LARGE.to_owned(),
        None if is_too_large(text) => TOO_LARGE.to_owned(),
        _ => "expected a range such as 3..5, 3.. or ..5".to_owned(),
    }
}

/// What is wrong with a text that is no number.
fn no_number(text: &str, read: fn(&str) -> Option<u32>) -> String {
    if is_too_large(text, read) {
        return TOO_LARGE.to_owned();
    }
    let expected = if read("0.1").is_some() {
        "expected a number such as 7 or 7.1"
    } else {
        "expected a whole number"
    };
    let hint = if text.contains("..") { "; a range stands after `in`, as in 3..5" } else { "" };
    format!("{expected}{hint}")
}

/// Whether a text is a number that is not read, since it is too large.
fn is_too_large(text: &str, read: fn(&str) -> Option<u32>) -> bool {
    // A number with as many decimals, and one digit before them.
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let is_whole = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    is_whole && read(text).is_none() && read(&format!("1{}", &text[whole.len()..])).is_some()
}

/// Reads a whole number.
fn whole(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// Reads a number with at most one decimal, in tenths.
fn tenths(text: &str) -> Option<u32> {
    let (number, decimal) = text.split_once('.').unwrap_or((text, "0"));
    let is_digit = decimal.len() == 1 && decimal.bytes().all(|byte| byte.is_ascii_digit());
    let number: u32 = number.parse().ok()?;
    number.checked_mul(10)?.checked_add(decimal.parse().ok().filter(|_| is_digit)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Part, ExpressionError> {
        let shape = Shape::new(2, 2).unwrap();
        let alphabet = &Alphabet::usual(shape);
        super::read(text, Subject { shape, alphabet, has_solutions: true })
    }

    fn read_classic(text: &str) -> Result<Part, ExpressionError> {
        let (shape, alphabet) = (Shape::CLASSIC, &Alphabet::usual(Shape::CLASSIC));
        super::read(text, Subject { shape, alphabet, has_solutions: false })
    }

    #[test]
    fn and_binds_more_than_or_and_not_most() {
        let [a, b, c] = ["clues=1", "minimal", "proper"];
        let one = read(&format!("not {a} and {b} or {c}"));
        assert_eq!(one, read(&format!("((not ({a})) and {b}) or {c}")));
        assert_ne!(one, read(&format!("not ({a} and {b} or {c})")));
        assert_eq!(read("CLUES < 4 AND Minimal"), read("clues<4 and minimal"));
        assert_eq!(read("verdict != proper"), read("not proper"));
        assert_eq!(read("pattern=x.......1......."), read("pattern = #.......#......."));
    }

    #[test]
    fn every_rating_is_a_number() {
        // What has a name of its own here is not asked of a rater.
        for rating in Rating::ALL.iter().filter(|rating| rating.name() != "clues") {
            let test = |text: &str| match read_classic(text) {
                Ok(Part::Test(Test::Rating(found, comparison))) if found == *rating => comparison,
                other => panic!("{text}: {other:?}"),
            };
            let name = rating.name();
            assert_eq!(test(&format!("{name} >= 3")), test(&format!("{name} in 3..")));
            assert_eq!(
                test(&format!("{name}=3")),
                test(&format!("{} IN 3..3", name.to_uppercase()))
            );
        }
    }

    #[test]
    fn ratings_in_tenths_have_a_decimal() {
        assert_eq!(read_classic("er >= 7"), read_classic("er in 7.0.."));
        assert_ne!(read_classic("er >= 7"), read_classic("er >= 7.1"));
        assert_eq!(read_classic("ep in 7.1..8.2"), read_classic("EP IN 7.1..8.2"));
        for text in ["er>7.15", "er>7.", "er>.5", "er>7.x", "er>99999999999", "te>1.5"] {
            assert!(read_classic(text).is_err(), "{text}");
        }
        let error = read_classic("er>7.15").unwrap_err();
        assert_eq!((error.column, &error.fault[..]), (4, "expected a number such as 7 or 7.1"));
        for text in ["er>99999999999", "er>99999999999.5", "er in 7.1..99999999999.5"] {
            assert_eq!(read_classic(text).unwrap_err().fault, TOO_LARGE, "{text}");
        }
    }

    #[test]
    fn a_fault_has_its_place() {
        for (text, at, fault) in [
            ("", 0, "expected clues, pattern"),
            ("clues", 5, "expected one of = != <"),
            ("clues 5", 6, "expected one of = != <"),
            ("clues <", 7, "expected a whole number"),
            ("clues <= -1", 9, "expected a whole number"),
            ("clues <= 99999999999999999999", 9, "this number is too large"),
            ("clues <= 99999999999999999999x", 9, "expected a whole number"),
            ("clues in 3..99999999999999999999", 9, "this number is too large"),
            ("clues in 99999999999999999999", 9, "this number is too large"),
            ("clues = 3..5", 8, "expected a whole number; a range stands after `in`, as in 3..5"),
            ("clues =< 5", 6, "expected one of = != <"),
            ("clues<=5 und minimal", 9, "expected `and`, `or` or the end"),
            ("clues<=5 and", 12, "expected clues, pattern"),
            ("(clues<=5", 9, "expected `and`, `or` or `)`"),
            ("minimal)", 7, "expected `and`, `or` or the end"),
            ("é", 0, "expected clues, pattern"),
            ("verdict=good", 8, "expected proper, pseudo or impossible"),
            ("verdict<proper", 7, "expected = or !="),
            ("solution=good", 9, "expected right, wrong, not-only or missing"),
            ("solution", 8, "expected = or !="),
            ("not solution>right", 12, "expected = or !="),
            ("symmetry=round", 9, "expected"),
            ("pattern=12", 8, "expected 16 cells, found 2"),
            ("not", 3, "expected clues, pattern"),
            ("clues in 5..4", 9, "no number is in this range; expected 4..5"),
            ("clues in 5...4", 9, "expected a range such as 3..5"),
            ("clues in", 8, "expected a range such as 3..5"),
            ("clues in 3..=5", 12, "expected `and`, `or` or the end"),
            ("proper and te>2", 11, "ratings are of grids with boxes of 3x3, and this one has 2x2"),
            ("automorphisms=1", 0, "canonical forms are of grids with boxes of 3x3"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.column, at + 1, "{text}: {error}");
            assert!(error.fault.starts_with(fault), "{text}: {error}");
        }
        let error = read("é and x").unwrap_err().to_string();
        assert!(error.ends_with("\n  é and x\n  ^"), "{error}");
        let error = read("clues=1 é").unwrap_err().to_string();
        assert!(error.ends_with("\n  clues=1 é\n          ^"), "{error}");
    }

    #[test]
    fn solutions_are_asked_for_only_where_there_are_some() {
        assert_eq!(read("not solution=right"), read("solution != right"));
        let error = read_classic("te>1 or solution=right").unwrap_err();
        assert_eq!((error.column, &error.fault[..]), (9, NO_SOLUTIONS));
    }

    #[test]
    fn a_name_that_the_field_uses_has_a_way_out() {
        for (text, column, out) in [
            ("SER>=11", 1, "; `er` is Sudoku Explainer's rating (SER)"),
            ("te>1 and se>7", 10, "; `er` is Sudoku Explainer's rating (SER)"),
            ("uses != Singles", 9, "difficulty=1 asks for those that have nothing else"),
        ] {
            let error = read_classic(text).unwrap_err();
            assert!(error.fault.ends_with(out), "{text}: {error}");
            assert_eq!(error.column, column, "{text}");
        }
        assert!(read_classic("x>1").unwrap_err().fault.ends_with("or `not` or `(`"));
    }

    #[test]
    fn no_text_exhausts_the_stack() {
        for deep in ["(", "not ", "not("] {
            let error = read(&deep.repeat(1_000_000)).unwrap_err();
            assert!(error.fault.starts_with("more than 100 groups"), "{}", error.fault);
        }
        assert!(read(&format!("{}proper{}", "(".repeat(99), ")".repeat(99))).is_ok());
    }
}
