//! Reads a [`Sequence`].
//!
//! ```text
//!      sequence  =  part part ...
//!      part      =  { body } repeat
//!      body      =  step option ...  |  number option ...  |  option ...  |  sequence
//!      step      =  -N  |  +M  |  -N+M  |  twins    numbers of clues, 1 to 81; -N keeps all that
//!                                                   is left, -N+0 proper puzzles alone
//!      repeat    =  nothing  |  xK  |  :N  |  *     a number alone, {N}, is {-N+N} and needs the *
//!      option    =  p        add candidates only where a clue was taken off
//!                   i        add superfluous candidates too
//!                   o        keep one result of each puzzle
//!                   e        keep copies that are equal up to symmetry
//!                   m        keep minimal puzzles
//!                   cA..B    keep puzzles with A to B clues
//!                   k(E)     keep puzzles that are E, an expression such as te>=2 and bxb<6
//!                   bN       keep the N hardest of all results; by the ratings te, b and bxb
//!                   bN(R,R)  by these ratings, the first counting most
//!                   rP%      of the sets of clues take a random share; rP%sS with the seed S
//!                   @I       take off clues from number I on, the first being 1
//! ```
//!
//! A step of options alone, as `{k(te>=2)}`, has neither `p`, `i`, `r` nor `@`. Options come in any
//! order, blanks may stand between any two words. For a text that is no sequence, the error has the
//! place of the fault, and what is allowed there:
//!
//! ```
//! use tourdion::tour::Sequence;
//!
//! let error = "{-1+1}x3{-2*1}".parse::<Sequence>().unwrap_err();
//! assert_eq!(error.to_string(), "\
//! expected `+`, an option or `}`, found `*`
//!   {-1+1}x3{-2*1}
//!              ^");
//! ```
//!
//! Invariant: the displayed form is read back as the same sequence.

use std::fmt;
use std::str::FromStr;

use super::clues::MOST;
use super::hardest::Hardest;
use super::sequence::{Body, Repeat, Sequence, SequencePart, TWINS, TourStep};
use crate::excerpt::{one_line, pointed_at};
use crate::expression::{Expression, ExpressionError};
use crate::rating::Rating;
use crate::verify::on::Sample;

/// The deepest nesting of braces: more than anyone writes, and safe for the stack.
const DEEPEST: usize = 32;

/// The most repeats.
const MOST_TIMES: u64 = 1_000_000;

/// The most puzzles to keep as the hardest.
const MOST_HARDEST: u64 = 1_000_000_000;

/// Why a text is no [`Sequence`], and where it goes wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}\n{}", pointed_at(.text, *.column))]
pub struct SequenceError {
    /// The text.
    pub text: String,
    /// The column of the fault, in characters from 1.
    pub column: usize,
    /// The fault, in words.
    pub fault: String,
}

impl FromStr for Sequence {
    type Err = SequenceError;

    fn from_str(text: &str) -> Result<Sequence, SequenceError> {
        let mut reader = Reader { symbols: text.chars().collect(), at: 0 };
        let wrong = |fault: Fault| SequenceError {
            text: text.to_owned(),
            column: fault.at + 1,
            fault: fault.what,
        };
        let sequence = reader.sequence(0).map_err(wrong)?;
        match reader.peek() {
            None => Ok(sequence),
            Some(_) => Err(wrong(reader.expected("`{` or the end"))),
        }
    }
}

struct Fault {
    /// In characters from 0.
    at: usize,
    what: String,
}

struct Reader {
    symbols: Vec<char>,
    at: usize,
}

impl Reader {
    fn sequence(&mut self, depth: usize) -> Result<Sequence, Fault> {
        let mut parts = vec![self.part(depth)?];
        while self.peek() == Some('{') {
            parts.push(self.part(depth)?);
        }
        Ok(Sequence { parts })
    }

    fn part(&mut self, depth: usize) -> Result<SequencePart, Fault> {
        let begin = self.at;
        self.take('{', "`{`")?;
        if depth == DEEPEST {
            return Err(Fault {
                at: begin,
                what: format!("more than {DEEPEST} braces in each other"),
            });
        }
        let mut needs_star = false;
        let body = match self.peek() {
            Some('{') => {
                let inner = self.sequence(depth + 1)?;
                self.take('}', "`{` or `}`")?;
                Body::Group(inner)
            }
            Some('-' | '+') => Body::Step(self.step()?),
            Some('t') => Body::Step(self.twins()?),
            Some('o' | 'e' | 'm' | 'c' | 'k' | 'b') => {
                let what = "in a step without numbers there can be the options `o`, `e`, `m`, \
                               `c`, `k` and `b` only";
                Body::Step(self.without_change(TourStep::choice(), what)?)
            }
            Some('0'..='9') => {
                needs_star = true;
                let clues = self.clues()?;
                Body::Step(self.options(TourStep::new(clues, clues), "an option or `}`")?)
            }
            _ => return Err(self.expected("`-`, `+`, a number, `twins`, a filter or `{`")),
        };
        let at = self.peek().map_or(self.symbols.len(), |_| self.at);
        let repeat = self.repeat()?;
        if needs_star && repeat != Repeat::Closure {
            let what =
                "expected `*`: a number alone is repeated until nothing new comes".to_owned();
            return Err(Fault { at, what });
        }
        let part = SequencePart { body, repeat: Repeat::Times(1) };
        let part = Sequence { parts: vec![part] };
        if repeat == Repeat::Closure && part.steps().iter().all(|one| one.keeps_pseudo_puzzles()) {
            let what = "this leaves all parts of a puzzle; with `+0`, as in `{-1+0}*`, only \
                           proper ones are kept";
            return Err(Fault { at, what: what.to_owned() });
        }
        if let Repeat::Until(_) = repeat
            && part.gain() >= 0
        {
            let what = format!("this would never end: `{part}` need not lower the number of clues");
            return Err(Fault { at, what });
        }
        let [SequencePart { body, .. }] =
            <[SequencePart; 1]>::try_from(part.parts).expect("one part");
        Ok(SequencePart { body, repeat })
    }

    fn step(&mut self) -> Result<TourStep, Fault> {
        let off = if self.has('-') { self.clues()? } else { 0 };
        let has_on_phase = self.has('+');
        let on = match (has_on_phase, off) {
            (false, _) => 0,
            (true, 0) => self.clues()?,
            (true, _) => self.number(0, MOST as u64)? as usize,
        };
        if has_on_phase {
            self.options(TourStep::new(off, on), "an option or `}`")
        } else {
            self.options(TourStep::off(off), "`+`, an option or `}`")
        }
    }

    /// A step that finds twins: clues are neither taken off nor added, so only filters follow.
    fn twins(&mut self) -> Result<TourStep, Fault> {
        let begin = self.at;
        if self.run("twins") != TWINS {
            self.at = begin;
            return Err(self.expected("`twins`"));
        }
        let what = "with `twins` there can be the options `o`, `e`, `m`, `c`, `k` and `b` only";
        self.without_change(TourStep::twins(), what)
    }

    /// The options of a step that neither takes off nor adds; `what` says which there can be.
    fn without_change(&mut self, plain: TourStep, what: &str) -> Result<TourStep, Fault> {
        let (begin, change) = (self.at, plain.change.clone());
        let step = self.options(plain, "an option or `}`")?;
        if step.change == change {
            return Ok(step);
        }
        Err(Fault { at: begin, what: what.to_owned() })
    }

    /// Reads options and the closing brace.
    fn options(&mut self, mut step: TourStep, mut expected: &str) -> Result<TourStep, Fault> {
        loop {
            let next = self.peek();
            let at = self.at;
            let is_again = match next {
                Some('}') if step.hardest.is_some() && step.keeps_pseudo_puzzles() => {
                    let what = "with `b` all results must be proper: add `m`, or `+0` after \
                                   the number";
                    return Err(Fault { at, what: what.to_owned() });
                }
                Some('}') => {
                    self.at += 1;
                    return Ok(step);
                }
                Some('p') => std::mem::replace(&mut step.change.in_place, true),
                Some('i') => std::mem::replace(&mut step.change.superfluous, true),
                Some('o') => std::mem::replace(&mut step.one_each, true),
                Some('e') => std::mem::replace(&mut step.as_found, true),
                Some('m') => std::mem::replace(&mut step.minimal, true),
                Some('c') => step.clues.is_some(),
                Some('k') => step.keep.is_some(),
                Some('b') => step.hardest.is_some(),
                Some('r') => step.change.sample.is_some(),
                Some('@') => step.change.first_clue > 0,
                _ => return Err(self.expected(expected)),
            };
            if is_again {
                return Err(Fault { at, what: format!("`{}` is there twice", self.symbols[at]) });
            }
            let takes_none_off = step.kind == super::StepKind::OffOn && step.change.off == 0;
            if takes_none_off && let Some(option @ ('r' | '@')) = next {
                let what = format!("`{option}` is for clues to take off, and there are none");
                return Err(Fault { at, what });
            }
            if step.change.in_place && step.change.on > step.change.off {
                let what = "with `p` there can't be more candidates to add than clues to take off";
                return Err(Fault { at, what: what.to_owned() });
            }
            self.at += 1;
            match next {
                Some('c') => step.clues = Some(self.word("0123456789.")?),
                Some('k') => step.keep = Some(self.keep()?),
                Some('b') => step.hardest = Some(self.hardest()?),
                Some('r') => step.change.sample = Some(self.sample()?),
                Some('@') => step.change.first_clue = self.clues()? - 1,
                _ => {}
            }
            expected = "an option or `}`";
        }
    }

    /// An expression in brackets.
    fn keep(&mut self) -> Result<Expression, Fault> {
        self.take('(', "`(` and an expression")?;
        let begin = self.at;
        let mut open = 1;
        while let Some(&symbol) = self.symbols.get(self.at) {
            open += i32::from(symbol == '(') - i32::from(symbol == ')');
            if open == 0 {
                break;
            }
            self.at += 1;
        }
        let text: String = self.symbols[begin..self.at].iter().collect();
        self.take(')', "`)`")?;
        let within = |column| begin + column - 1;
        text.parse()
            .map_err(|error: ExpressionError| Fault { at: within(error.column), what: error.fault })
    }

    /// The number of the hardest, and perhaps ratings in brackets.
    fn hardest(&mut self) -> Result<Hardest, Fault> {
        let count = self.number(1, MOST_HARDEST)?;
        if !self.has('(') {
            return Ok(Hardest { count, by: Hardest::USUAL.to_vec() });
        }
        let mut by: Vec<Rating> = Vec::new();
        loop {
            self.peek();
            let at = self.at;
            let rating = self.word("abcdefghijklmnopqrstuvwxyz0123456789_-")?;
            let what = match by.len() {
                _ if by.contains(&rating) => format!("`{rating}` is there twice"),
                Hardest::MOST_RATINGS => format!("more than {} ratings", Hardest::MOST_RATINGS),
                _ => String::new(),
            };
            if !what.is_empty() {
                return Err(Fault { at, what });
            }
            by.push(rating);
            if !self.has(',') {
                self.take(')', "`,` or `)`")?;
                return Ok(Hardest { count, by });
            }
        }
    }

    fn sample(&mut self) -> Result<Sample, Fault> {
        let share: super::Share = self.word("0123456789.%")?;
        let seed = if self.has('s') { self.number(0, u64::MAX)? } else { 0 };
        Ok(Sample { per_million: share.per_million, seed })
    }

    fn repeat(&mut self) -> Result<Repeat, Fault> {
        if self.has('x') {
            Ok(Repeat::Times(self.number(1, MOST_TIMES)? as u32))
        } else if self.has(':') {
            Ok(Repeat::Until(self.clues()?))
        } else if self.has('*') {
            Ok(Repeat::Closure)
        } else {
            Ok(Repeat::Times(1))
        }
    }

    /// A number of clues, at least one.
    fn clues(&mut self) -> Result<usize, Fault> {
        Ok(self.number(1, MOST as u64)? as usize)
    }

    fn number(&mut self, least: u64, most: u64) -> Result<u64, Fault> {
        self.peek();
        let begin = self.at;
        let digits = self.run("0123456789");
        let number = digits.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            self.at = begin;
            let expected = if most == u64::MAX {
                "a number".to_owned()
            } else {
                format!("a number from {least} to {most}")
            };
            match digits.as_str() {
                "" => self.expected(&expected),
                _ => Fault { at: begin, what: format!("expected {expected}, found {digits}") },
            }
        })
    }

    /// Reads the next `allowed` characters as a value.
    fn word<T: FromStr<Err: fmt::Display>>(&mut self, allowed: &str) -> Result<T, Fault> {
        self.peek();
        let begin = self.at;
        let text = self.run(allowed);
        text.parse().map_err(|error: T::Err| Fault { at: begin, what: error.to_string() })
    }

    /// Takes the next `allowed` characters.
    fn run(&mut self, allowed: &str) -> String {
        let rest = self.symbols[self.at..].iter().copied();
        let run: String = rest.take_while(|&symbol| allowed.contains(symbol)).collect();
        self.at += run.len(); // they are all of one byte
        run
    }

    /// The next character that isn't blank.
    fn peek(&mut self) -> Option<char> {
        while self.symbols.get(self.at).is_some_and(|symbol| symbol.is_whitespace()) {
            self.at += 1;
        }
        self.symbols.get(self.at).copied()
    }

    /// Takes `symbol` if it is next.
    fn has(&mut self, symbol: char) -> bool {
        let is_next = self.peek() == Some(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    fn take(&mut self, symbol: char, expected: &str) -> Result<(), Fault> {
        if self.has(symbol) { Ok(()) } else { Err(self.expected(expected)) }
    }

    fn expected(&mut self, what: &str) -> Fault {
        let what = match self.peek() {
            Some(found) => {
                let found = one_line(found.encode_utf8(&mut [0; 4]));
                format!("expected {what}, found `{found}`")
            }
            None => format!("expected {what}, found the end"),
        };
        Fault { at: self.at, what }
    }
}
