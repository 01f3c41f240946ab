//! The page of `tourdion compare --report`: checked as text, and loaded by a browser.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::browser::browser;
use crate::support::program::{said, tourdion};

/// A page of `tourdion compare` in a folder.
fn compared(folder: &Path) -> PathBuf {
    let page = folder.join("page.html");
    let mut compare =
        tourdion(["compare", "--quiet", "--every", "100", "--passes", "1", "--time-limit", "0.05"]);
    compare.args(["--engine", "links,lockstep,fewest,listed", "data/first.txt", "data/seeds.txt"]);
    let (code, _, errors) = said(compare.arg("--report").arg(&page));
    assert_eq!(code, Some(0), "{errors}");
    page
}

#[test]
fn a_page_has_all_in_it_and_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let page = fs::read_to_string(compared(folder.path())).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!((page.matches("<svg").count(), page.matches("</svg>").count()), (6, 6));
    assert_eq!(page.matches("<h2>").count(), 2);
    for word in ["links", "lockstep", "fewest", "listed", "data/first.txt: 10 puzzles", "&gt; "] {
        assert!(page.contains(word), "{word}");
    }
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http") && !elsewhere.contains("src="), "nothing is fetched");
    // Points of all engines: dots, and open circles where a budget was spent.
    assert!(page.matches("<circle").count() > 3 * 10 + 4 * 10);
}

#[test]
fn a_page_is_opened_before_the_work_begins() {
    let compare = ["compare", "data/first.txt", "--report", "no/such/folder/page.html"];
    let (code, _, errors) = said(&mut tourdion(compare));
    assert_eq!(code, Some(2));
    assert!(errors.contains("can't write no/such/folder/page.html"), "{errors}");
}

#[test]
fn a_browser_shows_a_page() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = compared(folder.path());
    assert_eq!(browser.dom(&page).matches("<figure>").count(), 6);
}
