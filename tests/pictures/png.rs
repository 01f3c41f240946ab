//! Pictures as PNG.

use std::fs;

use crate::support::lacks;
use crate::support::program::{said, tourdion};

/// The bytes of the picture that a command draws into the file whose name follows. `None` where
/// there is no font.
fn drawn(command: &[&str]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.PNG");
    let (code, _, errors) = said(tourdion(command).arg(&picture));
    if errors.contains("needs a font") {
        lacks("a font");
        return None;
    }
    assert_eq!(code, Some(0), "{command:?}: {errors}");
    let bytes = fs::read(picture).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 1_000, "{command:?}");
    Some(bytes)
}

/// The width that a PNG says.
fn width(png: &[u8]) -> u32 {
    u32::from_be_bytes(png[16..20].try_into().unwrap())
}

#[test]
fn a_file_that_is_called_png_is_one() {
    let tree = ["compare", "--quiet", "--puzzles", "1", "--tree-nodes", "200", "data/first.txt"];
    let commands: [&[&str]; 2] = [&tree, &["cover", "--make", "dominoes:4x4"]];
    for (command, option) in commands.into_iter().zip(["--tree", "--svg"]) {
        if drawn(&[command, &[option]].concat()).is_none() {
            return;
        }
    }
}

#[test]
fn a_png_is_twice_as_large_as_its_picture() {
    let net = ["explain", "--only", "nets", "tests/cli/data/net.txt", "--picture"];
    let Some(bytes) = drawn(&net) else { return };
    assert_eq!(width(&bytes), 2 * (44 + 9 * 66 + 24));
    assert!(bytes.len() > 20_000, "there is something on it: {} bytes", bytes.len());
}
