//! Every question of `tourdion cover` on every engine, and its end when it is stopped or can't
//! print.
//!
//! Every run has a time limit, so that a hang is a failure.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::program::{self, Said};

const ENGINES: [&str; 4] = ["auto", "links", "live", "cells"];

/// The answer to arguments, written as in a shell, and to this input.
fn said(arguments: &str, input: &str) -> Said {
    let mut command = program::tourdion(["cover"]);
    program::said(command.args(arguments.split_whitespace()).write_stdin(input))
}

/// The lines that are printed, sorted: engines have orders of their own.
fn sorted((code, stdout, stderr): Said) -> (Option<i32>, Vec<String>, String) {
    let mut lines: Vec<String> = stdout.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    (code, lines, stderr)
}

#[test]
fn engines_agree_on_every_question() {
    let problems =
        ["toy", "coloured-toy", "queens:3", "queens:6", "dominoes:3x4", "latin:3", "graceful:P4"];
    for problem in problems {
        let count = said(&format!("--count --engine memo --make {problem}"), "");
        for engine in ENGINES {
            let on = |question: &str| {
                said(&format!("{question} --engine {engine} --make {problem}"), "")
            };
            assert_eq!(on("--count"), count, "{problem}, {engine}");
            let (code, all, stderr) = sorted(on("--all --emit numbers"));
            assert_eq!(
                (code, format!("{}\n", all.len())),
                (count.0, count.1.clone()),
                "{problem}, {engine}"
            );
            assert_eq!(stderr, count.2);
            assert_eq!(sorted(on("--all --emit jsonl")).1.len(), all.len());
            assert_eq!(all, sorted(said(&format!("--all --emit numbers --make {problem}"), "")).1);
            let (_, unique, _) = on("--unique --emit numbers");
            let mut lines = unique.lines();
            let word = ["none", "unique", "several"][all.len().min(2)];
            assert_eq!(lines.next(), Some(word), "{problem}, {engine}");
            assert!(lines.all(|line| all.iter().any(|cover| cover == line)));
            let critical = said(&format!("--critical --engine links --make {problem}"), "");
            assert_eq!(on("--critical"), critical, "{problem}, {engine}");
            let (code, estimate, _) = on("--estimate 2000 --seed 1 --emit jsonl");
            assert!(estimate.starts_with("{\"probes\":2000,\"covers\":{\"mean\":"), "{estimate}");
            assert_eq!(code, Some(0));
        }
    }
}

#[test]
fn a_part_with_covers_beside_one_without_is_no_cover() {
    let problem = "a b c d e\na b\nb c\na c\nd e\nd\ne\n";
    for engine in ["", "--count", "--critical", "--cheapest 2", "--sample 2"] {
        let (code, _, stderr) = said(engine, problem);
        assert_eq!((code, stderr.contains("no cover\n")), (Some(1), true), "{engine}: {stderr}");
    }
    let (_, stdout, stderr) = said("--cheapest 2 --stats", problem);
    assert_eq!((&*stdout, stderr.contains("Altogether 0 covers seen")), ("", true), "{stderr}");
}

#[test]
fn an_item_with_too_few_options_is_named() {
    for (arguments, problem, because) in [
        ("", "2|a\na\n", "one option has the item `a`, which needs 2"),
        ("--count", "b 4:5|a\nb a\nb a\nb\n", "2 options have the item `a`, which needs 4"),
        ("--ban 2", "2|a\na\na\n", "one option is left of the item `a`, which needs 2"),
        ("--hold 1", "4|a\na\na\na\n", "2 options are left of the item `a`, which needs 3"),
        ("--hold 1", "2|a\na\n", "no option is left of the item `a`"),
        ("", "a 2|b c\na b\na b\n", "no option has the item `c`"),
    ] {
        let (code, _, stderr) = said(arguments, problem);
        assert_eq!((code, stderr), (Some(1), format!("no cover: {because}\n")), "{problem}");
    }
}

#[test]
fn an_item_that_no_option_has_is_named_on_every_engine() {
    let because = "no cover: no option has the item `b`\n";
    for engine in ENGINES.into_iter().chain(["memo"]) {
        let count = said(&format!("--count --engine {engine}"), "a b\na\n");
        assert_eq!(count, (Some(1), "0\n".into(), because.into()), "{engine}");
    }
    for engine in ENGINES {
        for (question, stdout) in
            [("", ""), ("--all", ""), ("--unique", "none\n"), ("--critical", ""), ("--limit 7", "")]
        {
            let said = said(&format!("{question} --engine {engine}"), "a b\na\n");
            assert_eq!(said, (Some(1), stdout.into(), because.into()), "{question}, {engine}");
        }
        let estimate = said(&format!("--estimate 9 --seed 1 --engine {engine}"), "a b\na\n");
        assert_eq!(
            estimate,
            (Some(1), "0 ± 0 covers\n1 ± 0 nodes\n".into(), because.into()),
            "{engine}"
        );
    }
    assert_eq!(said("--sample 2 --seed 1", "a b\na\n"), (Some(1), String::new(), because.into()));
}

#[test]
fn problems_without_options_or_items_have_an_answer() {
    for engine in ENGINES.into_iter().chain(["memo"]) {
        let count = |input: &str| said(&format!("--count --quiet --engine {engine}"), input).1;
        assert_eq!(count("a\n"), "0\n", "{engine}: no options");
        assert_eq!(count("p xc 0 1 1\n1\n"), "1\n", "{engine}: nothing to be covered");
        assert_eq!(count("p xc 0 0 0\n"), "1\n", "{engine}: no items");
    }
    let written = |input: &str| said("--emit problem", input).1;
    for input in ["p xc 0 1 1\nw 3 1\n", "p xc 0 0 0\n"] {
        assert_eq!(written(&written(input)), written(input), "{input}");
        assert!(written(input).starts_with('{'), "{input}");
    }
}

#[test]
fn multiplicities_are_kept_or_refused() {
    let problem = "1:2|a b\na\na b\nb\na b\n";
    let (code, count, _) = said("--count --engine cells", problem);
    assert_eq!(said("--count", problem), (code, count.clone(), String::new()));
    for engine in ["live", "weighted", "turns", "links", "memo"] {
        let counted = said(&format!("--count --engine {engine}"), problem);
        assert_eq!(counted, (code, count.clone(), String::new()), "{engine}");
    }
    let refused = said("--count --engine learn", problem);
    let message = "tourdion: this engine can't keep multiplicities, as in `1:2|a`; links, live, \
                   cells, weighted, turns and memo do\n";
    assert_eq!(refused, (Some(2), String::new(), message.to_owned()));
}

#[test]
fn every_cover_is_drawn_equally_often() {
    for (problem, covers) in [("queens:8", 92_u32), ("dominoes:4x4", 36)] {
        let draws = 40 * covers;
        let (code, stdout, stderr) =
            said(&format!("--sample {draws} --seed 2007 --emit numbers --make {problem}"), "");
        assert_eq!((code, &*stderr), (Some(0), ""));
        let mut found = BTreeMap::<&str, f64>::new();
        stdout.lines().for_each(|line| *found.entry(line).or_default() += 1.0);
        assert_eq!(found.len(), covers as usize);
        let chi_square: f64 = found.values().map(|count| (count - 40.0).powi(2) / 40.0).sum();
        // Its mean is the degrees of freedom, its variance twice as much: within four standard
        // deviations.
        let freedom = f64::from(covers - 1);
        assert!(
            (chi_square - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(),
            "{chi_square} of {freedom}"
        );
    }
}

#[test]
fn a_seed_that_was_not_given_is_told() {
    for question in ["--sample 3 --emit numbers", "--estimate 50"] {
        let (_, stdout, stderr) = said(&format!("{question} --make dominoes:8x8"), "");
        let seed = stderr.strip_prefix("seed ").and_then(|rest| rest.strip_suffix('\n')).unwrap();
        let again = said(&format!("{question} --seed {seed} --make dominoes:8x8"), "");
        assert_eq!(again, (Some(0), stdout, String::new()));
    }
}

#[test]
fn a_seed_gives_first_covers_of_another_order() {
    let (_, all, _) = said("--all --emit numbers --make queens:8", "");
    let numbers_of = |line: &str| {
        let mut numbers: Vec<u32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        numbers.sort_unstable();
        numbers
    };
    let all: Vec<Vec<u32>> = all.lines().map(numbers_of).collect();
    for engine in ENGINES {
        let mut met = BTreeSet::new();
        for seed in 1..=10 {
            let on = |rest: &str| {
                said(&format!("{rest} --seed {seed} --engine {engine} --make queens:8"), "")
            };
            let (code, first, stderr) = on("--emit numbers");
            assert_eq!((code, &*stderr), (Some(0), ""));
            assert_eq!(on("--emit numbers").1, first, "the same seed, the same cover");
            met.insert(numbers_of(first.trim_end()));
            // Option 1 is the queen in a corner, which is in four covers.
            let (_, covers, _) = on("--hold 1 --ban 2 --limit 9 --emit numbers");
            let held: BTreeSet<Vec<u32>> = covers.lines().map(numbers_of).collect();
            assert_eq!(held.len(), 4, "{engine}: {covers}");
            assert!(held.iter().all(|cover| cover[0] == 1 && all.contains(cover)), "{covers}");
            assert!(on("--unique --emit numbers").1.starts_with("several\n"));
        }
        assert!(met.len() > 3 && met.iter().all(|cover| all.contains(cover)), "{engine}: {met:?}");
    }
    for question in ["--all", "--count", "--critical", "--cheapest 2"] {
        let (code, _, stderr) = said(&format!("{question} --seed 1 --make queens:8"), "");
        assert_eq!(code, Some(2));
        assert!(stderr.contains("--seed is for --sample, --estimate and first covers"), "{stderr}");
    }
    let (code, _, stderr) = said("--emit cnf --seed 1 --make queens:8", "");
    assert_eq!((code, stderr.contains("--seed is about covers")), (Some(2), true), "{stderr}");
}

#[test]
fn estimates_are_mostly_within_two_standard_errors() {
    for (problem, covers) in [("queens:8", 92.0), ("langford:7", 52.0), ("dominoes:6x6", 6728.0)] {
        for engine in ENGINES {
            let near = (1..=10).filter(|seed| {
                let arguments = format!(
                    "--estimate 500 --seed {seed} --emit jsonl --engine {engine} --make {problem}"
                );
                let line: serde_json::Value =
                    serde_json::from_str(&said(&arguments, "").1).unwrap();
                let [mean, error] =
                    ["mean", "standard_error"].map(|name| line["covers"][name].as_f64().unwrap());
                (mean - covers).abs() <= 2.0 * error
            });
            assert!(near.count() >= 9, "{problem}, {engine}");
        }
    }
}

#[test]
fn what_is_spent_ends_every_question() {
    for question in ["--count", "--sample 5 --seed 1", "--estimate 4000000000 --seed 1"] {
        let (code, stdout, stderr) =
            said(&format!("{question} --time-limit 0.3 --make dominoes:26x26"), "");
        assert_eq!(code, Some(3), "{question}: {stdout}{stderr}");
        assert!(stderr.starts_with("the budget is spent after "), "{stderr}");
        assert!(stderr.contains("\nengine "), "{stderr}");
    }
    let (code, stdout, stderr) = said("--critical --time-limit 0.3 --make langford:60", "");
    assert_eq!((code, &*stdout), (Some(3), ""), "{stderr}");
}

#[test]
fn a_search_for_critical_options_shows_those_that_it_has_found() {
    let question = "--critical --emit numbers --hold 2 --make queens:8";
    let (_, all, _) = said(question, "");
    let all: BTreeSet<&str> = all.lines().collect();
    let mut most = 0;
    for nodes in [1, 20, 50, 100, 150, 200] {
        let (code, some, stderr) = said(&format!("{question} --node-limit {nodes}"), "");
        let some: BTreeSet<&str> = some.lines().collect();
        assert_eq!(code, Some(3), "{stderr}");
        assert!(some.is_subset(&all) && some.len() >= most, "{nodes}: {some:?}");
        assert!(stderr.contains(" so far; of "), "{stderr}");
        most = some.len();
    }
    assert!(most > 1, "{most}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for question in ["", "--all", "--count", "--unique", "--sample 9", "--estimate 9", "--critical"]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(program::PROGRAM);
        let arguments = format!("cover --quiet --make toy {question}");
        let output = command.args(arguments.split_whitespace()).stdout(full).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{question}: {stderr}");
        assert!(stderr.starts_with("tourdion: can't write the results: "), "{question}: {stderr}");
    }
}
