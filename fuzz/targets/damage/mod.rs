//! Files of a folder, and damage that is done to them.
//!
//! ```text
//!      again and again: a file, what is done to it, where (two bytes), a byte
//! ```

use std::fs;
use std::path::Path;

/// How many bytes say what is done to a file.
pub const CHANGE: usize = 5;

/// Names and contents of all files of a folder, in the order of their names.
pub type Files = Vec<(String, Vec<u8>)>;

/// The files that are in a folder.
pub fn files_of(folder: &Path) -> Files {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| {
        let entry = entry.expect("a file");
        (entry.file_name().into_string().expect("UTF-8"), fs::read(entry.path()).expect("a file"))
    });
    let mut files: Files = files.collect();
    files.sort();
    files
}

/// Writes the files into a folder.
pub fn write(folder: &Path, files: &Files) {
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("a file");
    }
}

/// Does to the files what each [`CHANGE`] bytes say, to no more than four of them.
pub fn damage(files: &mut Files, changes: &[u8]) {
    for change in changes.chunks_exact(CHANGE).take(4) {
        if !files.is_empty() {
            damage_one(files, change);
        }
    }
}

fn damage_one(files: &mut Files, change: &[u8]) {
    let which = usize::from(change[0]) % files.len();
    let bytes = &mut files[which].1;
    let place = usize::from(u16::from_be_bytes([change[2], change[3]])) % (bytes.len() + 1);
    match change[1] % 6 {
        0 if place < bytes.len() => bytes[place] ^= change[4],
        1 => bytes.truncate(place),
        2 => bytes.insert(place, change[4]),
        3 if place < bytes.len() => drop(bytes.remove(place)),
        4 => bytes.extend(std::iter::repeat_n(change[4], place % 64)),
        5 => drop(files.remove(which)),
        _ => {}
    }
}
