//! Problems of other fields: designs, squared rectangles, crews, cars, pictures of black cells.
//!
//! A seed decides the order of the options, and what else is drawn. Each problem has a cover.

use std::collections::HashMap;

use tourdion::chance::Chance;
use tourdion::cover::{ItemId, OptionEntry, Problem};

/// A problem whose items have names, and whose options come by chance.
struct Draft {
    problem: Problem,
    items: HashMap<String, ItemId>,
    options: Vec<Vec<OptionEntry>>,
}

impl Draft {
    fn new() -> Draft {
        Draft { problem: Problem::new(), items: HashMap::new(), options: Vec::new() }
    }

    fn primary(&mut self, name: String) {
        let item = self.problem.primary(&name).expect("the name is new");
        self.items.insert(name, item);
    }

    fn secondary(&mut self, name: String) {
        let item = self.problem.secondary(&name).expect("the name is new");
        self.items.insert(name, item);
    }

    fn several(&mut self, name: String, least: u32, most: u32) {
        let item = self.problem.multiple(&name, least..=most).expect("the name is new");
        self.items.insert(name, item);
    }

    fn option(&mut self, names: impl IntoIterator<Item = String>) {
        self.options.push(names.into_iter().map(|name| self.items[&name].into()).collect());
    }

    fn shuffled(mut self, seed: u64) -> Problem {
        Chance::new(seed, 1).shuffle(&mut self.options);
        for option in self.options {
            self.problem.option(option).expect("the items are different");
        }
        self.problem
    }
}

/// Two Latin squares of `n` rows, each pair of whose symbols meets once. The first row of both is
/// in order, and so is the first column of one.
pub(crate) fn orthogonal(n: usize, seed: u64) -> Problem {
    let mut draft = Draft::new();
    let places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    for kind in ["rc", "ra", "rb", "ca", "cb", "ab"] {
        places.clone().for_each(|(i, j)| draft.primary(format!("{kind}{i}.{j}")));
    }
    for (row, column) in places.clone() {
        for (a, b) in places.clone() {
            if (row == 0 && (a, b) != (column, column)) || (column == 0 && a != row) {
                continue;
            }
            draft.option([
                format!("rc{row}.{column}"),
                format!("ra{row}.{a}"),
                format!("rb{row}.{b}"),
                format!("ca{column}.{a}"),
                format!("cb{column}.{b}"),
                format!("ab{a}.{b}"),
            ]);
        }
    }
    draft.shuffled(seed)
}

/// Golfers who play in `groups` groups of `size` each week: no two meet twice. The first week is
/// given.
pub(crate) fn golfers(groups: usize, size: usize, weeks: usize, seed: u64) -> Problem {
    let (mut draft, count) = (Draft::new(), groups * size);
    for week in 0..weeks {
        (0..count).for_each(|player| draft.primary(format!("p{player}.{week}")));
    }
    for one in 0..count {
        (0..one).for_each(|other| draft.secondary(format!("{other}-{one}")));
    }
    for group in subsets(count, size) {
        let mut first: Vec<usize> = group.iter().map(|player| player / size).collect();
        first.dedup();
        for week in 0..weeks {
            // In the first week a group is one of these, and later it has one player of each.
            if first.len() != if week == 0 { 1 } else { size } {
                continue;
            }
            let present = group.iter().map(|player| format!("p{player}.{week}"));
            let pairs = subsets(size, 2).into_iter();
            let met = pairs.map(|pair| format!("{}-{}", group[pair[0]], group[pair[1]]));
            draft.option(present.chain(met).collect::<Vec<String>>());
        }
    }
    draft.shuffled(seed)
}

/// All sets of `size` numbers below `count`, in ascending order.
fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |last: usize| {
        subsets(last, size - 1).into_iter().map(move |mut set| {
            set.push(last);
            set
        })
    };
    (0..count).flat_map(with).collect()
}

/// A torus of 8×8 bits in which each pattern of 2×3 is once. The first one is 0.
pub(crate) fn torus(seed: u64) -> Problem {
    let mut draft = Draft::new();
    let places = (0..8_usize).flat_map(|i| (0..8_usize).map(move |j| (i, j)));
    places.clone().for_each(|(i, j)| draft.primary(format!("c{i}.{j}")));
    (0..64).for_each(|pattern| draft.primary(format!("p{pattern}")));
    places.clone().for_each(|(i, j)| draft.secondary(format!("x{i}.{j}")));
    let colours = ["0", "1"].map(|bit| draft.problem.colour(bit).expect("the name is new"));
    for (row, column) in places {
        for pattern in (0..64).filter(|&pattern| (row, column) != (0, 0) || pattern == 0) {
            draft.option([format!("c{row}.{column}"), format!("p{pattern}")]);
            let bits = (0..6).map(|k| {
                let place = format!("x{}.{}", (row + k / 3) % 8, (column + k % 3) % 8);
                (draft.items[&place], colours[pattern >> k & 1]).into()
            });
            let bits: Vec<OptionEntry> = bits.collect();
            draft.options.last_mut().expect("it was drawn").extend(bits);
        }
    }
    draft.shuffled(seed)
}

/// Squares of different sides that fill a rectangle of 33×32 (Moroń, 1925).
pub(crate) fn squares(seed: u64) -> Problem {
    const SIDES: [usize; 9] = [1, 4, 7, 8, 9, 10, 14, 15, 18];
    const EXTENT: [usize; 2] = [33, 32];
    let mut draft = Draft::new();
    for side in SIDES {
        draft.primary(format!("side{side}"));
    }
    for x in 0..EXTENT[0] {
        (0..EXTENT[1]).for_each(|y| draft.primary(format!("{x},{y}")));
    }
    for side in SIDES {
        for x in 0..=EXTENT[0] - side {
            for y in 0..=EXTENT[1] - side {
                let cells = (0..side * side).map(|k| format!("{},{}", x + k % side, y + k / side));
                draft.option([format!("side{side}")].into_iter().chain(cells).collect::<Vec<_>>());
            }
        }
    }
    draft.shuffled(seed)
}

/// Sets of `sizes` of the items, of which some, drawn apart, have each item once.
pub(crate) fn crews(items: usize, options: usize, sizes: [usize; 2], seed: u64) -> Problem {
    let (mut chance, mut draft) = (Chance::new(seed, 0), Draft::new());
    let names: Vec<String> = (0..items).map(|item| format!("f{item}")).collect();
    for name in &names {
        draft.primary(name.clone());
    }
    let [least, most] = sizes;
    let mut planted = names.clone();
    chance.shuffle(&mut planted);
    while !planted.is_empty() {
        let size = (least + chance.below(most - least + 1)).min(planted.len());
        draft.option(planted.split_off(planted.len() - size));
    }
    while draft.options.len() < options {
        let mut others = names.clone();
        chance.shuffle_few(&mut others);
        others.truncate(least + chance.below(most - least + 1));
        draft.option(others);
    }
    draft.shuffled(seed)
}

/// Cars on a production line: of some each has equipment that at most some of several cars in a row
/// may have.
pub(crate) fn cars(count: usize, classes: usize, seed: u64) -> Problem {
    /// At most the first number of as many cars in a row as the second.
    const LIMITS: [(usize, usize); 5] = [(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)];
    let (mut chance, mut draft) = (Chance::new(seed, 0), Draft::new());
    let mut kinds: Vec<[bool; 5]> = vec![[false; 5]];
    while kinds.len() < classes {
        let kind = [(); 5].map(|()| chance.below(9) < 4);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let mut line: Vec<usize> = Vec::new();
    while line.len() < count {
        let fits = |kind: &[bool; 5]| {
            LIMITS.iter().enumerate().all(|(k, &(most, of))| {
                let before = line.iter().rev().take(of - 1).filter(|&&car| kinds[car][k]).count();
                !kind[k] || before < most
            })
        };
        let mut fitting: Vec<usize> = (0..classes).filter(|&k| fits(&kinds[k])).collect();
        // Those with much equipment, so that the limits are nearly reached.
        fitting.sort_by_key(|&k| kinds[k].iter().filter(|&&has| !has).count());
        fitting.truncate(3);
        line.push(fitting[chance.below(fitting.len())]);
    }
    let wanted: Vec<usize> = (0..classes).filter(|class| line.contains(class)).collect();
    for &class in &wanted {
        let number = line.iter().filter(|&&car| car == class).count() as u32;
        draft.several(format!("c{class}"), number, number);
    }
    (0..count).for_each(|place| draft.primary(format!("p{place}")));
    for (k, &(most, of)) in LIMITS.iter().enumerate() {
        (0..=count - of).for_each(|from| draft.several(format!("l{k}.{from}"), 0, most as u32));
    }
    for &class in &wanted {
        for place in 0..count {
            let own = [format!("c{class}"), format!("p{place}")];
            let windows = LIMITS.iter().enumerate().filter(|&(k, _)| kinds[class][k]).flat_map(
                |(k, &(_, of))| {
                    let from = (place + 1).saturating_sub(of)..=place.min(count - of);
                    from.map(move |from| format!("l{k}.{from}"))
                },
            );
            draft.option(own.into_iter().chain(windows).collect::<Vec<_>>());
        }
    }
    draft.shuffled(seed)
}

/// A nonogram: a picture of black and white cells by chance, of which the lengths of the blocks of
/// each row and column are known. An option fills a line.
pub(crate) fn nonogram(side: usize, seed: u64) -> Problem {
    let mut chance = Chance::new(seed, 0);
    let is_black: Vec<Vec<bool>> =
        (0..side).map(|_| (0..side).map(|_| chance.below(2) == 1).collect()).collect();
    let mut draft = Draft::new();
    let lines = (0..side).flat_map(|k| [(k, true), (k, false)]);
    let name = |(k, is_row): (usize, bool)| format!("{}{k}", if is_row { 'r' } else { 'c' });
    lines.clone().for_each(|line| draft.primary(name(line)));
    for cell in 0..side * side {
        draft.secondary(format!("x{}.{}", cell / side, cell % side));
    }
    let colours = ["0", "1"].map(|colour| draft.problem.colour(colour).expect("the name is new"));
    for line @ (k, is_row) in lines {
        let place = |at: usize| if is_row { [k, at] } else { [at, k] };
        let cells = (0..side).map(|at| is_black[place(at)[0]][place(at)[1]]);
        for filled in fillings(&blocks(cells), side) {
            draft.option([name(line)]);
            let cells = filled.iter().enumerate().map(|(at, &is_black)| {
                let [row, column] = place(at);
                let item = draft.items[&format!("x{row}.{column}")];
                (item, colours[usize::from(is_black)]).into()
            });
            let cells: Vec<OptionEntry> = cells.collect();
            draft.options.last_mut().expect("it was drawn").extend(cells);
        }
    }
    draft.shuffled(seed)
}

/// The lengths of the blocks of black cells.
fn blocks(cells: impl Iterator<Item = bool>) -> Vec<usize> {
    let cells: Vec<bool> = cells.collect();
    let runs = cells.chunk_by(|one, other| one == other);
    runs.filter(|run| run[0]).map(<[bool]>::len).collect()
}

/// All lines of `width` cells that have blocks of these lengths.
fn fillings(blocks: &[usize], width: usize) -> Vec<Vec<bool>> {
    let Some((&block, rest)) = blocks.split_first() else { return vec![vec![false; width]] };
    // The others need their cells, and a white one before each.
    let needed = rest.iter().map(|block| block + 1).sum::<usize>() + block;
    let mut all = Vec::new();
    for white in 0..=width.saturating_sub(needed) {
        let end = white + block + usize::from(!rest.is_empty());
        let first = (0..end).map(|at| (white..white + block).contains(&at));
        for others in fillings(rest, width - end) {
            all.push(first.clone().chain(others).collect());
        }
    }
    all
}

/// Random problems side by side, which share no item.
pub(crate) fn beside(count: usize, make: fn(u64) -> Problem, seed: u64) -> Problem {
    let mut draft = Draft::new();
    for part in 0..count {
        let problem = make(seed * count as u64 + part as u64);
        let name = |item| format!("{part}.{}", problem.name(item));
        problem.items().for_each(|item| draft.primary(name(item)));
        for option in problem.options() {
            draft.option(problem.entries_of(option).iter().map(|entry| name(entry.item)));
        }
    }
    draft.shuffled(seed)
}
