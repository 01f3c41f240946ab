//! Ratings by their definitions alone: slow, and with nothing that the library has.
//!
//! A board is 729 flags. Nothing is kept between trials, no order is chosen, and no solution is
//! known.

use std::collections::BTreeSet;

/// A digit in a cell, as `cell * 9 + digit`.
type Candidate = usize;

/// The rules of a candidate: a digit for its cell, and a place in each of its houses.
fn constraints_of(candidate: Candidate) -> [usize; 4] {
    let (row, column, digit) = (candidate / 81, candidate / 9 % 9, candidate % 9);
    let of = |kind: usize, first: usize, second: usize| kind * 81 + first * 9 + second;
    let in_box = row / 3 * 3 + column / 3;
    [of(0, row, column), of(1, row, digit), of(2, column, digit), of(3, in_box, digit)]
}

/// The 324 constraints with their members and groups, and what each candidate is linked to.
pub(super) struct Reference {
    constraints: Vec<Vec<Candidate>>,
    /// Three members that a constraint shares with another one.
    groups: Vec<Vec<Vec<Candidate>>>,
    links: Vec<Vec<Candidate>>,
}

/// Which candidates are left.
type Board = Vec<bool>;

/// What is left of a constraint.
enum Left {
    None,
    One(Candidate),
    More,
}

/// The rules that are used in a trial.
#[derive(Clone, Copy)]
enum Rules {
    Singles,
    /// Singles, and braids of at most this many constraints.
    Braids(usize),
    /// Singles, and braids with groups of at most this many constraints.
    Grouped(usize),
    /// T&E to this depth, above singles and braids of this length (0: none).
    Trials(usize, usize),
}

impl Reference {
    pub(super) fn new() -> Reference {
        let mut constraints = vec![Vec::new(); 324];
        for candidate in 0..729 {
            for constraint in constraints_of(candidate) {
                constraints[constraint].push(candidate);
            }
        }
        let linked = |one: Candidate| {
            let others = constraints_of(one).into_iter().flat_map(|v| constraints[v].clone());
            others.filter(|&other| other != one).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let links = (0..729).map(linked).collect();
        let shared = |one: &Vec<Candidate>, other: &Vec<Candidate>| {
            let shared = one.iter().copied().filter(|member| other.contains(member));
            shared.collect::<Vec<_>>()
        };
        let groups_of = |one: &Vec<Candidate>| {
            let others = constraints.iter().map(|other| shared(one, other));
            others.filter(|group| group.len() == 3).collect()
        };
        let groups = constraints.iter().map(groups_of).collect();
        Reference { constraints, groups, links }
    }

    fn board(&self, puzzle: &str) -> Board {
        let mut board = vec![true; 729];
        for (cell, symbol) in puzzle.bytes().take(81).enumerate() {
            if let Some(digit) = symbol.checked_sub(b'1').filter(|&digit| digit < 9) {
                self.assume(&mut board, cell * 9 + usize::from(digit));
            }
        }
        board
    }

    fn assume(&self, board: &mut Board, candidate: Candidate) {
        self.links[candidate].iter().for_each(|&other| board[other] = false);
    }

    /// Whether each cell has one candidate.
    fn is_solved(board: &Board) -> bool {
        board.iter().filter(|&&left| left).count() == 81
    }

    fn one_left(&self, board: &Board, v: usize) -> Left {
        let mut left = self.constraints[v].iter().filter(|&&candidate| board[candidate]);
        match (left.next(), left.next()) {
            (None, _) => Left::None,
            (Some(&one), None) => Left::One(one),
            _ => Left::More,
        }
    }

    /// Naked and hidden singles to the end; false if a constraint has nothing left.
    fn singles(&self, board: &mut Board) -> bool {
        loop {
            let before = board.clone();
            for v in 0..324 {
                match self.one_left(board, v) {
                    Left::None => return false,
                    Left::One(single) => self.assume(board, single),
                    Left::More => {}
                }
            }
            if *board == before {
                return true;
            }
        }
    }

    /// Applies rules to the end; false if the board contradicts itself.
    fn apply(&self, board: &mut Board, rules: Rules) -> bool {
        loop {
            if !self.singles(board) {
                return false;
            }
            let before = board.clone();
            for target in (0..729).filter(|&target| before[target]) {
                let is_false = match rules {
                    Rules::Singles => false,
                    Rules::Braids(length) => self.has_braid(&before, target, length),
                    Rules::Grouped(length) => self.has_grouped_braid(&before, target, length),
                    Rules::Trials(depth, length) => {
                        let mut trial = board.clone();
                        self.assume(&mut trial, target);
                        let inner = match (depth, length) {
                            (1, 0) => Rules::Singles,
                            (1, length) => Rules::Braids(length),
                            _ => Rules::Trials(depth - 1, length),
                        };
                        !self.apply(&mut trial, inner)
                    }
                };
                if is_false {
                    board[target] = false;
                }
            }
            if *board == before {
                return true;
            }
        }
    }

    /// Whether a candidate has a braid of at most this many constraints, by sets of what follows
    /// from it.
    fn has_braid(&self, board: &Board, target: Candidate, length: usize) -> bool {
        let mut sets = BTreeSet::from([vec![target]]);
        for size in 1..=length {
            let mut next = BTreeSet::new();
            for set in &sets {
                let mut trial = board.clone();
                for &member in set {
                    self.assume(&mut trial, member);
                }
                for v in 0..324 {
                    match self.one_left(&trial, v) {
                        Left::None => return true,
                        Left::One(single) if size < length && !set.contains(&single) => {
                            let mut larger = set.clone();
                            larger.push(single);
                            larger.sort_unstable();
                            next.insert(larger);
                        }
                        _ => {}
                    }
                }
            }
            sets = next;
        }
        false
    }

    /// The same with groups. What follows is a candidate or a group: a digit in the three cells
    /// that a line and a box have in common.
    fn has_grouped_braid(&self, board: &Board, target: Candidate, length: usize) -> bool {
        let mut sets = BTreeSet::from([vec![vec![target]]]);
        for size in 1..=length {
            let mut next = BTreeSet::new();
            for set in &sets {
                let mut trial = board.clone();
                for linked in set.iter().flat_map(|one| self.linked_to_all(one)) {
                    trial[linked] = false;
                }
                for v in 0..324 {
                    let members = self.constraints[v].iter().copied();
                    let left: Vec<Candidate> = members.filter(|&member| trial[member]).collect();
                    let is_all = |group: &&Vec<Candidate>| left.iter().all(|c| group.contains(c));
                    let follows = match left[..] {
                        [] => return true,
                        [one] => vec![vec![one]],
                        _ => self.groups[v].iter().filter(is_all).cloned().collect(),
                    };
                    for one in follows {
                        if size < length && !set.contains(&one) {
                            let mut larger = set.clone();
                            larger.push(one);
                            larger.sort_unstable();
                            next.insert(larger);
                        }
                    }
                }
            }
            sets = next;
        }
        false
    }

    /// What is linked to each of several candidates.
    fn linked_to_all(&self, several: &[Candidate]) -> impl Iterator<Item = Candidate> {
        let (&first, others) = several.split_first().expect("there is one");
        let is_linked = |&other: &Candidate| others.iter().all(|&o| self.links[o].contains(&other));
        self.links[first].iter().copied().filter(is_linked).collect::<Vec<_>>().into_iter()
    }

    /// The least of the numbers for which the rules solve the puzzle.
    fn least(
        &self,
        puzzle: &str,
        mut numbers: std::ops::RangeInclusive<usize>,
        rules: impl Fn(usize) -> Rules,
    ) -> Option<usize> {
        numbers.find(|&number| {
            let mut board = self.board(puzzle);
            self.apply(&mut board, rules(number)) && Reference::is_solved(&board)
        })
    }

    /// The depth of T&E, up to `deepest`.
    pub(super) fn depth(&self, puzzle: &str, deepest: usize) -> Option<usize> {
        self.least(puzzle, 0..=deepest, |depth| match depth {
            0 => Rules::Singles,
            depth => Rules::Trials(depth, 0),
        })
    }

    /// The least length of braids that solve, up to `longest`.
    pub(super) fn braid(&self, puzzle: &str, longest: usize) -> Option<usize> {
        self.least(puzzle, 0..=longest, |length| match length {
            0 => Rules::Singles,
            length => Rules::Braids(length),
        })
    }

    /// The least length of braids in the trials of T&E(1), up to `longest`.
    pub(super) fn bxb(&self, puzzle: &str, longest: usize) -> Option<usize> {
        self.least(puzzle, 0..=longest, |length| Rules::Trials(1, length))
    }

    /// The least length of braids with groups that solve, up to `longest`.
    pub(super) fn grouped(&self, puzzle: &str, longest: usize) -> Option<usize> {
        self.least(puzzle, 0..=longest, |length| match length {
            0 => Rules::Singles,
            length => Rules::Grouped(length),
        })
    }

    /// The backdoors with `size` cells: sets of the solution's candidates outside the clues.
    pub(super) fn backdoors(&self, puzzle: &str, solution: &str, size: usize) -> usize {
        let cells = puzzle.bytes().zip(solution.bytes()).enumerate();
        let empty = cells.filter(|(_, (clue, _))| !clue.is_ascii_digit());
        let truths: Vec<Candidate> =
            empty.map(|(cell, (_, digit))| cell * 9 + usize::from(digit - b'1')).collect();
        let mut board = self.board(puzzle);
        assert!(self.singles(&mut board));
        self.backdoors_among(&board, &truths, size)
    }

    fn backdoors_among(&self, board: &Board, truths: &[Candidate], size: usize) -> usize {
        if size == 0 {
            return usize::from(Reference::is_solved(board));
        }
        let counts = truths.iter().enumerate().map(|(k, &truth)| {
            let mut given = board.clone();
            self.assume(&mut given, truth);
            assert!(self.singles(&mut given));
            self.backdoors_among(&given, &truths[k + 1..], size - 1)
        });
        counts.sum()
    }

    /// Rounds of singles until no more is found, and whether the puzzle is solved then.
    pub(super) fn steps(&self, puzzle: &str) -> (u32, bool) {
        let (mut board, mut rounds) = (self.board(puzzle), 0);
        let clues = puzzle.bytes().enumerate().filter(|(_, symbol)| symbol.is_ascii_digit());
        let mut set: BTreeSet<Candidate> =
            clues.map(|(cell, symbol)| cell * 9 + usize::from(symbol - b'1')).collect();
        loop {
            let new: Vec<Candidate> = self.all_singles(&board).difference(&set).copied().collect();
            if new.is_empty() {
                return (rounds, set.len() == 81);
            }
            for &single in &new {
                self.assume(&mut board, single);
            }
            set.extend(new);
            rounds += 1;
        }
    }

    /// All that is alone in a constraint.
    fn all_singles(&self, board: &Board) -> BTreeSet<Candidate> {
        let singles = (0..324).filter_map(|v| match self.one_left(board, v) {
            Left::One(single) => Some(single),
            _ => None,
        });
        singles.collect()
    }

    /// The least number of rounds of nets, with singles, that solve: 0 is singles alone, and in the
    /// first round of a net a candidate is assumed.
    pub(super) fn nets(&self, puzzle: &str) -> Option<usize> {
        let mut board = self.board(puzzle);
        let mut most = 0;
        loop {
            assert!(self.singles(&mut board), "the puzzle is proper");
            if Reference::is_solved(&board) {
                return Some(most);
            }
            let (rounds, lost) = self.simplest_nets(&board)?;
            most = most.max(rounds);
            for candidate in lost {
                board[candidate] = false;
            }
        }
    }

    /// What all nets of the fewest rounds take away.
    fn simplest_nets(&self, board: &Board) -> Option<(usize, BTreeSet<Candidate>)> {
        let pairs = self.constraints.iter().filter_map(|members| {
            let left: Vec<Candidate> = members.iter().copied().filter(|&m| board[m]).collect();
            <[Candidate; 2]>::try_from(left).ok()
        });
        let mut branches: Vec<[(Candidate, Board); 2]> = pairs
            .map(|pair| {
                pair.map(|start| {
                    let mut branch = board.clone();
                    self.assume(&mut branch, start);
                    (start, branch)
                })
            })
            .collect();
        for rounds in 1.. {
            let mut lost = BTreeSet::new();
            for [(start, one), (other_start, other)] in &branches {
                match [one, other].map(|branch| self.is_dead(branch)) {
                    [true, _] => lost.extend([*start]),
                    [_, true] => lost.extend([*other_start]),
                    _ => lost.extend((0..729).filter(|&c| board[c] && !one[c] && !other[c])),
                }
            }
            if !lost.is_empty() {
                return Some((rounds, lost));
            }
            let mut is_moving = false;
            for (_, branch) in branches.iter_mut().flatten() {
                let before = branch.clone();
                for single in self.all_singles(&before) {
                    self.assume(branch, single);
                }
                is_moving |= *branch != before;
            }
            if !is_moving {
                break;
            }
        }
        None
    }

    fn is_dead(&self, board: &Board) -> bool {
        (0..324).any(|v| matches!(self.one_left(board, v), Left::None))
    }
}
