//! What a row has to be: a small expression.
//!
//! ```text
//!      clues<=22 and (minimal or not proper)
//!
//!      either  =  both { "or" both }
//!      both    =  part { "and" part }
//!      part    =  "not" part | "(" either ")" | test
//!      test    =  field sign value | fact
//!      field   =  clues, automorphisms, with a number; verdict, symmetry, pattern, with a word
//!      fact    =  proper, pseudo, impossible, minimal
//!      sign    =  "=" | "!=" | "<" | "<=" | ">" | ">="; of words the first two
//! ```
//!
//! Read by hand, by one function for each line above. A crate of parsers would be one more package
//! to build, and its messages would have to be written here all the same.
//!
//! Invariant: an error has the place, in bytes, of the first character that does not fit. Groups
//! within groups are limited, so that no text exhausts the stack.
//!
//! Deliberately lacking: sums, columns of the user, and anything that a query language does better.

use std::fmt;
use std::ops::Range;

use tourdion::generate::PatternSymmetry;
use tourdion::sudoku::{Alphabet, Pattern, Shape};
use tourdion::verify::Kind;

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    Test(Test),
    Not(Box<Expression>),
    All(Vec<Expression>),
    Any(Vec<Expression>),
}

/// A question about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Test {
    Clues(Comparison),
    Pattern(Pattern),
    Symmetry(PatternSymmetry),
    Verdict(Kind),
    Automorphisms(Comparison),
    Minimal,
}

/// A comparison with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comparison {
    sign: Sign,
    number: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Equal,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    pub(super) fn holds(self, number: u64) -> bool {
        match self.sign {
            Sign::Equal => number == self.number,
            Sign::Other => number != self.number,
            Sign::Less => number < self.number,
            Sign::AtMost => number <= self.number,
            Sign::More => number > self.number,
            Sign::AtLeast => number >= self.number,
        }
    }
}

/// Why a text is no expression, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ExpressionError {
    text: String,
    /// The byte at which it goes wrong.
    pub(super) at: usize,
    pub(super) problem: String,
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.text[..self.at].chars().count();
        writeln!(f, "the expression: {}", self.problem)?;
        writeln!(f, "  {}", self.text.replace(char::is_control, " "))?;
        write!(f, "  {}^", " ".repeat(before))
    }
}

impl std::error::Error for ExpressionError {}

/// Groups and `not` within one another.
const DEEPEST: usize = 100;

const TESTS: &str = "clues, pattern, symmetry, verdict, proper, pseudo, impossible, automorphisms \
                     or minimal";

impl Expression {
    /// Reads an expression about puzzles of a shape.
    pub(super) fn read(
        text: &str,
        shape: Shape,
        alphabet: &Alphabet,
    ) -> Result<Expression, ExpressionError> {
        let mut parser = Parser { text, at: 0, depth: 0, shape, alphabet };
        let read = parser.either().and_then(|expression| {
            let next = parser.token();
            match &text[next.clone()] {
                "" => Ok(expression),
                _ => Err((next.start, "expected `and`, `or` or the end".to_owned())),
            }
        });
        read.map_err(|(at, problem)| ExpressionError { text: text.to_owned(), at, problem })
    }
}

/// A fault: the place, and what is wrong there.
type Fault = (usize, String);

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    shape: Shape,
    alphabet: &'t Alphabet,
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

    fn either(&mut self) -> Result<Expression, Fault> {
        let mut parts = vec![self.both()?];
        while self.takes("or") {
            parts.push(self.both()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Any(parts) })
    }

    fn both(&mut self) -> Result<Expression, Fault> {
        let mut parts = vec![self.part()?];
        while self.takes("and") {
            parts.push(self.part()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::All(parts) })
    }

    fn part(&mut self) -> Result<Expression, Fault> {
        let start = self.token().start;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((start, format!("more than {DEEPEST} groups within one another")));
        }
        let part = if self.takes("not") {
            Expression::Not(Box::new(self.part()?))
        } else if self.takes("(") {
            let inner = self.either()?;
            let (at, token) = self.take();
            if token != ")" {
                return Err((at, "expected `and`, `or` or `)`".to_owned()));
            }
            inner
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(part)
    }

    fn test(&mut self) -> Result<Expression, Fault> {
        let (at, name) = self.take();
        let test = match name.to_ascii_lowercase().as_str() {
            "clues" => Test::Clues(self.comparison()?),
            "automorphisms" => Test::Automorphisms(self.comparison()?),
            "minimal" => Test::Minimal,
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
            "symmetry" => {
                return self.equal(|_, word| {
                    word.parse().map(Test::Symmetry).map_err(|error| format!("{error}"))
                });
            }
            "pattern" => {
                return self.equal(|parser, word| {
                    Pattern::read(word, parser.shape, parser.alphabet)
                        .map(Test::Pattern)
                        .map_err(|error| format!("{error}"))
                });
            }
            "" => return Err((at, format!("expected {TESTS}"))),
            _ => return Err((at, format!("expected {TESTS}, or `not` or `(`"))),
        };
        Ok(Expression::Test(test))
    }

    /// A sign and a number.
    fn comparison(&mut self) -> Result<Comparison, Fault> {
        let (at, sign) = self.take();
        let sign = match sign {
            "=" | "==" => Sign::Equal,
            "!=" => Sign::Other,
            "<" => Sign::Less,
            "<=" => Sign::AtMost,
            ">" => Sign::More,
            ">=" => Sign::AtLeast,
            _ => return Err((at, "expected one of = != < <= > >=".to_owned())),
        };
        let (at, number) = self.take();
        let number = number.parse().map_err(|_| (at, "expected a whole number".to_owned()))?;
        Ok(Comparison { sign, number })
    }

    /// `=` or `!=`, and a word.
    fn equal(
        &mut self,
        read: impl Fn(&Self, &str) -> Result<Test, String>,
    ) -> Result<Expression, Fault> {
        let (at, sign) = self.take();
        let is_negated = match sign {
            "=" | "==" => false,
            "!=" => true,
            _ => return Err((at, "expected = or !=".to_owned())),
        };
        let (at, word) = self.take();
        let test = Expression::Test(read(self, word).map_err(|problem| (at, problem))?);
        Ok(if is_negated { Expression::Not(Box::new(test)) } else { test })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Expression, ExpressionError> {
        let shape = Shape::new(2, 2).unwrap();
        Expression::read(text, shape, &Alphabet::usual(shape))
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
    fn numbers_are_compared() {
        for (sign, expected) in [
            ("=", [false, true, false]),
            ("!=", [true, false, true]),
            ("<", [true, false, false]),
            ("<=", [true, true, false]),
            (">", [false, false, true]),
            (">=", [false, true, true]),
        ] {
            let Ok(Expression::Test(Test::Clues(comparison))) = read(&format!("clues{sign}5"))
            else {
                panic!("{sign}")
            };
            assert_eq!([4, 5, 6].map(|number| comparison.holds(number)), expected, "{sign}");
        }
    }

    #[test]
    fn a_fault_has_its_place() {
        for (text, at, problem) in [
            ("", 0, "expected clues, pattern"),
            ("clues", 5, "expected one of = != <"),
            ("clues 5", 6, "expected one of = != <"),
            ("clues <", 7, "expected a whole number"),
            ("clues <= -1", 9, "expected a whole number"),
            ("clues <= 99999999999999999999", 9, "expected a whole number"),
            ("clues =< 5", 6, "expected one of = != <"),
            ("clues<=5 und minimal", 9, "expected `and`, `or` or the end"),
            ("clues<=5 and", 12, "expected clues, pattern"),
            ("(clues<=5", 9, "expected `and`, `or` or `)`"),
            ("minimal)", 7, "expected `and`, `or` or the end"),
            ("é", 0, "expected clues, pattern"),
            ("verdict=good", 8, "expected proper, pseudo or impossible"),
            ("verdict<proper", 7, "expected = or !="),
            ("symmetry=round", 9, "expected"),
            ("pattern=12", 8, "expected 16 cells, found 2"),
            ("not", 3, "expected clues, pattern"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.problem.starts_with(problem), "{text}: {error}");
        }
        let error = read("é and x").unwrap_err().to_string();
        assert!(error.ends_with("\n  é and x\n  ^"), "{error}");
        let error = read("clues=1 é").unwrap_err().to_string();
        assert!(error.ends_with("\n  clues=1 é\n          ^"), "{error}");
    }

    #[test]
    fn no_text_exhausts_the_stack() {
        for deep in ["(", "not ", "not("] {
            let error = read(&deep.repeat(1_000_000)).unwrap_err();
            assert!(error.problem.starts_with("more than 100 groups"), "{}", error.problem);
        }
        assert!(read(&format!("{}proper{}", "(".repeat(99), ")".repeat(99))).is_ok());
    }
}
