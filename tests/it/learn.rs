//! Learning against links: partial Latin squares and Sudokus, with and without solutions, asked one
//! after another of one engine, which keeps what it learned.

use std::sync::{Arc, Mutex};

use tourdion::chance::Chance;
use tourdion::cover::form::cnf::Cnf;
use tourdion::cover::{Engine, Learn, Links, OptionId, Problem, classics};
use tourdion::sudoku::{Shape, encode};

use crate::{LONG, support};

/// The number of questions about each problem.
const QUESTIONS: u32 = if LONG { 10_000 } else { 500 };

/// Both engines with the same options held and banned, by chance; as many as there is room for, and
/// up to `most`.
fn place(problem: &Problem, most: usize, chance: &mut Chance, engines: [&mut dyn Engine; 2]) {
    let [links, learn] = engines;
    for _ in 0..chance.below(most + 1) {
        let option = OptionId::at(chance.below(problem.options().len()));
        if chance.below(4) == 0 {
            links.ban(option);
            learn.ban(option);
        } else {
            assert_eq!(links.hold(option).is_ok(), learn.hold(option).is_ok());
        }
    }
    assert_eq!(links.moves(), learn.moves());
}

/// Asks both engines about the problem with moves by chance, some of which stay for the next
/// question. Returns the number of questions with no cover, with one and with more.
fn agree(problem: &Problem, questions: u32, most: usize) -> [u32; 3] {
    let (mut links, mut learn) = (Links::new(problem).unwrap(), Learn::new(problem).unwrap());
    let mut chance = Chance::new(17, 0);
    let mut answers = [0; 3];
    for question in 0..questions {
        place(problem, most, &mut chance, [&mut links, &mut learn]);
        let limit = 1 + chance.below(20) as u64;
        let count = links.count(limit);
        let covers = learn.first(limit as usize);
        assert_eq!(covers.len() as u64, count, "question {question}: {:?}", learn.moves());
        assert!(covers.iter().all(|cover| problem.is_cover(cover)), "question {question}");
        let mut sorted: Vec<Vec<OptionId>> = covers;
        for cover in &mut sorted {
            cover.sort_unstable();
        }
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len() as u64, count, "question {question}: a cover comes once");
        answers[count.min(2) as usize] += 1;
        for _ in 0..chance.below(most + 1) {
            assert_eq!(links.release(), learn.release());
        }
    }
    assert_eq!(learn.sanity(), Ok(()));
    answers
}

#[test]
fn it_agrees_with_links_on_latin_squares() {
    let answers = agree(&classics::latin(7).unwrap(), QUESTIONS, 40);
    assert!(answers.iter().all(|&answers| answers > QUESTIONS / 50), "{answers:?}");
}

#[test]
fn it_agrees_with_links_on_sudokus() {
    let answers = agree(&encode::problem(Shape::new(3, 3).unwrap()).unwrap(), QUESTIONS, 30);
    assert!(answers.iter().all(|&answers| answers > QUESTIONS / 50), "{answers:?}");
}

#[test]
fn it_agrees_with_links_on_graceful_labellings() {
    let cube = classics::graceful(&classics::Graph::cube(3)).unwrap();
    let answers = agree(&cube, QUESTIONS / 20, 3);
    assert!(answers.iter().all(|&answers| answers > QUESTIONS / 1000), "{answers:?}");
}

#[test]
fn what_was_learned_stays() {
    let langford = classics::langford(9).unwrap();
    let mut learn = Learn::new(&langford).unwrap();
    assert_eq!(learn.count(1), 0);
    let (first, learned) = (learn.statistics().nodes, learn.learned());
    assert!(first > 1000 && learned > 100);
    // That there is no cover is known; only the root is a node.
    assert_eq!(learn.count(1), 0);
    assert_eq!(learn.statistics().nodes, first + 1);

    let queens = classics::queens(20).unwrap();
    let mut learn = Learn::new(&queens).unwrap();
    assert_eq!(learn.count(50), 50);
    let learned = learn.learned();
    learn.hold(OptionId::at(0)).unwrap();
    assert_eq!(learn.count(1), 1);
    assert!(learn.learned() >= learned);
}

/// The proof that the problem has no cover with these moves; `None` if it has one.
fn proof(problem: &Problem, held: &[OptionId], banned: &[OptionId]) -> Option<Vec<String>> {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&lines);
    let learn = Learn::new(problem).unwrap();
    let mut learn = learn.proving(move |line| to.lock().unwrap().push(line.to_string()));
    for &option in held {
        learn.hold(option).unwrap();
    }
    for &option in banned {
        learn.ban(option);
    }
    let found = learn.count(1);
    let lines = lines.lock().unwrap().clone();
    (found == 0).then_some(lines)
}

#[test]
fn that_there_is_no_cover_is_proved() {
    let problems = [
        classics::langford(5),
        classics::langford(6),
        classics::queens(3),
        classics::matchings(7),
        classics::dominoes(3, 5),
        Ok("a b\na\n".parse().unwrap()), // nothing has b
    ];
    for problem in problems {
        let problem = problem.unwrap();
        let lines = proof(&problem, &[], &[]).unwrap();
        support::proof::check(&Cnf::new(&problem, &[], &[]).unwrap().to_string(), &lines);
    }
    assert_eq!(proof(&classics::langford(4).unwrap(), &[], &[]), None);
}

#[test]
fn so_it_is_with_options_held_and_banned() {
    let (problem, mut chance) = (classics::langford(7).unwrap(), Chance::new(18, 0));
    let mut proved = 0;
    for _ in 0..QUESTIONS / 10 {
        let mut learn = Learn::new(&problem).unwrap();
        let (mut held, mut banned) = (Vec::new(), Vec::new());
        for _ in 0..4 + chance.below(16) {
            let option = OptionId::at(chance.below(problem.options().len()));
            if chance.below(12) == 0 && learn.hold(option).is_ok() {
                held.push(option);
            } else if !held.contains(&option) && !banned.contains(&option) {
                learn.ban(option);
                banned.push(option);
            }
        }
        if let Some(lines) = proof(&problem, &held, &banned) {
            let cnf = Cnf::new(&problem, &held, &banned).unwrap().to_string();
            support::proof::check(&cnf, &lines);
            proved += u32::from(lines.len() > 1);
        }
    }
    assert!(proved > 5, "{proved} proofs have more than one line");
}
