//! `solve --booklet`: pages to print, checked as text, and printed by a browser if there is one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::browser::{Browser, browser};
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

/// What the cells of a column may have in them.
const TITLES: [&str; 6] = [
    "<script>alert(1)</script>",
    "\"quoted, with a comma\" & more",
    " blanks;\tand a tab ",
    "two\nlines \u{202e}turned",
    "W\u{fc}nsche \u{6570}\u{72ec}",
    "",
];

/// Rows of puzzles with titles, as CSV, as TSV, as JSON lines and as an array.
fn titled(titles: &[&str]) -> [(&'static str, String); 4] {
    let puzzles = fs::read_to_string("data/first.txt").unwrap();
    let puzzles = puzzles.lines().filter(|line| line.starts_with(['.', '1', '2', '3', '4']));
    let rows: Vec<(&str, &str)> =
        titles.iter().copied().zip(puzzles.map(|line| &line[..81])).collect();
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let table = |delimiter: &str| {
        let rows =
            rows.iter().map(|(title, puzzle)| format!("{puzzle}{delimiter}{}", quoted(title)));
        let header = format!("puzzle{delimiter}Name");
        [header].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    };
    let object = |(title, puzzle): &(&str, &str)| {
        serde_json::json!({ "Name": title, "puzzle": puzzle }).to_string()
    };
    let objects: Vec<String> = rows.iter().map(object).collect();
    [
        ("a.csv", table(",")),
        ("a.tsv", table("\t")),
        ("a.jsonl", objects.join("\n")),
        ("a.json", format!("[{}]", objects.join(","))),
    ]
}

#[test]
fn titles_come_from_a_column_of_any_form_of_rows() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("book.html");
    for (name, text) in titled(&TITLES) {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        let mut run = tourdion(["solve", "-q", "--title", "name", "--booklet"]);
        assert_eq!(said(run.arg(&page).arg(&file)), (Some(0), String::new(), String::new()));
        let page = fs::read_to_string(&page).unwrap();
        let headings = page.split("<h2><b>").skip(1).filter_map(|rest| rest.split_once("</h2>"));
        let headings: Vec<&str> = headings.take(6).map(|(heading, _)| heading).collect();
        let expected = [
            "1</b>&lt;script&gt;alert(1)&lt;/script&gt;",
            "2</b>&quot;quoted, with a comma&quot; &amp; more",
            "3</b>blanks; and a tab",
            "4</b>two lines \u{fffd}turned",
            "5</b>W\u{fc}nsche \u{6570}\u{72ec}",
            "6</b>",
        ];
        assert_eq!(headings, expected, "{name}");
    }
}

#[test]
fn a_column_of_titles_that_is_not_there_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("book.html");
    let file = folder.path().join("a.csv");
    let row = format!("{},a,b\n", &puzzles()[..81]);
    fs::write(&file, format!("puzzle,note,note\n{row}")).unwrap();
    let run = |title: &str, input: &Path| {
        let mut run = tourdion(["solve", "--title", title, "--booklet"]);
        let (code, out, err) = said(run.arg(&page).arg(input));
        (code, out + &err.replace(&format!("{}/", folder.path().display()), ""))
    };
    for (title, input, expected) in [
        ("name", &*file, "a.csv: no column `name` for titles; it has puzzle, note, note"),
        (
            "note",
            &file,
            "a.csv: the columns 2, 3 are all called `note`: --title takes a number, too",
        ),
        (
            "name",
            Path::new("data/inkala.txt"),
            "data/inkala.txt: it has no columns, which --title names; without --title the text \
             behind a puzzle is its title",
        ),
    ] {
        assert_eq!(run(title, input), (Some(2), format!("tourdion: {expected}\n")));
        assert!(!page.exists());
    }
    let summary = "book.html: 1 puzzle on 1 page, and solutions after them\n";
    assert_eq!(run("3", &file), (Some(0), summary.to_owned()));
    assert!(fs::read_to_string(&page).unwrap().contains("<b>1</b>b</h2>"));
    let objects = folder.path().join("a.jsonl");
    fs::write(&objects, format!("{{\"puzzle\":\"{}\"}}\n", &puzzles()[..81])).unwrap();
    let said = format!("no puzzle has a title in `name`\n{summary}");
    assert_eq!(run("name", &objects), (Some(0), said));
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
    fits_any_window(&browser, &page);
}

fn fits_any_window(browser: &Browser, page: &Path) {
    for width in [320, 800, 1400] {
        let script = "answer.wide = document.documentElement.scrollWidth;";
        let answer = browser.ask(page, "", (width, 700), script);
        assert!(answer["wide"].as_u64().unwrap() <= width.into(), "{width}: {answer}");
    }
}

#[test]
fn long_titles_take_no_room_of_the_grids() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let words = "a title of many words ".repeat(20);
    let letters = "W".repeat(500);
    let [(_, text), ..] = titled(&[&words, &letters, "short", &words, &letters, "short"]);
    let [file, page] = ["a.csv", "book.html"].map(|name| folder.path().join(name));
    fs::write(&file, text).unwrap();
    let mut run = tourdion(["solve", "-q", "--title", "Name", "--booklet"]);
    assert_eq!(said(run.arg(&page).arg(&file)).0, Some(0));
    fits_any_window(&browser, &page);
    let sized = fs::read_to_string(&page).unwrap().replace("@page {", "@page { size: letter;");
    fs::write(&page, sized).unwrap();
    assert_eq!(browser.sheets(&page), 2);
}
