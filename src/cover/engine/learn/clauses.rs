//! Clauses: of these literals at least one is true. Those of the problem stay; those learned from
//! conflicts come and go.
//!
//! ```text
//!      an item       +2 +5 +9          one of its options is chosen
//!      learned       -4 +9 -7          not 4 and 7 without 9
//! ```
//!
//! Two literals of each clause are *watched*: the first two. Only when one of them becomes false
//! does the clause need a look. It then either watches another literal that is not false, or its
//! other watched literal is forced, or all its literals are false: a conflict.
//!
//! Invariant: each clause has two literals or more, and stands in the lists of its first two. When
//! all that is true is propagated, a watched literal is false only if the other one became true no
//! later.
//!
//! Sources: two watched literals are those of *Chaff* (2001); *spread*, the number of levels in a
//! clause when it was learned, is Audemard and Simon's (*Predicting learnt clauses quality*, 2009).

use super::literal::{ClauseRef, Literal};
use super::proof::Proof;
use super::trail::{Reason, Trail};
use super::watching::{Watchers, Watching};

/// The words of a clause before its literals: their number, and the clause's spread.
const HEAD: usize = 2;

/// Learned clauses of at most this spread stay.
const TIGHT: u32 = 2;

/// A clause that was dropped, in place of its spread.
const DROPPED: u32 = u32::MAX;

/// The clauses of the problem, and those learned.
#[derive(Debug)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// The number of words of the problem's clauses.
    of_problem: usize,
    learned: Vec<ClauseRef>,
    watching: Watchers,
    /// The number of learned clauses above which half of them are dropped.
    room: usize,
    /// The number of looks at clauses in the last propagation.
    looks: usize,
    /// The number of literals seen in these looks, since it was last taken.
    literals_seen: usize,
}

impl Clauses {
    /// None, with literals of this number of options.
    pub(super) fn new(options: u32) -> Clauses {
        Clauses {
            words: Vec::new(),
            of_problem: 0,
            learned: Vec::new(),
            watching: Watchers::none(2 * options as usize),
            room: 0,
            looks: 0,
            literals_seen: 0,
        }
    }

    /// Makes room for this number of clauses, with this number of literals together.
    pub(super) fn reserve(&mut self, clauses: usize, literals: usize) {
        self.words.reserve(HEAD * clauses + literals);
    }

    /// Adds a clause of the problem, of two literals or more.
    pub(super) fn add(&mut self, literals: impl Iterator<Item = Literal>) {
        let start = self.words.len();
        self.words.extend([0, 0]);
        self.words.extend(literals.map(Literal::word));
        self.words[start] = (self.words.len() - start - HEAD) as u32;
        self.watch(ClauseRef(start as u32));
        self.of_problem = self.words.len();
    }

    /// Learns a clause of two literals or more.
    pub(super) fn learn(&mut self, literals: &[Literal], spread: u32) -> ClauseRef {
        let clause = ClauseRef(self.words.len() as u32);
        self.words.extend([literals.len() as u32, spread]);
        self.words.extend(literals.iter().map(|literal| literal.word()));
        self.watch(clause);
        self.learned.push(clause);
        clause
    }

    fn watch(&mut self, clause: ClauseRef) {
        let (one, other) = (self.literal(clause, 0), self.literal(clause, 1));
        self.watching.add(one, Watching { clause, other });
        self.watching.add(other, Watching { clause, other: one });
    }

    /// The number of clauses that the last propagation looked at.
    pub(super) fn looks(&self) -> usize {
        self.looks
    }

    /// The number of literals that propagations saw in clauses since the last call.
    pub(super) fn take_literals_seen(&mut self) -> usize {
        std::mem::take(&mut self.literals_seen)
    }

    /// The number of learned clauses.
    pub(super) fn learned(&self) -> usize {
        self.learned.len()
    }

    fn literal(&self, clause: ClauseRef, k: usize) -> Literal {
        Literal::from_word(self.words[clause.0 as usize + HEAD + k])
    }

    fn words_of(&self, clause: ClauseRef) -> &[u32] {
        let start = clause.0 as usize + HEAD;
        &self.words[start..start + self.words[clause.0 as usize] as usize]
    }

    /// The literals of a clause.
    pub(super) fn literals(&self, clause: ClauseRef) -> impl Iterator<Item = Literal> + '_ {
        self.words_of(clause).iter().map(|&word| Literal::from_word(word))
    }

    /// Finds what follows from a literal that has become false. Returns a clause without a literal
    /// that is not false, if there is one.
    pub(super) fn propagate(&mut self, falsified: Literal, trail: &mut Trail) -> Option<ClauseRef> {
        self.looks = 0;
        let mut list = self.watching.take(falsified)?;
        let (mut from, mut to) = (0, 0);
        let mut conflict = None;
        while let Some(&watching) = list.get(from) {
            from += 1;
            list[to] = watching;
            to += 1;
            if trail.is_true(watching.other) {
                continue;
            }
            let clause = watching.clause;
            let start = clause.0 as usize + HEAD;
            let end = start + self.words[clause.0 as usize] as usize;
            let literals = &mut self.words[start..end];
            // Without a branch: which of the two it is can't be predicted.
            let other = Literal::from_word(literals[0] ^ literals[1] ^ falsified.word());
            list[to - 1].other = other;
            if trail.is_true(other) {
                continue;
            }
            literals[0] = other.word();
            literals[1] = falsified.word();
            let unfalse = first_not_false(&literals[2..], trail);
            self.literals_seen += unfalse.unwrap_or(literals.len());
            if let Some(k) = unfalse {
                literals.swap(1, 2 + k);
                let watched = Literal::from_word(literals[1]);
                self.watching.add(watched, Watching { clause, other });
                to -= 1; // it watches another literal now
            } else if trail.is_false(other) {
                conflict = Some(clause);
                break;
            } else {
                trail.push(other, Reason::Clause(clause));
            }
        }
        self.looks = from;
        list.copy_within(from.., to);
        list.truncate(to + list.len() - from);
        self.watching.put_back(falsified, list);
        conflict
    }

    /// Sets the number of learned clauses above which half of them are dropped, if it is not set.
    pub(super) fn make_room(&mut self, room: usize) {
        self.room = self.room.max(room);
    }

    /// Drops half of the learned clauses if there are too many: those of the greatest spread.
    pub(super) fn thin_out(&mut self, trail: &mut Trail, proof: &mut Proof) {
        if self.learned.len() <= self.room + trail.literals().len() {
            return;
        }
        self.room += self.room / 10;
        let mut learned = std::mem::take(&mut self.learned);
        let quality = |&ClauseRef(start): &ClauseRef| {
            let start = start as usize;
            (self.words[start + 1], self.words[start])
        };
        learned.sort_by_key(quality);
        for &ClauseRef(start) in &learned[learned.len() / 2..] {
            let first = Literal::from_word(self.words[start as usize + HEAD]);
            let is_reason = trail.is_true(first)
                && trail.reason(first.option()) == Reason::Clause(ClauseRef(start));
            if self.words[start as usize + 1] > TIGHT && !is_reason {
                if proof.is_wanted() {
                    proof.drop(&self.literals(ClauseRef(start)).collect::<Vec<_>>());
                }
                self.words[start as usize + 1] = DROPPED;
            }
        }
        self.learned = learned;
        self.sweep(trail);
    }

    /// Closes the gaps of dropped clauses.
    fn sweep(&mut self, trail: &mut Trail) {
        // Those of the problem stay where they are, and are not copied: they may be gigabytes.
        let mut words = Vec::new();
        let mut learned = Vec::with_capacity(self.learned.len());
        for &ClauseRef(start) in &self.learned {
            let start = start as usize;
            if self.words[start + 1] == DROPPED {
                continue;
            }
            let end = start + HEAD + self.words[start] as usize;
            let moved = (self.of_problem + words.len()) as u32;
            words.extend_from_slice(&self.words[start..end]);
            self.words[start + 1] = moved; // where the clause is now
            learned.push(ClauseRef(moved));
        }
        let (old, of_problem) = (&self.words, self.of_problem);
        let moved = |ClauseRef(start): ClauseRef| match start as usize {
            start if start < of_problem => Some(ClauseRef(start as u32)),
            start if old[start + 1] == DROPPED => None,
            start => Some(ClauseRef(old[start + 1])),
        };
        for list in self.watching.lists_mut() {
            list.retain_mut(|watching| match moved(watching.clause) {
                Some(clause) => {
                    watching.clause = clause;
                    true
                }
                None => false,
            });
        }
        trail.move_reasons(|clause| moved(clause).expect("a reason is not dropped"));
        self.words.truncate(self.of_problem);
        self.words.extend_from_slice(&words);
        self.learned = learned;
    }

    /// Whether each clause stands in the lists of its first two literals, and in no others.
    pub(super) fn is_sane(&self) -> bool {
        let listed: usize = self.watching.iter().map(|(_, list)| list.len()).sum();
        let watches = |(literal, list): (usize, &[Watching])| {
            list.iter()
                .all(|watching| (0..2).any(|k| self.literal(watching.clause, k).index() == literal))
        };
        let mut clauses = self.learned.len();
        let mut start = 0;
        while start < self.of_problem {
            start += HEAD + self.words[start] as usize;
            clauses += 1;
        }
        listed == 2 * clauses && self.watching.iter().all(watches)
    }
}

/// The place of the first literal that is not false. It is among the first four most often, and
/// which of them it is can't be predicted: so four are looked at without a branch.
fn first_not_false(words: &[u32], trail: &Trail) -> Option<usize> {
    let is_it = |word: u32| !trail.is_false(Literal::from_word(word));
    let (fours, rest) = words.as_chunks::<4>();
    for (k, four) in fours.iter().enumerate() {
        let found = (0..4).fold(0, |found, k| found | u32::from(is_it(four[k])) << k);
        if found != 0 {
            return Some(4 * k + found.trailing_zeros() as usize);
        }
    }
    let k = rest.iter().position(|&word| is_it(word))?;
    Some(4 * fours.len() + k)
}
