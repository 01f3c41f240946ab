//! The pages that the program writes, looked at as text, and loaded by a browser where there is one.

#[cfg(feature = "pictures")]
use std::{fs, path::Path, process::Command};

use assert_cmd::cargo::cargo_bin_cmd;

/// A page of `tourdion compare` in a folder.
#[cfg(feature = "pictures")]
fn compared(folder: &Path) -> std::path::PathBuf {
    let page = folder.join("page.html");
    let mut compare = cargo_bin_cmd!("tourdion");
    let mut compare = compare.current_dir(env!("CARGO_MANIFEST_DIR"));
    compare = compare.args(["compare", "--quiet", "--every", "100", "--passes", "1", "--time-limit", "0.05"]);
    compare = compare.args(["--engine", "links,lockstep,fewest,listed", "data/first.txt", "data/seeds.txt"]);
    compare.arg("--report").arg(&page).assert().success();
    page
}

#[cfg(feature = "pictures")]
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

#[cfg(feature = "pictures")]
#[test]
fn a_page_is_opened_before_the_work_begins() {
    let mut compare = cargo_bin_cmd!("tourdion");
    let compare = compare.args(["compare", "data/first.txt", "--report", "no/such/folder/page.html"]);
    let assert = compare.assert().code(2);
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(said.contains("can't write no/such/folder/page.html"), "{said}");
}

#[cfg(feature = "pictures")]
#[test]
fn a_browser_shows_a_page() {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    let Some(browser) = names.iter().find(runs) else {
        eprintln!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let page = compared(folder.path());
    let flags = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"];
    let output =
        Command::new(browser).args(flags).arg(format!("file://{}", page.display())).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("CONSOLE"), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("<figure>").count(), 6);
}

#[cfg(not(feature = "pictures"))]
#[test]
fn without_pictures_it_is_said() {
    let mut compare = cargo_bin_cmd!("tourdion");
    let assert = compare.args(["compare", "data/first.txt", "--report", "page.html"]).assert().code(2);
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(said.contains("--features pictures"), "{said}");
    assert!(!std::path::Path::new("page.html").exists());
}
