//! Every link of a document leads somewhere: to a file that comes along, and to a heading of it.
//!
//! ```text
//!      [rows](benchmarks/program.md#rows)     docs/benchmarks/program.md has the heading `## Rows`
//! ```
//!
//! Deliberately lacking: links to other places, which need a network, and those inside blocks,
//! which are output.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::scanner::{documents, is_repository};

#[test]
fn every_link_leads_somewhere() {
    if !is_repository() {
        return;
    }
    let documents: BTreeMap<String, String> = documents().into_iter().collect();
    let mut lost = Vec::new();
    let mut seen = 0;
    for (path, text) in &documents {
        for link in links(text).filter(|link| !link.contains(':')) {
            seen += 1;
            if !leads_somewhere(&documents, path, link) {
                lost.push(format!("{path}: {link}"));
            }
        }
    }
    assert!(lost.is_empty(), "\n{}\n", lost.join("\n"));
    assert!(seen > 100, "{seen} links");
}

/// Whether `link` in the document at `path` leads to a file, and to a heading if it names one.
fn leads_somewhere(documents: &BTreeMap<String, String>, path: &str, link: &str) -> bool {
    let (file, heading) = link.split_once('#').map_or((link, None), |(a, b)| (a, Some(b)));
    let file = if file.is_empty() { path.into() } else { beside(path, file) };
    let is_there = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file).exists();
    let text = documents.get(&file);
    is_there && heading.is_none_or(|heading| text.is_some_and(|text| has(text, heading)))
}

/// The path that a document at `path` means by `file`.
fn beside(path: &str, file: &str) -> String {
    let mut place = PathBuf::from(path);
    place.pop();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => {
                place.pop();
            }
            Component::CurDir => {}
            part => place.push(part),
        }
    }
    place.to_str().unwrap().replace('\\', "/")
}

/// Whether a document has this heading, as links name it: `What was *tried*` is `what-was-tried`.
fn has(text: &str, heading: &str) -> bool {
    let mut titles = text.lines().filter(|line| line.starts_with('#'));
    titles.any(|title| {
        let title = title.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).eq(heading.chars())
    })
}

/// The targets of the links in a document, outside its blocks.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let outside = text.split("```").step_by(2);
    outside.flat_map(|text| text.split("](").skip(1)).filter_map(|rest| {
        let (target, _) = rest.split_once(')')?;
        (!target.contains(char::is_whitespace)).then_some(target)
    })
}

#[test]
fn a_lost_link_is_found() {
    let page = "# One\n[a](b/c.md#what-was-tried) [d](#one)\n```text\n[e](f)\n```\n[g](h.md)";
    assert_eq!(links(page).collect::<Vec<_>>(), ["b/c.md#what-was-tried", "#one", "h.md"]);
    assert!(has(page, "one") && !has(page, "two"));
    assert!(has("## What was `tried`", "what-was-tried"));
    assert_eq!(beside("docs/benchmarks/x.md", "../y.md"), "docs/y.md");
    assert_eq!(beside("README.md", "docs/y.md"), "docs/y.md");
    let documents = BTreeMap::from([("README.md".to_owned(), "# One\n".to_owned())]);
    for (link, is_right) in [("#one", true), ("#two", false), ("docs", true), ("nowhere.md", false)]
    {
        assert_eq!(leads_somewhere(&documents, "README.md", link), is_right, "{link}");
    }
}
