//! Expressions: conditions on a puzzle, and whether it satisfies them.
//!
//! ```text
//!      clues<=22 and (minimal or te>=2)
//!
//!      text ──▶ Expression ──▶ Judge ──▶ Decision      for each puzzle: it is, it isn't,
//!                                │                     or nobody knows
//!                                ╰── the cheapest questions first: cells, verdicts,
//!                                    automorphisms, minimality, paths, ratings one by one
//! ```
//!
//! An expression joins *tests* by `and`, `or` and `not`. A test compares a number, such as the
//! number of clues or a [rating](crate::rating); or it names a property, such as `minimal`; or a
//! technique that the [path](crate::logic::Path) of the puzzle must use, as `uses=x-wing`. The
//! [grammar](ExpressionError) lists all tests. To decide an expression, a [`Judge`] finds *facts*
//! about puzzles, such as the verdict, kind by kind, and only for puzzles that are still undecided.
//!
//! ```
//! use tourdion::expression::{Decision, Expression, decide};
//!
//! let hard: Expression = "clues<=22 and te>=2 and bxb in 3..5".parse()?;
//! let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
//! assert_eq!(decide(&hard, &puzzle.parse()?), Decision::Is(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two rules for ratings without a number. An improper puzzle has no ratings and is not minimal, so
//! tests of these are false, with any sign: `not te>=2` is true of it, and `te!=2` is false. A
//! rating that is known only in part, such as `>3`, leaves a test open if both values are possible;
//! the expression is then decided if its value does not depend on that test.
//!
//! Invariant: a decision follows the definition, in whatever order facts are found, and a
//! [`Decision::Is`] does not depend on time limits. Source of the three values: Kleene,
//! *Introduction to Metamathematics* (1952), section 64.
//!
//! Deliberately lacking: sums, columns of the user, and anything that a query language does better.

use std::fmt;
use std::str::FromStr;

use crate::excerpt::pointed_at;
use crate::rating::Rating;
use crate::sudoku::{Alphabet, Shape};

mod comparison;
mod given;
mod grammar;
mod judge;
mod part;

pub use given::SolutionCheck;
use grammar::Subject;
pub use judge::{Decision, Judge, JudgeLimits, decide};
use part::{Fact, Part, Test};

/// A condition on a puzzle.
///
/// ```
/// use tourdion::expression::Expression;
///
/// let expression: Expression = "not (clues<20  or minimal)".parse()?;
/// assert_eq!(expression.to_string(), "not (clues<20 or minimal)");
/// let error = "te>=2 und b<6".parse::<Expression>().unwrap_err();
/// assert_eq!(error.to_string(), "\
/// the expression: expected `and`, `or` or the end
///   te>=2 und b<6
///         ^");
/// # Ok::<(), tourdion::expression::ExpressionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression {
    /// The text, with a blank where it had several.
    text: String,
    shape: Shape,
    whole: Part,
}

impl Expression {
    /// Reads an expression about puzzles of a shape; `alphabet` has the symbols of a pattern.
    ///
    /// # Errors
    /// If the text is none, or asks for what puzzles of the shape don't have.
    pub fn read(
        text: &str,
        shape: Shape,
        alphabet: &Alphabet,
    ) -> Result<Expression, ExpressionError> {
        Expression::read_about(text, Subject { shape, alphabet, has_solutions: false })
    }

    /// Reads an expression about puzzles beside which solutions stand, so that it may have tests of
    /// these.
    ///
    /// ```
    /// use tourdion::expression::Expression;
    /// use tourdion::sudoku::{Alphabet, Shape};
    ///
    /// let (shape, alphabet) = (Shape::CLASSIC, Alphabet::usual(Shape::CLASSIC));
    /// let text = "solution=wrong or solution=not-only";
    /// assert!(Expression::read(text, shape, &alphabet).is_err());
    /// let expression = Expression::read_beside_solutions(text, shape, &alphabet)?;
    /// assert!(expression.is_of_solutions());
    /// # Ok::<(), tourdion::expression::ExpressionError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Expression::read`].
    pub fn read_beside_solutions(
        text: &str,
        shape: Shape,
        alphabet: &Alphabet,
    ) -> Result<Expression, ExpressionError> {
        Expression::read_about(text, Subject { shape, alphabet, has_solutions: true })
    }

    fn read_about(text: &str, subject: Subject<'_>) -> Result<Expression, ExpressionError> {
        let whole = grammar::read(text, subject)?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Expression { text, shape: subject.shape, whole })
    }

    /// Whether it has a test of the solution beside a puzzle.
    pub fn is_of_solutions(&self) -> bool {
        let mut is_of_solutions = false;
        self.whole.each_test(&mut |test| is_of_solutions |= matches!(test, Test::Solution(_)));
        is_of_solutions
    }

    /// Whether the expression can be decided only for puzzles with clues, and not for pencil marks.
    pub fn is_of_clues(&self) -> bool {
        let mut is_of_clues = false;
        self.whole.each_test(&mut |test| is_of_clues |= test.is_of_clues());
        is_of_clues
    }

    /// Whether it may ask for a path or a rating, which take a millisecond or much longer.
    pub fn is_slow(&self) -> bool {
        self.facts().iter().any(|fact| matches!(fact, Fact::Path | Fact::Rating(_)))
    }

    /// The ratings that it may ask for, from the cheapest on.
    pub fn ratings(&self) -> Vec<Rating> {
        let ratings = self.facts().into_iter().filter_map(|fact| match fact {
            Fact::Rating(rating) => Some(rating),
            _ => None,
        });
        ratings.collect()
    }

    /// Whether a proper puzzle with this number of clues may satisfy the expression: false only if
    /// the number alone decides against it.
    ///
    /// ```
    /// # use tourdion::expression::Expression;
    /// let expression: Expression = "te>=2 and (clues<18 or clues in 24..25)".parse()?;
    /// assert!(expression.may_hold(17) && expression.may_hold(25) && !expression.may_hold(20));
    /// # Ok::<(), tourdion::expression::ExpressionError>(())
    /// ```
    pub fn may_hold(&self, clues: usize) -> bool {
        self.whole.value(&mut |test| test.value_for_clues(clues)) != Some(false)
    }

    /// The facts that it may need, from the cheapest on.
    fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        self.whole.each_test(&mut |test| {
            if matches!(test, Test::Solution(_)) {
                // Most wrong ones show without a search.
                facts.push(Fact::Cells);
            }
            facts.push(test.fact());
        });
        facts.sort_unstable();
        facts.dedup();
        facts
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    /// Reads an expression about 9×9 puzzles with the usual digits.
    fn from_str(text: &str) -> Result<Expression, ExpressionError> {
        Expression::read(text, Shape::CLASSIC, &Alphabet::usual(Shape::CLASSIC))
    }
}

impl fmt::Display for Expression {
    /// The text, which is read back as the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Why a text is no [`Expression`], and where it goes wrong.
///
/// ```text
///      either  =  both { "or" both }
///      both    =  part { "and" part }
///      part    =  "not" part | "(" either ")" | test
///      test    =  number sign N | number "in" range | word sign name | fact
///      number  =  clues, automorphisms, difficulty, or a rating: te, b, ...
///      word    =  verdict, symmetry, pattern, uses, solution
///      fact    =  proper, pseudo, impossible, minimal
///      sign    =  "=" | "!=" | "<" | "<=" | ">" | ">="; of words the first two
///      range   =  3..5 | 3.. | ..5 | 4          both ends are in it
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the expression: {fault}\n{}", pointed_at(.text, *.column))]
pub struct ExpressionError {
    /// The text.
    pub text: String,
    /// The column of the first character that does not fit, in characters from 1.
    pub column: usize,
    /// The fault, in words.
    pub fault: String,
}
