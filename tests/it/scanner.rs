//! Rust code as words and signs, for tests that read code.
//!
//! ```text
//!      use crate::sudoku::Grid; // a grid      use  crate  ::  sudoku  ::  Grid  ;
//! ```
//!
//! Deliberately lacking: a parser. A scanner that knows strings, comments and braces is enough for
//! code that rustfmt has laid out.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::lacks;

/// The files with Rust in a folder of the package and its folders, each with its path from the
/// package.
pub(crate) fn sources(folder: &str) -> Vec<(String, String)> {
    texts(folder, "rs")
}

/// Whether this is the whole repository. A package that cargo has made, with the manifest as it was
/// beside its own, lacks the folders that the manifest excludes: a test that looks at their files
/// skips there.
pub(crate) fn is_repository() -> bool {
    let is_package = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists();
    if is_package {
        lacks("the repository around the package");
    }
    !is_package
}

/// The documents of the repository, each with its path and its text.
pub(crate) fn documents() -> Vec<(String, String)> {
    let others =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/README.md", "python/README.md"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| (path.to_owned(), fs::read_to_string(root.join(path)).unwrap());
    others.into_iter().map(read).chain(texts("docs", "md")).collect()
}

/// The files with this extension in a folder of the package and its folders.
fn texts(folder: &str, extension: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut folders) = (Vec::new(), vec![PathBuf::from(folder)]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(root.join(&folder)) else { continue };
        for entry in entries.map(Result::unwrap) {
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|one| one == extension) {
                let text = fs::read_to_string(entry.path()).unwrap();
                found.push((path.to_str().unwrap().replace('\\', "/"), text));
            }
        }
    }
    found.sort();
    found
}

pub(crate) fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Words, `::` and single signs; comments, strings, characters and lifetimes are left out.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let (mut tokens, mut line, mut rest) = (Vec::new(), 1, text);
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = literal(rest) {
            length
        } else if is_word(rest) {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let token = &rest[..length];
        if is_word(token) && literal(rest).is_none()
            || token == "::"
            || "{}()[]!#;,=*".contains(token)
        {
            tokens.push(Token { line, text: token.to_owned() });
        }
        line += token.matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// The length of the string, character or lifetime that `text` begins with.
fn literal(text: &str) -> Option<usize> {
    let unprefixed = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - unprefixed.len();
    if let Some(raw) = unprefixed.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = prefix + 1 + hashes + 1;
            return Some(
                text[inside..].find(&end).map_or(text.len(), |at| inside + at + end.len()),
            );
        }
    }
    let quote = unprefixed.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let mut inside = unprefixed.char_indices().skip(1);
    if quote == '\''
        && !unprefixed[1..].starts_with('\\')
        && unprefixed.chars().nth(2) != Some('\'')
    {
        return Some(prefix + 1); // a lifetime: its name is a word like any other
    }
    while let Some((at, sign)) = inside.next() {
        if sign == '\\' {
            inside.next();
        } else if sign == quote {
            return Some(prefix + at + 1);
        }
    }
    Some(text.len())
}

/// Leaves out every item under `#[cfg(test)]`, to its semicolon or its closing brace.
pub(crate) fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let test = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut k) = (Vec::new(), 0);
    while k < tokens.len() {
        if !test
            .iter()
            .enumerate()
            .all(|(i, sign)| tokens.get(k + i).is_some_and(|token| token.text == *sign))
        {
            kept.push(tokens[k].clone());
            k += 1;
            continue;
        }
        let mut depth = 0;
        k += test.len();
        while let Some(token) = tokens.get(k) {
            k += 1;
            match token.text.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                ";" if depth == 0 => break,
                _ => continue,
            }
            if depth == 0 {
                break;
            }
        }
    }
    kept
}

/// `src/verify/links.rs` is the module `verify::links`; `src/lib.rs` and `src/main.rs` stand for
/// the roots.
pub(crate) fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').map(str::to_owned).collect()
}

/// Something that the code names: `sudoku::Grid` of this crate, `rayon::Scope` of another, a macro
/// `println!`, a module `mod sealed`.
#[derive(Debug, PartialEq)]
pub(crate) struct Named {
    pub(crate) line: usize,
    pub(crate) path: String,
    pub(crate) is_local: bool,
}

/// All paths, macros and modules that `tokens` name, the paths of this crate from its root on.
pub(crate) fn names(file: &[String], tokens: &[Token]) -> Vec<Named> {
    let at = |k: usize| tokens.get(k).map_or("", |token| token.text.as_str());
    let is_root = matches!(file, [only] if only == "lib" || only == "main");
    let mut module: Vec<String> = if is_root { Vec::new() } else { file.to_vec() };
    let (mut depth, mut inline, mut found) = (0, Vec::new(), Vec::new());
    for k in 0..tokens.len() {
        let line = tokens[k].line;
        match at(k) {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if inline.last() == Some(&depth) {
                    inline.pop();
                    module.pop();
                }
            }
            "mod" if is_word(at(k + 1)) => {
                found.push(Named { line, path: format!("mod {}", at(k + 1)), is_local: false });
                if at(k + 2) == "{" {
                    inline.push(depth);
                    module.push(at(k + 1).to_owned());
                }
            }
            word if is_word(word) && at(k + 1) == "!" && at(k + 2) != "=" => {
                found.push(Named { line, path: format!("{word}!"), is_local: false });
            }
            word if is_word(word) && at(k + 1) == "::" && (k == 0 || at(k - 1) != "::") => {
                for path in spread(tokens, &mut { k }) {
                    let mut from = module.clone();
                    let mut parts = path.split("::").peekable();
                    let is_local = matches!(word, "crate" | "super" | "self");
                    while is_local
                        && let Some(step) =
                            parts.next_if(|p| matches!(*p, "crate" | "super" | "self"))
                    {
                        match step {
                            "crate" => from.clear(),
                            "super" => drop(from.pop()),
                            _ => {}
                        }
                    }
                    let kept = if is_local { from } else { Vec::new() };
                    let path: Vec<String> =
                        kept.into_iter().chain(parts.map(str::to_owned)).collect();
                    found.push(Named { line, path: path.join("::"), is_local });
                }
            }
            _ => {}
        }
    }
    found
}

/// The paths that a path with groups stands for: `a::{b, c::d}` is `a::b` and `a::c::d`;
/// `a::{self}` is `a`.
fn spread(tokens: &[Token], k: &mut usize) -> Vec<String> {
    let at = |k: usize| tokens.get(k).map_or("", |token| token.text.as_str());
    let mut path = at(*k).to_owned();
    *k += 1;
    while at(*k) == "::" {
        *k += 1;
        match at(*k) {
            "{" => {
                *k += 1;
                let mut paths = Vec::new();
                while !matches!(at(*k), "}" | "") {
                    if is_word(at(*k)) || at(*k) == "*" {
                        paths.extend(spread(tokens, k));
                    } else {
                        *k += 1; // a comma, or what follows an `as`
                    }
                    if at(*k) == "as" {
                        *k += 2;
                    }
                }
                *k += 1;
                let join = |inner: String| {
                    if inner == "self" { path.clone() } else { format!("{path}::{inner}") }
                };
                return paths.into_iter().map(join).collect();
            }
            word if is_word(word) || word == "*" => {
                path = format!("{path}::{word}");
                *k += 1;
            }
            _ => break, // `::<` of a generic
        }
    }
    vec![path]
}
