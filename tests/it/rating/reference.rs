//! Ratings by their definitions alone: slow, and with nothing that the library has.
//!
//! A board is 729 flags, and how many of them each constraint has. Nothing is kept between trials,
//! no order is chosen, and no solution is known. Two things are spared, or the tests would take
//! hours: what is false by simple rules stays so for stronger ones, and a candidate that may be
//! assumed without a contradiction, by singles to the end, has no braid.

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

/// A candidate; or, from 729 on, a group: a digit in the three cells that a line and a box share.
type Member = usize;

/// The 324 constraints with their candidates and groups, and what each member is linked to.
pub(super) struct Reference {
    constraints: Vec<Vec<Candidate>>,
    groups: Vec<Vec<Member>>,
    /// The candidates of groups.
    inside: Vec<[Candidate; 3]>,
    links: Vec<Vec<Candidate>>,
}

/// Which candidates are left.
#[derive(Clone)]
struct Board {
    left: [bool; 729],
    /// How many are left of each constraint.
    counts: [u8; 324],
    /// Whether what is linked to the last candidate of a constraint has gone.
    is_done: [bool; 324],
}

impl Board {
    fn has(&self, candidate: Candidate) -> bool {
        self.left[candidate]
    }

    fn remove(&mut self, candidate: Candidate) {
        if std::mem::take(&mut self.left[candidate]) {
            for v in constraints_of(candidate) {
                self.counts[v] -= 1;
            }
        }
    }

    /// Whether it is left, and not the last of its cell.
    fn is_open(&self, candidate: Candidate) -> bool {
        self.left[candidate] && self.counts[candidate / 9] > 1
    }

    /// Whether each cell has one candidate.
    fn is_solved(&self) -> bool {
        self.counts.iter().all(|&count| count == 1)
    }

    fn is_dead(&self) -> bool {
        self.counts.contains(&0)
    }
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
            others.filter(|&other| other != one).collect::<BTreeSet<_>>()
        };
        let mut links: Vec<BTreeSet<Candidate>> = (0..729).map(linked).collect();
        let (mut groups, mut inside) = (vec![Vec::new(); 324], Vec::new());
        for (line, of_line) in constraints.iter().enumerate().take(243).skip(81) {
            for (in_box, of_box) in constraints.iter().enumerate().skip(243) {
                let shared = of_line.iter().copied().filter(|member| of_box.contains(member));
                if let Ok(shared) = <[Candidate; 3]>::try_from(shared.collect::<Vec<_>>()) {
                    for v in [line, in_box] {
                        groups[v].push(links.len());
                    }
                    links.push(&(&links[shared[0]] & &links[shared[1]]) & &links[shared[2]]);
                    inside.push(shared);
                }
            }
        }
        let links = links.into_iter().map(|links| links.into_iter().collect()).collect();
        Reference { constraints, groups, inside, links }
    }

    fn board(&self, puzzle: &str) -> Board {
        let mut board = Board { left: [true; 729], counts: [9; 324], is_done: [false; 324] };
        for (cell, symbol) in puzzle.bytes().take(81).enumerate() {
            if let Some(digit) = symbol.checked_sub(b'1').filter(|&digit| digit < 9) {
                self.assume(&mut board, cell * 9 + usize::from(digit));
            }
        }
        board
    }

    fn assume(&self, board: &mut Board, member: Member) {
        self.links[member].iter().for_each(|&other| board.remove(other));
    }

    /// The board with a candidate assumed.
    fn with(&self, board: &Board, candidate: Candidate) -> Board {
        let mut trial = board.clone();
        self.assume(&mut trial, candidate);
        trial
    }

    /// What is left of a constraint.
    fn left<'l>(&'l self, board: &'l Board, v: usize) -> impl Iterator<Item = Candidate> + 'l {
        self.constraints[v].iter().copied().filter(|&candidate| board.has(candidate))
    }

    /// Naked and hidden singles to the end; false if a constraint has nothing left.
    fn singles(&self, board: &mut Board) -> bool {
        loop {
            let mut is_moving = false;
            for v in 0..324 {
                if board.counts[v] == 0 {
                    return false;
                }
                if board.counts[v] == 1 && !board.is_done[v] {
                    let single = self.left(board, v).next().expect("it has one");
                    self.assume(board, single);
                    for v in constraints_of(single) {
                        board.is_done[v] = true;
                    }
                    is_moving = true;
                }
            }
            if !is_moving {
                return true;
            }
        }
    }

    /// Applies rules to the end; false if the board contradicts itself.
    fn apply(&self, board: &mut Board, rules: Rules) -> bool {
        if !self.singles(board) {
            return false;
        }
        loop {
            let mut is_moving = false;
            for target in 0..729 {
                if board.is_open(target) && self.is_false(board, target, rules) {
                    board.remove(target);
                    is_moving = true;
                    if !self.singles(board) {
                        return false;
                    }
                }
            }
            if !is_moving {
                return true;
            }
        }
    }

    /// Whether rules, used once, show that a candidate is false.
    fn is_false(&self, board: &Board, target: Candidate, rules: Rules) -> bool {
        match rules {
            Rules::Singles => false,
            Rules::Braids(length) => self.has_braid(board, target, length, false),
            Rules::Grouped(length) => self.has_braid(board, target, length, true),
            Rules::Trials(depth, length) => {
                let mut trial = self.with(board, target);
                match (depth, length) {
                    (1, 0) => !self.apply(&mut trial, Rules::Singles),
                    // Braids of any length do what trials do.
                    (1, length) => {
                        !self.apply(&mut trial.clone(), Rules::Trials(1, 0))
                            && !self.apply(&mut trial, Rules::Braids(length))
                    }
                    _ => !self.apply(&mut trial, Rules::Trials(depth - 1, length)),
                }
            }
        }
    }

    /// What follows from a constraint: what is left of it, if that is one candidate, or is all in
    /// a group. What would take nothing away is left out: no braid needs it.
    fn follows(&self, board: &Board, v: usize, has_groups: bool) -> Vec<Member> {
        let mut follows: Vec<Member> = match board.counts[v] {
            1 => self.left(board, v).collect(),
            2..=3 if has_groups => self.groups[v].clone(),
            _ => Vec::new(),
        };
        let is_in = |group: Member, one| group < 729 || self.inside[group - 729].contains(&one);
        follows.retain(|&member| {
            self.left(board, v).all(|one| is_in(member, one))
                && self.links[member].iter().any(|&other| board.has(other))
        });
        follows
    }

    /// Whether all that follows from a candidate ends in a contradiction.
    fn dies(&self, board: &Board, target: Candidate, has_groups: bool) -> bool {
        let mut trial = self.with(board, target);
        loop {
            if !self.singles(&mut trial) {
                return true;
            }
            if !has_groups {
                return false;
            }
            let before = trial.clone();
            for v in 0..324 {
                for member in self.follows(&before, v, has_groups) {
                    self.assume(&mut trial, member);
                }
            }
            if trial.counts == before.counts {
                return false;
            }
        }
    }

    /// Whether a candidate has a braid of at most this many constraints, by sets of what follows
    /// from it.
    fn has_braid(&self, board: &Board, target: Candidate, length: usize, has_groups: bool) -> bool {
        if !self.dies(board, target, has_groups) {
            return false;
        }
        let mut sets = BTreeSet::from([vec![target]]);
        for size in 1..=length {
            let mut next = BTreeSet::new();
            for set in &sets {
                let mut trial = board.clone();
                for &member in set {
                    self.assume(&mut trial, member);
                }
                if trial.is_dead() {
                    return true;
                }
                if size == length {
                    continue;
                }
                for one in (0..324).flat_map(|v| self.follows(&trial, v, has_groups)) {
                    let mut larger = set.clone();
                    larger.push(one);
                    larger.sort_unstable();
                    next.insert(larger);
                }
            }
            sets = next;
        }
        false
    }

    /// The least of the numbers for which the rules solve the puzzle.
    fn least(
        &self,
        puzzle: &str,
        mut numbers: std::ops::RangeInclusive<usize>,
        rules: impl Fn(usize) -> Rules,
    ) -> Option<usize> {
        let mut board = self.board(puzzle);
        numbers.find(|&number| self.apply(&mut board, rules(number)) && board.is_solved())
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
            return usize::from(board.is_solved());
        }
        let counts = truths.iter().enumerate().map(|(k, &truth)| {
            let mut given = self.with(board, truth);
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
        let alone = (0..324).filter(|&v| board.counts[v] == 1);
        alone.flat_map(|v| self.left(board, v)).collect()
    }

    /// The least number of rounds of nets, with singles, that solve: 0 is singles alone, and in the
    /// first round of a net a candidate is assumed.
    pub(super) fn nets(&self, puzzle: &str) -> Option<usize> {
        let mut board = self.board(puzzle);
        let mut most = 0;
        loop {
            assert!(self.singles(&mut board), "the puzzle is proper");
            if board.is_solved() {
                return Some(most);
            }
            let (rounds, lost) = self.simplest_nets(&board)?;
            most = most.max(rounds);
            for candidate in lost {
                board.remove(candidate);
            }
        }
    }

    /// What all nets of the fewest rounds take away.
    fn simplest_nets(&self, board: &Board) -> Option<(usize, BTreeSet<Candidate>)> {
        let pairs = (0..324).filter_map(|v| {
            <[Candidate; 2]>::try_from(self.left(board, v).collect::<Vec<_>>()).ok()
        });
        let mut branches: Vec<[(Candidate, Board); 2]> =
            pairs.map(|pair| pair.map(|start| (start, self.with(board, start)))).collect();
        for rounds in 1.. {
            let mut lost = BTreeSet::new();
            for [(start, one), (other_start, other)] in &branches {
                match [one, other].map(Board::is_dead) {
                    [true, _] => lost.extend([*start]),
                    [_, true] => lost.extend([*other_start]),
                    _ => lost
                        .extend((0..729).filter(|&c| board.has(c) && !one.has(c) && !other.has(c))),
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
                is_moving |= branch.counts != before.counts;
            }
            if !is_moving {
                break;
            }
        }
        None
    }
}
