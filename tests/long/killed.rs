//! Tours and searches for covers, killed many times; `tests/it` kills them a few times.

use std::fs;
use std::path::Path;

use crate::support::killed::{HUNT, SEQUENCE, a_search_survives, a_tour_survives, catalogue};

#[test]
fn a_tour_that_is_killed_fifty_times_ends_as_if_it_had_not_been() {
    let (_folder, catalogue) = catalogue();
    a_tour_survives(50, SEQUENCE, &catalogue);
}

#[test]
fn a_hunt_by_rating_that_is_killed_thirty_times_ends_as_if_it_had_not_been() {
    let (_folder, catalogue) = catalogue();
    a_tour_survives(30, HUNT, &catalogue);
}

#[test]
fn a_tour_of_a_hundred_thousand_pseudo_puzzles_survives_six_kills() {
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/first.txt");
    let first = fs::read_to_string(first).unwrap();
    let puzzles: Vec<&str> = first.split_inclusive('\n').take(50).collect();
    let folder = tempfile::tempdir().unwrap();
    let catalogue = folder.path().join("puzzles.txt");
    fs::write(&catalogue, puzzles.concat()).unwrap();
    a_tour_survives(6, "{-3+1}", &catalogue);
}

#[test]
fn a_count_that_is_killed_ten_times_is_right() {
    a_search_survives(10, &["--count", "--engine", "links", "--make", "queens:13"]);
}

#[test]
fn a_listing_that_is_killed_ten_times_is_the_same_byte_for_byte() {
    a_search_survives(10, &["--all", "--make", "matchings:14"]);
}

#[test]
fn numbers_and_json_are_gone_on_with_too() {
    a_search_survives(
        4,
        &["--all", "--emit", "numbers", "--make", "langford:12", "--hold", "3", "--ban", "30,31"],
    );
    a_search_survives(4, &["--all", "--emit", "jsonl", "--threads", "3", "--make", "latin:5"]);
}
