//! The framed form, a grid over several lines; and lists with such grids among their lines.
//!
//! ```text
//!   +-------+-------+-------+      Grid 01          |4| | | | | |8| |5|
//!   | 4 . . | . . . | 8 . 5 |      003020600        | |3| | | | | | | |
//!   | . 3 . | . . . | . . . |      900305001        …
//!    …                             …
//!   titled, with or without a frame, blanks between the symbols or not, bars around boxes or cells
//! ```
//!
//! Each line is one of these:
//! - *blank*, or a *comment* (first `#` or `;`);
//! - a *rule*: only `-+=*.:'|`, blanks and box-drawing characters, including `+`, `=`, a drawn
//!   line, or three dashes in a row beside something else. N dashes alone or with bars could also
//!   be empty cells: they are a rule at the end of a band, if no row of the grid writes an empty
//!   cell as a dash;
//! - a *title*: begins with a word of two letters or more, one of them foreign to the alphabet, has
//!   no bar, and is not N characters in groups of equal length (`ABC DEF GHI` is a malformed row,
//!   not a title);
//! - a *section*, as SadMan's files have them: `[Puzzle]` is a title, and what follows `[State]`
//!   and a few other names, up to the next section, is skipped;
//! - a *puzzle* as one line of N² symbols, between two grids;
//! - *stray*: more than 2N symbols side by side, as a puzzle that lost some of its cells. Between
//!   grids it is reported by itself; in a grid it takes the place of a row, and is reported too;
//! - a *row*: any other line.
//!
//! A row has N cells. With N+1 bars, or N-1 inside, each cell stands between two bars, and is empty
//! if it has only blanks. With bars around boxes only, and just as many characters between them as
//! a box has columns, or with one blank around each of these, a blank is an empty cell. Otherwise
//! bars, blanks and commas only separate. In a row of a spreadsheet, with N-1 times one of `,`, `;`
//! and a tab, a field may be empty. A row of nothing but separators, outside a grid, could also be
//! a gap between grids: it is reported, and what follows is skipped as behind a misplaced rule.
//!
//! A row of N groups of digits, such as `| 1  24  234 | …`, has pencil marks, and so have all rows
//! of its grid: a digit alone is then the only candidate, and an empty cell has all.
//!
//! A grid ends with its Nth row. It is unfinished, and reported, if one of these comes earlier:
//! - a blank line, unless the file has them between bands ([`gaps`]);
//! - a title, a section, a puzzle, the end of the file;
//! - a rule right after another one, or one that begins as only a top rule does (`┌`): it belongs
//!   to the next grid; and any rule in a file with blank lines between bands.
//!
//! A malformed row is still a row: the grid is reported, and its other rows are not mistaken for
//! rows of another. A rule after a number of rows that is neither 1 nor a band's means a missing or
//! additional row. Rows can't be counted then: the lines up to one of those places are skipped.
//!
//! A *list with grids* is a file that begins with a puzzle as one line. Its lines are as in the
//! line form but for the grids among them: [`layout`] says what differs for titles and rules, and
//! [`open_grid`] when lines that look like rows are none.
//!
//! Invariant: only [`Layout`] decides which lines are rows and where grids end, for the cutter and
//! for the reader; outside a grid it has no state. Deliberately lacking: text beside a row, and
//! groups of digits in grids of more than nine, where `12` is a digit.

use std::ops::ControlFlow;

use super::lines::{Rules, numbered};
use super::{Entry, Reading};
use gaps::Series;
use layout::Part;
use open_grid::OpenGrid;

mod fields;
mod gaps;
mod layout;
mod look;
mod open_grid;
mod row;

pub(super) use fields::{are_of_equal_width, has_fields};
pub(super) use gaps::has_gaps;
pub(super) use layout::Layout;
use look::spelled;
pub(super) use look::{Look, is_bar, is_puzzle, look, section};
pub(super) use row::{is_row, pieces};

/// Where grids stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    /// In a list with these rules.
    List(Rules),
    /// In a file of grids, whose bands may have blank lines between them.
    Grids { has_gaps: bool },
}

impl Setting {
    /// The rules of a list.
    fn list(self) -> Option<Rules> {
        match self {
            Setting::List(rules) => Some(rules),
            Setting::Grids { .. } => None,
        }
    }
}

/// Shows every puzzle of `bytes`, finished or not, and every other line to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    setting: Setting,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let list = setting.list();
    let mut layout = Layout::new(reading, setting);
    let mut grid = OpenGrid::new(reading, list);
    let mut series = Series::default();
    let mut lines = numbered(bytes, first_line);
    loop {
        if let Some(rules) = list
            && layout.is_outside()
        {
            lines.plain(reading, rules, visit)?;
        }
        let Some(line) = lines.next() else { break };
        let text = line.text();
        let read = list.and_then(|rules| spelled(text, reading, rules));
        let look = if read.is_some() { Look::Puzzle } else { look(text, reading, list) };
        let step = layout.step(look, text);
        if step.abandons {
            grid.abandon(&mut series).into_iter().try_for_each(&mut *visit)?;
        }
        if !layout.is_in_series() {
            series.end().into_iter().try_for_each(&mut *visit)?;
        }
        match (step.part, read) {
            (Part::Puzzle, Some(read)) => {
                let entry = line.entry(reading, true, |_| Ok(read));
                entry.map_or(ControlFlow::Continue(()), &mut *visit)?;
            }
            (Part::Puzzle | Part::Stray, _) => {
                grid.alone(line).map_or(ControlFlow::Continue(()), &mut *visit)?;
            }
            (Part::Title, _) => grid.take_title(line),
            (Part::Row { stray }, _) => grid.take(line, stray),
            (Part::LastRow { stray }, _) => {
                grid.take(line, stray);
                let entries = grid.finish();
                if layout.is_in_series() {
                    series.add(entries);
                } else {
                    entries.into_iter().try_for_each(&mut *visit)?;
                }
            }
            (Part::Misplaced(what), _) => {
                let entries = grid.give_up(line.number, what, &mut series);
                entries.into_iter().try_for_each(&mut *visit)?;
            }
            (Part::Passed, _) => {
                let entry = grid.pass_over(line);
                entry.map_or(ControlFlow::Continue(()), &mut *visit)?;
            }
            (Part::None, _) => {}
        }
    }
    grid.abandon(&mut series).into_iter().try_for_each(&mut *visit)?;
    series.end().into_iter().try_for_each(visit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::described::{described, small};

    fn entries(text: &str) -> Vec<String> {
        let has_gaps = has_gaps(text.as_bytes(), true, &small()).unwrap();
        entries_of(text, Setting::Grids { has_gaps })
    }

    /// The entries of a list with grids.
    fn listed(text: &str) -> Vec<String> {
        entries_of(text, Setting::List(Rules::of_head(text.as_bytes(), true, &small()).unwrap()))
    }

    fn entries_of(text: &str, setting: Setting) -> Vec<String> {
        let mut seen = Vec::new();
        let _ = for_each(text.as_bytes(), 1, &small(), setting, &mut |entry| {
            seen.push(described(&entry));
            ControlFlow::<()>::Continue(())
        });
        seen
    }

    const GRID: &str = "1...2...3...4...";

    #[test]
    fn grids_in_all_their_frames() {
        for (text, place) in [
            ("1...\n2...\n3...\n4...\n", "1:1"),
            ("Grid 01\n1 0 0 0\n2 0 0 0\n3 0 0 0\n4 0 0 0", "2:1"),
            (
                "+-----+-----+\n| 1 . | . . |\n| 2 . | . . |\n+-----+-----+\n\
                 | 3 . | . . |\n| 4 . | . . |\n+-----+-----+",
                "2:3",
            ),
            ("1.|..\n2.|..\n--+--\n3.|..\n4.|..", "1:1"),
            ("1 .|. .\n2 .|. .\n---|---\n3 .|. .\n4 .|. .", "1:1"),
            ("1.|..\n2.|..\n--|--\n3.|..\n4.|..", "1:1"),
            (".--.--.\n|1.|..|\n|2.|..|\n:--+--:\n|3.|..|\n|4.|..|\n'--'--'", "2:2"),
            (".---.---.\n|1.|..|\n|2.|..|\n:---+---:\n|3.|..|\n|4.|..|\n'---'---'", "2:2"),
            ("*---*---*\n|1.|..|\n|2.|..|\n*---*---*\n|3.|..|\n|4.|..|\n*---*---*", "2:2"),
            ("|1| | | |\n|2| |||\n|3| | | |\n|4| | | |", "1:2"),
            (
                "| 1 |  |  |  |\n|---|--|--|--|\n|2| | | |\n+-+-+\n|3| | | |\n+-+-+\n|4| | | |",
                "1:3",
            ),
            ("┌──┬──┐\n│1.│..│\n│2.│..│\n├──┼──┤\n│3.│..│\n│4.│..│\n└──┴──┘", "2:2"),
            ("1-|--\n2-|--\n3-|--\n4-|--", "1:1"),
            ("1,0,0,0\n2,0,0,0\n3,0,0,0\n4,0,0,0", "1:1"),
        ] {
            assert_eq!(entries(text), [format!("{place} {GRID}")], "{text}");
        }
        assert_eq!(entries("1---\n----\n----\n4---\n"), ["1:1 1...........4..."]);
    }

    #[test]
    fn grids_follow_one_another_with_anything_between() {
        let bare = "1...\n2...\n3...\n4...\n";
        for between in ["", "\n", "\n\n# c\n", "Grid 02\n", "+--+--+\n+--+--+\n", "====\n"] {
            let seen = entries(&format!("{bare}{between}{bare}{between}{bare}"));
            assert_eq!(seen.len(), 3, "{between}: {seen:?}");
            assert!(seen.iter().all(|entry| entry.ends_with(GRID)), "{between}: {seen:?}");
        }
    }

    #[test]
    fn a_malformed_grid_does_not_shift_the_next() {
        let framed = "+--+--+\n|1.|..|\n|2.|..|\n+--+--+\n|3.|..|\n|4.|..|\n+--+--+\n";
        let foreign = "expected 1-4 or one of .0*?_-, found";
        let lost = "where a band has 2; passed over up to a blank line, a title or the next frame";
        for (bad, error) in [
            (framed.replace("2.|", "2x|"), format!("3:3 {foreign} `x`")),
            (framed.replace("|2.", "|2"), "3:7 expected a row of 4 cells, found 3".into()),
            (framed.replace("|2.", "|2.."), "3:7 expected a row of 4 cells, found more".into()),
            (framed.replace("|4.|..|\n", ""), "5:1 the grid ends after 3 of 4 rows".into()),
            (framed.replace("|2.|..|", "|2.|..|\n|2.|..|\n|2.|..|"), String::new()),
            (
                framed.replace("|2.|..|", "|2.|..|\n|2.|..|"),
                format!("5:1 a rule after 3 rows, {lost}"),
            ),
            ("1...\n2...\n\n".into(), "2:1 the grid ends after 2 of 4 rows".into()),
            ("1...\n2...\nGrid 02\n".into(), "2:1 the grid ends after 2 of 4 rows".into()),
            ("AB CD\n2...\n3...\n4...\n".into(), format!("1:1 {foreign} `A`")),
            ("1...\nAB CD\n3...\n4...\n".into(), format!("2:1 {foreign} `A`")),
        ] {
            let seen = entries(&format!("{bad}{framed}{framed}"));
            if !error.is_empty() {
                assert_eq!(seen[0], error, "{bad}");
            }
            assert!(seen[seen.len() - 2..].iter().all(|e| e.ends_with(GRID)), "{bad}: {seen:?}");
        }
    }

    #[test]
    fn grids_among_the_lines_of_a_list() {
        let framed = "+--+--+\n|1.|..|\n|2.|..|\n+--+--+\n|3.|..|\n|4.|..|\n+--+--+\n";
        let bare = "1...\n2...\n3...\n4...\n";
        let found = |places: &[&str]| -> Vec<String> {
            places.iter().map(|place| format!("{place} {GRID}")).collect()
        };
        for (text, places) in [
            (format!("{GRID}\n{framed}{GRID}\n"), &["1:1", "3:2", "9:1"][..]),
            (format!("{GRID} own\nGrid 2\n\n{framed}\n {GRID}"), &["1:1", "5:2", "12:2"]),
            (format!("{GRID}\n{bare}{bare}{GRID}\n"), &["1:1", "2:1", "6:1", "10:1"]),
            (format!("{GRID}\n----\n{bare}====\n"), &["1:1", "3:1"]),
            (format!("{GRID}\nBy\nGrid 2\n---\n{bare}{GRID}#c\n"), &["1:1", "5:1", "9:1"]),
            (format!("{GRID}\n#c\n[Puzzle]\n{bare}[State]\n{bare}"), &["1:1", "4:1"]),
            (format!("{GRID}\n[State]\n{bare}{GRID}\n[Puzzle]\n{GRID}\n"), &["1:1", "9:1"]),
        ] {
            assert_eq!(listed(&text), found(places), "{text}");
        }
        let marks = "12 3 4 124\n3 1 2 4\n4 2 1 3\n1 2 3 124\n";
        let seen = listed(&format!("{GRID}\n{}\n{marks}", "1234".repeat(16)));
        assert_eq!((seen.len(), &seen[1][..11]), (3, "2:1 1234123"), "{seen:?}");
        assert!(seen[2].starts_with("3:1 12...."), "{seen:?}");
    }

    #[test]
    fn lines_of_a_list_that_only_look_like_rows_are_entries() {
        let bare = "1...\n2...\n3...\n4...\n";
        let short = |line: u32, found: usize| {
            format!("{line}:{} the puzzle ends after {found} of 16 cells", found + 1)
        };
        let foreign = "expected 1-4 or one of .0*?_-, found";
        // A line that lost its end, a title without a grid, lines of a row's length.
        assert_eq!(listed(&format!("{GRID}\n1...\n{GRID}\n"))[1], short(2, 4));
        assert_eq!(listed(&format!("{GRID}\nabcd\nabcd\nabcd\nabcd\nabcd\n{GRID}\n")).len(), 7);
        assert_eq!(listed(&format!("{GRID}\n12\n1234\n123\n{GRID}\n")).len(), 5);
        let title = format!("2:1 {foreign} `S`");
        assert_eq!(listed(&format!("{GRID}\nSudoku\n{GRID}\n"))[1], title);
        assert_eq!(listed(&format!("{GRID}\nSudoku\n"))[1], title);
        assert_eq!(
            listed(&format!("{GRID}\nSudoku\n1...\n{GRID}"))[1..3],
            [title.clone(), short(3, 4)]
        );
        // A title waits for a grid over as many lines as a grid has.
        assert_eq!(listed(&format!("{GRID}\nSudoku\n\n#\n\n{bare}")).len(), 2);
        assert_eq!(listed(&format!("{GRID}\nSudoku\n\n#\n\n\n{bare}"))[1], title);
        // A damaged puzzle is no row, and hides nothing.
        let cut = &GRID[1..];
        let seen = listed(&format!("{GRID}\n1...\n{cut}\n2...\n{cut}\n{GRID}\n"));
        assert_eq!(seen[1], short(2, 4));
        assert_eq!((seen.len(), &seen[4]), (6, &short(5, 15)));
        let seen = listed(&format!("{GRID}\n1...\n2...\n3...\n{cut}\n{GRID}\n"));
        assert_eq!(seen[1], "5:5 expected a row of 4 cells, found more");
        assert_eq!(seen[2..], [format!("6:1 {GRID}")]);
        // What only looks like a frame.
        let seen = listed(&format!("{GRID}\n1\n2\n3\n--+--\n12\n{GRID}\n"));
        assert_eq!(seen[1..5], [short(2, 1), short(3, 1), short(4, 1), short(6, 2)]);
        let seen = listed(&format!("{GRID}\n{bare}1...\n2...\n3x..\n4...\n{bare}"));
        assert_eq!((&seen[2][..], seen.len()), (&format!("8:2 {foreign} `x`")[..], 4));
        let seen = listed(&format!("{GRID}\n1...\n2...\n\n{bare}"));
        assert_eq!(seen[1], "3:1 the grid ends after 2 of 4 rows");
    }
}
