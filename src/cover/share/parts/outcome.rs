//! A search of one part within a limit, for callers that share the parts out themselves.

use std::ops::ControlFlow::Continue;

use super::attempt::{Limit, Tried, attempt};
use super::{Gather, Part, PartError};
use crate::cover::{Clash, Engine};
use crate::watch::{PATIENCE, Patient};

/// What became of a part that was searched within a limit.
#[derive(Clone, PartialEq, Debug)]
pub enum PartOutcome<G> {
    /// The search came to its end.
    Whole {
        /// Its covers, as they were gathered.
        gathered: G,
        /// The number of its covers.
        covers: u64,
    },
    /// The part is too large and is cut. These parts have its covers. The list is empty if the cut
    /// shows that there are no covers.
    Cut(Vec<Part>),
}

impl Part {
    /// Searches the part for its covers. If that takes more than `nodes` nodes, or `gathered` more
    /// than [`PART_BYTES`](super::PART_BYTES), it cuts the part into smaller ones. The engine is
    /// afterwards as it was before.
    ///
    /// The outcome depends on the part, the limit and the kind of engine alone. So parts can be
    /// searched in any order: on another thread, in another process, on another day. A part's
    /// [place](Part::place) is all that has to be kept of it. A part in which no item has to be
    /// covered any more can't be cut and is searched to its end.
    ///
    /// ```
    /// use tourdion::cover::share::parts::{Listing, Part, PartOutcome, Place};
    /// use tourdion::cover::{Links, classics};
    /// use tourdion::watch::Patient;
    ///
    /// let problem = classics::langford(8)?;
    /// let (mut to_do, mut covers) = (vec![Place::WHOLE.to_string()], 0);
    /// while let Some(text) = to_do.pop() {
    ///     // What follows needs the problem and the text. Another process can do it.
    ///     let mut engine = Links::new(&problem)?;
    ///     let part = Part::at(&text.parse::<Place>()?, &mut engine, &mut Patient)?;
    ///     match part.search_within(500, &mut engine, Listing::default())? {
    ///         PartOutcome::Whole { gathered, .. } => covers += gathered.len(),
    ///         PartOutcome::Cut(parts) => {
    ///             to_do.extend(parts.iter().map(|part| part.place().to_string()));
    ///         }
    ///     }
    /// }
    /// assert_eq!(covers, 300);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Part::enter`].
    pub fn search_within<G: Gather>(
        &self,
        nodes: u64,
        engine: &mut dyn Engine,
        mut gathered: G,
    ) -> Result<PartOutcome<G>, Clash> {
        let mut left = nodes;
        let mut meter = |searched| {
            left = left.saturating_sub(searched);
            // Beyond the limit there is only a part that can't be cut.
            Continue(if left == 0 { PATIENCE } else { left.saturating_add(1) })
        };
        match attempt(self, Limit::Fixed(nodes), engine, &mut gathered, &mut meter)? {
            Tried::Whole(covers) => Ok(PartOutcome::Whole { gathered, covers }),
            Tried::TooLarge => {
                drop(gathered); // before the pieces need memory
                match self.cut(engine, &mut Patient) {
                    Ok(pieces) => Ok(PartOutcome::Cut(pieces)),
                    Err(PartError::Clash(clash)) => Err(clash),
                    Err(error) => unreachable!("what could be searched can be cut: {error}"),
                }
            }
            Tried::Stopped(_) => {
                unreachable!("only a meter stops an attempt, and this one does not")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::share::parts::{Listing, Place};
    use crate::cover::{Cells, Links, Live, Move, Problem, classics, covers};

    /// Each part is read from its place by an engine of its own.
    fn part_by_part(
        nodes: u64,
        build: &dyn Fn() -> Box<dyn Engine>,
    ) -> (Vec<Vec<crate::cover::OptionId>>, usize) {
        let (mut to_do, mut found, mut cuts) = (vec![Place::WHOLE.to_string()], Vec::new(), 0);
        while let Some(place) = to_do.pop() {
            let mut engine = build();
            let part = Part::at(&place.parse().unwrap(), engine.as_mut(), &mut Patient).unwrap();
            match part.search_within(nodes, engine.as_mut(), Listing::default()).unwrap() {
                PartOutcome::Whole { gathered, covers } => {
                    assert_eq!(gathered.len() as u64, covers);
                    found.extend(gathered.iter().map(<[_]>::to_vec));
                }
                PartOutcome::Cut(parts) => {
                    cuts += 1;
                    to_do.extend(parts.iter().rev().map(|part| part.place().to_string()));
                }
            }
            assert!(engine.moves().is_empty());
        }
        (found, cuts)
    }

    #[test]
    fn any_limit_gives_the_covers_of_the_whole() {
        let problem: Problem = classics::langford(8).unwrap();
        let builds: [&dyn Fn() -> Box<dyn Engine>; 3] = [
            &|| Box::new(Links::new(&problem).unwrap()),
            &|| Box::new(Live::new(&problem).unwrap()),
            &|| Box::new(Cells::new(&problem).unwrap()),
        ];
        for build in builds {
            let mut expected: Vec<_> = covers(build().as_mut()).collect();
            expected.sort();
            for (nodes, is_cut) in [(30, true), (300, true), (u64::MAX, false)] {
                let (mut found, cuts) = part_by_part(nodes, build);
                found.sort();
                assert!(found == expected && (cuts > 0) == is_cut, "{nodes}: {cuts}");
            }
        }
    }

    #[test]
    fn a_part_that_clashes_with_what_is_held_is_refused() {
        let mut engine = Links::new(&classics::langford(8).unwrap()).unwrap();
        let parts = Part::whole().cut(&mut engine, &mut Patient).unwrap();
        let &Move::Held(first) = &parts[0].moves()[0] else { panic!("a part holds an option") };
        engine.hold(first).unwrap();
        assert!(parts[0].search_within(10, &mut engine, ()).is_err());
        assert_eq!(engine.moves(), [Move::Held(first)]);
    }
}
