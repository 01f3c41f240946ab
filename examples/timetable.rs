//! A timetable: every lesson gets an hour and a room: `cargo run --example timetable`.
//!
//! A teacher and a class can be in one place at a time, and a room has one lesson at a time:
//! secondary items, which may be covered once or not at all.

use std::error::Error;
use std::fmt::Write;

use tourdion::cover::{Engine, Links, Problem};

/// Each lesson with its teacher and its class.
const LESSONS: [(&str, &str, &str); 7] = [
    ("algebra", "Emmy", "one"),
    ("geometry", "Emmy", "two"),
    ("logic", "Kurt", "one"),
    ("sets", "Kurt", "three"),
    ("physics", "Lise", "two"),
    ("chemistry", "Marie", "three"),
    ("laboratory", "Marie", "one"),
];
const HOURS: [&str; 3] = ["9", "10", "11"];
/// Each room, and the one lesson for which it is kept, if there is one.
const ROOMS: [(&str, Option<&str>); 3] =
    [("hall", None), ("attic", None), ("bench", Some("laboratory"))];

fn main() -> Result<(), Box<dyn Error>> {
    let problem = problem()?;
    let mut engine: Links = Links::new(&problem)?;
    // The two free rooms have hours for six of the seven lessons: the laboratory must take its own.
    for cover in engine.first(1) {
        for option in cover {
            println!("{}", problem.spelled(option));
        }
    }
    println!("{} timetables in all", engine.count(u64::MAX));
    Ok(())
}

/// Items: the lessons; at most once, every teacher, class and room at each hour. Options: a lesson
/// with an hour and a room.
fn problem() -> Result<Problem, Box<dyn Error>> {
    let lessons: Vec<&str> = LESSONS.iter().map(|(lesson, ..)| *lesson).collect();
    let mut at_most_once = Vec::new();
    let mut options = String::new();
    for (lesson, teacher, class) in LESSONS {
        let rooms = ROOMS.iter().filter(|(_, kept)| kept.is_none_or(|only| only == lesson));
        for ((room, _), hour) in rooms.flat_map(|room| HOURS.map(|hour| (room, hour))) {
            let uses = [teacher, class, room].map(|who| format!("{who}@{hour}"));
            writeln!(options, "{lesson} {}", uses.join(" "))?;
            at_most_once.extend(uses);
        }
    }
    at_most_once.sort();
    at_most_once.dedup();
    Ok(format!("{} | {}\n{options}", lessons.join(" "), at_most_once.join(" ")).parse()?)
}

#[test]
fn there_is_a_timetable() {
    let mut engine = Links::<u32>::new(&problem().unwrap()).unwrap();
    assert!(engine.count(u64::MAX) > 0);
}
