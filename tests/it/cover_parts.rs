//! `tourdion cover --parts` and `--part`: the parts of a search, each in a process of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tourdion::cover::classics;

use crate::support::program::{self, Said, said, tourdion};

fn cover(arguments: &[&str], input: &str) -> Said {
    let mut command = program::tourdion(["cover", "--quiet"]);
    command.args(arguments).write_stdin(input);
    said(&mut command)
}

fn parts_of(arguments: &[&str], input: &str) -> Vec<String> {
    let (code, stdout, stderr) = cover(&[arguments, &["--parts"]].concat(), input);
    assert!(code == Some(i32::from(stdout.is_empty())), "{code:?} {stderr}");
    stdout.lines().map(str::to_owned).collect()
}

/// The covers of the whole, sorted, and those of its parts, where the first is cut once more.
fn assert_parts_are_the_whole(arguments: &[&str], input: &str) {
    let list = |more: &[&str]| {
        let (_, stdout, _) =
            cover(&[arguments, &["--all", "--emit", "numbers"], more].concat(), input);
        stdout.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let count = |place: &str| {
        let (code, stdout, stderr) =
            cover(&[arguments, &["--count", "--part", place]].concat(), input);
        assert!(matches!(code, Some(0 | 1)), "{stderr}");
        stdout.trim().parse::<usize>().unwrap()
    };
    let (mut whole, mut places) = (list(&[]), parts_of(arguments, input));
    if let Some(first) = places.first().cloned() {
        places.splice(..1, parts_of(&[arguments, &["--part", &first]].concat(), input));
    }
    let mut found = Vec::new();
    for place in &places {
        let covers = list(&["--part", place]);
        assert_eq!(count(place), covers.len(), "{place}");
        found.extend(covers);
    }
    whole.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, whole, "{arguments:?}");
    assert_eq!(count("0"), whole.len());
}

/// Of each part, by the definition: the options that one of its covers has alone.
#[test]
fn the_critical_options_of_a_part_include_those_that_it_holds() {
    let mut has_one_cover = false;
    for arguments in [&["--make", "langford:7"][..], &["--make", "queens:6", "--hold", "2"]] {
        let held = arguments.last().filter(|_| arguments.contains(&"--hold"));
        for place in parts_of(arguments, "") {
            let part = [arguments, &["--part", &place, "--emit", "numbers"]].concat();
            let covers = cover(&[&part[..], &["--all"]].concat(), "").1;
            let mut times = BTreeMap::new();
            for option in covers.split_whitespace() {
                *times.entry(option.parse::<u32>().unwrap()).or_insert(0) += 1;
            }
            let alone = times.into_iter().filter(|&(_, times)| times == 1);
            let expected: Vec<String> = alone
                .map(|(option, _)| option.to_string())
                .filter(|option| held.is_none_or(|held| held != option))
                .collect();
            let (code, critical, stderr) = cover(&[&part[..], &["--critical"]].concat(), "");
            assert_eq!(critical.lines().collect::<Vec<_>>(), expected, "{place}: {stderr}");
            assert_eq!(code, Some(i32::from(expected.is_empty())), "{place}: {stderr}");
            has_one_cover |= covers.lines().count() == 1;
        }
    }
    assert!(has_one_cover, "the parts that were wrong once");
}

#[test]
fn the_parts_have_the_covers_of_the_whole() {
    assert_parts_are_the_whole(&["--make", "queens:6"], "");
    assert_parts_are_the_whole(&["--make", "queens:8", "--hold", "3", "--ban", "20,30"], "");
    assert_parts_are_the_whole(&["--make", "coloured-toy"], "");
    assert_parts_are_the_whole(&["--make", "langford:5"], "");
    // An item in no option, in one or in two: its parts have options banned.
    assert_parts_are_the_whole(&[], "a 0:2|b 1:2|c\na b\nb\na c\nb c\nc\na\n");
}

#[test]
fn parts_do_not_depend_on_the_engine() {
    let whole = parts_of(&["--make", "latin:4"], "");
    assert!(whole.len() > 100, "{whole:?}");
    for engine in ["links", "live", "cells"] {
        assert_eq!(parts_of(&["--make", "latin:4", "--engine", engine], ""), whole, "{engine}");
    }
    let counts = ["links", "live", "cells", "memo"].map(|engine| {
        let part = ["--make", "latin:4", "--part", "1", "--engine", engine, "--count"];
        cover(&part, "").1
    });
    assert!(counts.iter().all(|count| *count == counts[0] && count != "0\n"), "{counts:?}");
}

#[test]
fn a_part_is_a_problem_for_other_questions() {
    let problem = classics::latin(3).unwrap().to_string();
    let text = |part: &str| {
        let (code, stdout, stderr) = cover(&["--part", part, "--emit", "opb"], &problem);
        assert_eq!(code, Some(0), "{stderr}");
        stdout
    };
    assert!(text("1").contains(" = 1 ;\n") && text("1") != text("2"));
    assert_eq!(cover(&["--part", "1", "--unique"], &problem).1.lines().next(), Some("unique"));
    let (code, _, stderr) = cover(&["--part", "1", "--emit", "problem"], &problem);
    assert!(code == Some(2) && stderr.contains("without --hold"), "{stderr}");
}

#[test]
fn places_that_are_none_are_refused() {
    let deep = vec!["1"; 2000].join(".");
    for place in ["", "x", "1.", "1.0", "-1", "+1", "4294967296", "1 2", "1..2"] {
        let (code, stdout, stderr) = cover(&["--make", "queens:6", &format!("--part={place}")], "");
        assert_eq!((code, &*stdout), (Some(2), ""));
        assert!(stderr.contains("expected 0, or numbers from 1 to 4294967295"), "{stderr}");
    }
    for place in ["4294967295", "1.4294967295"] {
        let (code, _, stderr) = cover(&["--make", "queens:6", "--part", place], "");
        let expected = format!("tourdion: the search has no part {place}\n");
        assert_eq!((code, stderr), (Some(2), expected));
    }
    let (code, _, stderr) = cover(&["--make", "queens:6", "--part", &deep, "--count"], "");
    assert!(matches!(code, Some(0..=2)), "{stderr}");
    // There is no cover, and so no part.
    assert_eq!(parts_of(&[], "a b\na\n"), [""; 0]);
    let (code, _, stderr) = cover(&["--part", "1"], "a b\na\n");
    assert_eq!((code, &*stderr), (Some(2), "tourdion: the search has no part 1\n"));
}

/// A problem of which a cut makes tens of thousands of parts, each with much work: every item has
/// that many options.
fn crowded() -> String {
    let mut text = String::new();
    text.extend((0..60).map(|item| format!("i{item} ")));
    let mut state = 1_u64;
    for _ in 0..300_000 {
        let mut items = BTreeSet::new();
        while items.len() < 6 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            items.insert(state >> 33 & 63);
        }
        text.push('\n');
        text.extend(items.iter().filter(|&&item| item < 60).map(|item| format!("i{item} ")));
    }
    text
}

#[test]
fn a_cut_that_takes_long_ends_with_the_time() {
    let problem = crowded();
    let questions: [&[&str]; 4] =
        [&["--all"], &["--count"], &["--parts"], &["--count", "--part", "17"]];
    for question in questions {
        let mut run = tourdion([&["cover"], question].concat());
        run.args(["--threads", "2", "--time-limit", "0.5"]);
        let limit = Duration::from_secs(60);
        let (code, stdout, stderr) = said(run.write_stdin(&*problem).timeout(limit));
        assert_eq!(code, Some(3), "{question:?}: {stderr}");
        let is_of_parts = question.iter().any(|word| word.starts_with("--part"));
        let expected = "the budget is spent while the search is cut into parts\n";
        assert!(!is_of_parts || (&*stdout, &*stderr) == ("", expected), "{question:?}: {stderr}");
    }
}
