//! `solve --booklet`: pages to print, checked as text, and printed by a browser if there is one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::browser::browser;
use crate::support::program::{Said, said, tourdion};

/// Ten proper puzzles, the first with a name, and two that are not proper.
fn puzzles() -> String {
    let first = fs::read_to_string("data/first.txt").unwrap();
    let mut proper = first.lines().filter(|line| line.starts_with(['.', '1', '2', '3', '4']));
    let named = format!("{}, <Arto>, 2012\n", &proper.next().unwrap()[..81]);
    let others: Vec<&str> = proper.take(9).map(|line| &line[..81]).collect();
    format!("{named}{}\n{}\n{}\n", ".".repeat(81), "1".repeat(81), others.join("\n"))
}

fn booklet(folder: &Path, more: &[&str]) -> (PathBuf, Said) {
    let page = folder.join("book.html");
    let mut run = tourdion(["solve", "--booklet"]);
    let said = said(run.arg(&page).args(more).arg("-").write_stdin(puzzles()));
    (page, said)
}

#[test]
fn a_booklet_has_proper_puzzles_and_their_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let (path, (code, out, err)) = booklet(folder.path(), &["--per-page", "4"]);
    let name = path.display();
    let expected = format!(
        "<stdin>:2:1: left out: pseudo-puzzle: 2 or more solutions, which differ first in r1c8\n\
         <stdin>:3:1: left out: impossible: 1 stands twice in row 1, in r1c1 and r1c2\n\
         {name}: 10 puzzles on 3 pages, and solutions after them; 2 left out\n"
    );
    assert_eq!((code, &out[..], &err[..]), (Some(1), "", &expected[..]));
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.contains("<b>1</b>&lt;Arto&gt;, 2012</h2>") && page.contains("<b>10</b></h2>"));
    assert_eq!((page.matches("<section").count(), page.matches("<svg").count()), (4, 20));
    // All digits of the solutions, and those of the puzzles once more.
    let proper = puzzles().replace(&"1".repeat(81), "").replace("<Arto>, 2012", "");
    let clues = proper.chars().filter(char::is_ascii_digit).count();
    assert_eq!(page.matches("<text").count(), 10 * 81 + clues);
    assert_eq!(page.matches("h10v10h-10z").count(), clues, "clues are shaded in solutions");
    assert!(!page.contains("http") && !page.contains("src="), "nothing is fetched");
}

#[test]
fn without_a_puzzle_for_it_a_booklet_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("book.html");
    fs::write(&page, "what was there").unwrap();
    let mut run = tourdion(["solve", "--booklet"]);
    let (code, _, err) = said(run.arg(&page).arg("-").write_stdin(".".repeat(81)));
    assert_eq!(code, Some(1));
    assert!(err.ends_with("tourdion: there is no puzzle for a booklet\n"), "{err}");
    assert_eq!(fs::read_to_string(&page).unwrap(), "what was there");
    for wrong in [&["--booklet", "a.png"][..], &["--per-page", "2"], &["--booklet=x", "--count"]] {
        assert_eq!(said(tourdion(["solve", "data/inkala.txt"]).args(wrong)).0, Some(2));
    }
}

#[test]
fn a_booklet_fits_its_paper_and_any_window() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    // A4 is the narrower one, and letter the lower one.
    let both = ["A4", "letter"];
    for (per_page, sheets) in [("1", 11), ("2", 6), ("4", 4), ("6", 3), ("12", 2)] {
        let (page, _) = booklet(folder.path(), &["--per-page", per_page]);
        let text = fs::read_to_string(&page).unwrap();
        for paper in if ["1", "12"].contains(&per_page) { &both } else { &both[1..] } {
            let sized = text.replace("@page {", &format!("@page {{ size: {paper};"));
            fs::write(&page, sized).unwrap();
            assert_eq!(browser.sheets(&page), sheets, "{per_page} on {paper}");
        }
    }
    let (page, _) = booklet(folder.path(), &[]);
    for width in [320, 800, 1400] {
        let script = "answer.wide = document.documentElement.scrollWidth;";
        let answer = browser.ask(&page, "", (width, 700), script);
        assert!(answer["wide"].as_u64().unwrap() <= width.into(), "{width}: {answer}");
    }
}
