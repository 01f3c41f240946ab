//! Problems made for measuring: pavings by tetrominoes, random options, timetables, relations,
//! colourings.
//!
//! A seed decides each. All but the pavings have a planted cover.

use std::collections::BTreeSet;

use tourdion::chance::Chance;
use tourdion::cover::{ItemId, Problem};

/// Pavings by tetrominoes of any kinds, each as often as one likes.
pub(crate) fn tetrominoes(width: usize, height: usize) -> Problem {
    // One orientation of each: I, O, T, S, L.
    const SHAPES: [[(usize, usize); 4]; 5] = [
        [(0, 0), (1, 0), (2, 0), (3, 0)],
        [(0, 0), (1, 0), (0, 1), (1, 1)],
        [(0, 0), (1, 0), (2, 0), (1, 1)],
        [(1, 0), (2, 0), (0, 1), (1, 1)],
        [(0, 0), (1, 0), (2, 0), (2, 1)],
    ];
    let mut problem = Problem::new();
    let cells: Vec<ItemId> =
        (0..width * height).map(|cell| primary(&mut problem, &cell.to_string())).collect();
    for shape in orientations(&SHAPES) {
        let (wide, high) = extent(&shape);
        let places =
            (high..=height).flat_map(|y| (wide..=width).map(move |x| (x - wide, y - high)));
        for (x, y) in places {
            let covered = shape.iter().map(|&(i, j)| cells[(y + j) * width + x + i]);
            problem.option(covered).expect("the cells are different");
        }
    }
    problem
}

/// The different orientations of the shapes, turned and reflected, at the origin.
fn orientations(shapes: &[[(usize, usize); 4]]) -> Vec<[(usize, usize); 4]> {
    let mut all = Vec::new();
    for &shape in shapes {
        let mut shape = shape;
        for turn in 0..8 {
            let (wide, high) = extent(&shape);
            shape =
                shape.map(|(x, y)| if turn == 4 { (wide - 1 - x, y) } else { (high - 1 - y, x) });
            shape.sort_unstable();
            if !all.contains(&shape) {
                all.push(shape);
            }
        }
    }
    all
}

fn extent(shape: &[(usize, usize); 4]) -> (usize, usize) {
    let most = |of: fn(&(usize, usize)) -> usize| shape.iter().map(of).max().unwrap_or(0) + 1;
    (most(|cell| cell.0), most(|cell| cell.1))
}

fn primary(problem: &mut Problem, name: &str) -> ItemId {
    problem.primary(name).expect("the name is new")
}

fn secondary(problem: &mut Problem, name: &str) -> ItemId {
    problem.secondary(name).expect("the name is new")
}

/// Random options of three to six items each.
pub(crate) fn random(items: usize, options: usize, seed: u64) -> Problem {
    let mut chance = Chance::new(seed, 0);
    let mut problem = Problem::new();
    let items: Vec<ItemId> =
        (0..items).map(|item| primary(&mut problem, &item.to_string())).collect();
    let mut shuffled = items.clone();
    chance.shuffle(&mut shuffled);
    let mut drawn: Vec<Vec<ItemId>> = Vec::new();
    while !shuffled.is_empty() {
        let size = (3 + chance.below(4)).min(shuffled.len());
        drawn.push(shuffled.split_off(shuffled.len() - size));
    }
    while drawn.len() < options {
        let mut others = items.clone();
        chance.shuffle(&mut others);
        others.truncate(3 + chance.below(4));
        drawn.push(others);
    }
    chance.shuffle(&mut drawn);
    for option in drawn {
        problem.option(option).expect("the items are different");
    }
    problem
}

/// Variables with values: pairs of values of two variables exclude each other, a quarter of them
/// for each of `relations` pairs of variables.
pub(crate) fn relations(variables: usize, values: usize, relations: usize, seed: u64) -> Problem {
    let mut chance = Chance::new(seed, 0);
    let mut problem = Problem::new();
    let planted: Vec<usize> = (0..variables).map(|_| chance.below(values)).collect();
    let mut options: Vec<Vec<ItemId>> = Vec::new();
    for variable in 0..variables {
        let item = primary(&mut problem, &variable.to_string());
        options.extend((0..values).map(|_| vec![item]));
    }
    let mut excluded = 0;
    for _ in 0..relations {
        let one = chance.below(variables);
        let other = (one + 1 + chance.below(variables - 1)) % variables;
        for _ in 0..values * values / 4 {
            let pair = [one, other].map(|variable| (variable, chance.below(values)));
            if pair.iter().all(|&(variable, value)| planted[variable] == value) {
                continue;
            }
            let item = secondary(&mut problem, &format!("x{excluded}"));
            excluded += 1;
            for (variable, value) in pair {
                options[variable * values + value].push(item);
            }
        }
    }
    for option in options {
        problem.option(option).expect("the items are different");
    }
    problem
}

/// Colours for the vertices of a random graph that has such a colouring: each edge excludes, for
/// each colour, that both of its ends have it.
pub(crate) fn colouring(vertices: usize, colours: usize, edges: usize, seed: u64) -> Problem {
    let mut chance = Chance::new(seed, 0);
    let mut problem = Problem::new();
    let mut planted: Vec<usize> = (0..vertices).map(|vertex| vertex % colours).collect();
    chance.shuffle(&mut planted);
    let mut options: Vec<Vec<ItemId>> = Vec::new();
    for vertex in 0..vertices {
        let item = primary(&mut problem, &vertex.to_string());
        options.extend((0..colours).map(|_| vec![item]));
    }
    let mut known = BTreeSet::new();
    while known.len() < edges {
        let ends = [chance.below(vertices), chance.below(vertices)];
        let edge = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        if planted[edge.0] == planted[edge.1] || !known.insert(edge) {
            continue;
        }
        for colour in 0..colours {
            let item = secondary(&mut problem, &format!("{}-{}={colour}", edge.0, edge.1));
            for vertex in ends {
                options[vertex * colours + colour].push(item);
            }
        }
    }
    for option in options {
        problem.option(option).expect("the items are different");
    }
    problem
}

/// Lessons, each with a class and a teacher, at hours and in rooms: every class has one in each
/// hour, no teacher and no room two.
pub(crate) fn timetable(classes: usize, hours: usize, seed: u64) -> Problem {
    let mut chance = Chance::new(seed, 0);
    let mut problem = Problem::new();
    let grid = |problem: &mut Problem, kind: char, count: usize, is_primary: bool| {
        let mut item = |name: String| {
            if is_primary { primary(problem, &name) } else { secondary(problem, &name) }
        };
        let rows = 0..count;
        rows.map(|k| (0..hours).map(|hour| item(format!("{kind}{k}.{hour}"))).collect())
            .collect::<Vec<Vec<ItemId>>>()
    };
    let (teachers, rooms) = (classes + 2, classes + 2);
    let lessons: Vec<ItemId> =
        (0..classes * hours).map(|k| primary(&mut problem, &format!("lesson{k}"))).collect();
    let class_hours = grid(&mut problem, 'c', classes, true);
    let teacher_hours = grid(&mut problem, 't', teachers, false);
    let room_hours = grid(&mut problem, 'r', rooms, false);
    for hour in 0..hours {
        let [mut teacher, mut room]: [Vec<usize>; 2] =
            [(0..teachers).collect(), (0..rooms).collect()];
        chance.shuffle(&mut teacher);
        chance.shuffle(&mut room);
        for class in 0..classes {
            let lesson = lessons[hour * classes + class];
            let mut times: Vec<usize> = (0..hours).filter(|&time| time != hour).collect();
            chance.shuffle(&mut times);
            times.truncate(hours * 2 / 3);
            times.push(hour);
            times.sort_unstable();
            let mut places = vec![room[class], room[chance.below(rooms)]];
            places.sort_unstable();
            places.dedup();
            for (&time, &place) in times.iter().flat_map(|t| places.iter().map(move |p| (t, p))) {
                let taught = teacher_hours[teacher[class]][time];
                problem
                    .option([lesson, class_hours[class][time], taught, room_hours[place][time]])
                    .expect("the items are different");
            }
        }
    }
    problem
}
