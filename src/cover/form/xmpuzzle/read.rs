//! Reads the XML of a puzzle.
//!
//! Elements and attributes that are not named here are passed over: results, how pieces come apart,
//! what a window showed. Of those that are, everything is checked.

use std::collections::BTreeSet;

use roxmltree::{Document, Error, Node, ParsingOptions};

use super::shape::{GRIDS, Grid, Shape, State, Voxel};
use super::{Piece, Task, Xmpuzzle};
use crate::cover::form::fault::{TextError, TextFault, plain_number, unexpected};
use crate::cover::problem::Bounds;

/// The most elements and texts of a file: in memory they are much larger than in a file.
const MOST_NODES: u32 = 4_000_000;
/// The most attributes of an element: the reader compares each with all before it.
const MOST_ATTRIBUTES: usize = 1_000;
/// The greatest number of a colour.
const MOST_COLOURS: u64 = 63;
/// The most pieces of a shape, and voxels to stay empty.
const MOST_PIECES: u64 = 65_535;

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Xmpuzzle<'_>, TextError> {
    let source = Source(text);
    let start = text.trim_start();
    if !start.starts_with('<') {
        let found = start.split_whitespace().next().unwrap_or_default();
        return Err(source.at(text.len() - start.len(), unexpected("<puzzle>", found)));
    }
    if let Some(place) = crowded(text) {
        let expected = format!("at most {MOST_ATTRIBUTES} attributes of an element");
        return Err(source.at(place, unexpected(&expected, "more")));
    }
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document =
        Document::parse_with_options(text, options).map_err(|error| fault_of_xml(&error, text))?;
    let puzzle = document.root_element();
    if !puzzle.has_tag_name("puzzle") {
        return Err(source.wrong(puzzle, "<puzzle>"));
    }
    if !matches!(source.required(puzzle, "version", u64::MAX)?, 1 | 2) {
        return Err(source.wrong_value(puzzle, "version", "version 1 or 2"));
    }
    let grid = match named(puzzle, "gridType").next() {
        Some(node) => read_grid(source, node)?,
        None => Grid::Cubes,
    };
    let shapes = within(puzzle, "shapes", "voxel").map(|node| read_shape(source, node));
    let shapes: Vec<Shape> = shapes.collect::<Result<_, _>>()?;
    let tasks = within(puzzle, "problems", "problem");
    let tasks = tasks.map(|node| read_task(source, node, shapes.len()));
    let tasks = tasks.collect::<Result<_, _>>()?;
    Ok(Xmpuzzle { text, grid, shapes, tasks })
}

/// The place of the first element with too many attributes: each has a `=` outside quotes. A `<`
/// ends an element, as it is wrong within quotes, too.
fn crowded(text: &str) -> Option<usize> {
    let mut begins = text.match_indices('<').map(|(place, _)| place);
    begins.find(|&place| {
        let (mut quote, mut attributes) = (None, 0);
        let rest = &text.as_bytes()[place + 1..];
        let is_element = !rest.starts_with(b"!") && !rest.starts_with(b"?");
        for &sign in rest {
            match (quote, sign) {
                (_, b'<') | (None, b'>') => break,
                (None, b'"' | b'\'') => quote = Some(sign),
                (Some(begun), _) if begun == sign => quote = None,
                (None, b'=') => attributes += 1,
                _ => {}
            }
        }
        is_element && attributes > MOST_ATTRIBUTES
    })
}

/// The fault of a text that is no XML.
fn fault_of_xml(error: &Error, text: &str) -> TextError {
    let (place, said) = (error.pos(), error.to_string());
    let mut said = said.strip_suffix(&format!(" at {place}")).unwrap_or(&said).to_owned();
    let (line, column) = (place.row as usize, place.col as usize);
    // The reader shows the first byte of a character.
    if let Error::InvalidChar(_, byte, _) | Error::InvalidChar2(_, byte, _) = *error
        && let Some(found) = text.split('\n').nth(line - 1).and_then(|l| l.chars().nth(column - 1))
    {
        let byte = format!("'{}'", char::from(byte));
        said = said.replace(&byte, &format!("'{found}'"));
    }
    TextError { line, column, what: TextFault::Xml(said) }
}

fn read_grid(source: Source<'_>, node: Node<'_, '_>) -> Result<Grid, TextError> {
    let number = source.required(node, "type", u64::MAX)?;
    let known = usize::try_from(number).ok().and_then(|number| GRIDS.get(number));
    known.and_then(|&(_, grid)| grid).ok_or_else(|| {
        let with_name = |number: usize, name: &str| format!("{number} ({name})");
        let read = GRIDS.iter().enumerate().filter(|(_, (_, grid))| grid.is_some());
        let read: Vec<String> = read.map(|(k, (name, _))| with_name(k, name)).collect();
        let found = match known {
            Some((name, _)) => with_name(number as usize, name),
            None => number.to_string(),
        };
        let fault = unexpected(&format!("a grid of type {}", read.join(", ")), &found);
        source.at(attribute_place(node, "type"), fault)
    })
}

/// Reads a shape from its sides and its voxels in order.
fn read_shape(source: Source<'_>, node: Node<'_, '_>) -> Result<Shape, TextError> {
    let side = |name| {
        let side = source.required(node, name, u64::MAX)?;
        usize::try_from(side)
            .ok()
            .filter(|&side| side > 0)
            .ok_or_else(|| source.wrong_value(node, name, "a side of 1 or more"))
    };
    let (x, y, z) = (side("x")?, side("y")?, side("z")?);
    if source.required(node, "type", u64::MAX)? != 0 {
        return Err(source.wrong_value(node, "type", "type 0, the one way to write voxels"));
    }
    let mut voxels: Vec<Voxel> = Vec::new();
    let (mut count, mut is_coloured) = (0_usize, false);
    for (place, sign) in signs(node) {
        let fault =
            |expected: &str| source.at(place, unexpected(expected, sign.encode_utf8(&mut [0; 4])));
        let state = match sign {
            '#' => Some(State::Filled),
            '+' => Some(State::Variable),
            '_' => None,
            digit if digit.is_ascii_digit() => {
                let last = voxels.last_mut().filter(|_| is_coloured);
                let last = last.ok_or_else(|| fault("a voxel: #, + or _"))?;
                let colour = u64::from(last.colour) * 10 + u64::from(digit as u8 - b'0');
                if colour > MOST_COLOURS {
                    return Err(fault("a colour up to 63"));
                }
                last.colour = colour as u32;
                continue;
            }
            _ => return Err(fault("a voxel: #, + or _, and perhaps the number of its colour")),
        };
        let place = [count / x / y, count / x % y, count % x];
        voxels.extend(state.map(|state| Voxel { place, state, colour: 0 }));
        is_coloured = state.is_some();
        count += 1;
    }
    if x.checked_mul(y).and_then(|area| area.checked_mul(z)) != Some(count) {
        let expected = format!("{x} x {y} x {z} voxels");
        let start = signs(node).next().map_or(node.range().start, |(place, _)| place);
        return Err(source.at(start, unexpected(&expected, &count.to_string())));
    }
    Ok(Shape { voxels, extent: [z, y, x], place: node.range().start })
}

/// Reads a problem; its shapes are numbered below `shapes`.
fn read_task(source: Source<'_>, node: Node<'_, '_>, shapes: usize) -> Result<Task, TextError> {
    let shape = |node| {
        let id = source.required(node, "id", u64::MAX)?;
        usize::try_from(id).ok().filter(|&id| id < shapes).ok_or_else(|| {
            source.wrong_value(node, "id", &format!("one of {shapes} shapes, from 0"))
        })
    };
    let piece = |node| {
        let number = |name| source.number(node, name, MOST_PIECES);
        let (least, most) = match (number("count")?, number("min")?, number("max")?) {
            (Some(count), ..) => (count, count),
            (None, Some(least), Some(most)) => (least, most),
            (None, None, None) => (1, 1),
            (None, Some(_), None) => return Err(source.wrong(node, "the attribute `max`, too")),
            (None, None, Some(_)) => return Err(source.wrong(node, "the attribute `min`, too")),
        };
        if least > most {
            return Err(source.wrong_value(
                node,
                "min",
                &format!("a number up to {most}, the max"),
            ));
        }
        let bounds = Bounds { least: least as u32, most: most as u32 };
        Ok(Piece { shape: shape(node)?, bounds, place: node.range().start })
    };
    let pieces = within(node, "shapes", "shape").map(piece).collect::<Result<_, _>>()?;
    let Some(result) = named(node, "result").next() else {
        return Err(source.wrong(node, "a problem with a <result>, its box"));
    };
    let pair = |node| {
        let colour = |name| Ok(source.required(node, name, MOST_COLOURS)? as u32 + 1);
        Ok((colour("piece")?, colour("result")?))
    };
    let pairs = within(node, "bitmap", "pair").map(pair).collect::<Result<BTreeSet<_>, _>>()?;
    let holes = source.number(node, "maxHoles", u64::from(u32::MAX))?;
    Ok(Task {
        name: node.attribute("name").unwrap_or_default().to_owned(),
        pieces,
        result: shape(result)?,
        holes: holes.map(|holes| holes as u32),
        pairs,
        place: node.range().start,
    })
}

/// The elements of this name in an element.
fn named<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// The elements of this name in those of another name in an element.
fn within<'a, 'i>(
    node: Node<'a, 'i>,
    outer: &'static str,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    named(node, outer).flat_map(move |child| named(child, name))
}

/// Where the value of an attribute is, or else the element.
fn attribute_place(node: Node<'_, '_>, name: &str) -> usize {
    node.attribute_node(name).map_or(node.range().start, |found| found.range_value().start)
}

/// The text of an element, sign by sign with their places, without comments and the white space
/// around its parts.
fn signs<'a>(node: Node<'a, '_>) -> impl Iterator<Item = (usize, char)> + use<'a> {
    let parts = node.children().filter(Node::is_text);
    let parts = parts.filter_map(|part| Some((part.range().start, part.text()?)));
    parts.flat_map(|(start, text)| {
        let start = start + text.len() - text.trim_start().len();
        text.trim().char_indices().map(move |(k, sign)| (start + k, sign))
    })
}

/// The whole text, which gives the places of its parts.
#[derive(Clone, Copy)]
struct Source<'t>(&'t str);

impl Source<'_> {
    fn at(self, place: usize, what: TextFault) -> TextError {
        TextError::at(self.0.as_bytes(), place, what)
    }

    /// The fault of an element that is not what is expected.
    fn wrong(self, node: Node<'_, '_>, expected: &str) -> TextError {
        let start = node.range().start;
        let found = self.0[start..].split_inclusive('>').next().unwrap_or_default();
        self.at(start, unexpected(expected, found))
    }

    /// The fault of an attribute that has not the value that is expected.
    fn wrong_value(self, node: Node<'_, '_>, name: &str, expected: &str) -> TextError {
        let found = node.attribute(name).unwrap_or_default();
        self.at(attribute_place(node, name), unexpected(expected, found))
    }

    /// A number up to `most`, if there is this attribute.
    fn number(self, node: Node<'_, '_>, name: &str, most: u64) -> Result<Option<u64>, TextError> {
        let Some(found) = node.attribute(name) else { return Ok(None) };
        let number = plain_number(found).filter(|&number| number <= most);
        let expected = || match most {
            u64::MAX => "a number".to_owned(),
            _ => format!("a number up to {most}"),
        };
        number.map(Some).ok_or_else(|| self.wrong_value(node, name, &expected()))
    }

    /// A number up to `most`; there must be this attribute.
    fn required(self, node: Node<'_, '_>, name: &str, most: u64) -> Result<u64, TextError> {
        let number = self.number(node, name, most)?;
        number.ok_or_else(|| self.wrong(node, &format!("an element with the attribute `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fault of a puzzle with these shapes, a line each, and this problem on the next one.
    fn fault_of(shapes: &str, problem: &str) -> String {
        let text = format!(
            "<puzzle version=\"2\"><shapes>\n{shapes}\n</shapes><problems>\n{problem}\n\
             </problems></puzzle>"
        );
        let fault = read(&text).and_then(|puzzle| puzzle.packing(0).map(|_| ()));
        fault.expect_err(&text).to_string()
    }

    fn fault_of_shape(attributes: &str, voxels: &str) -> String {
        fault_of(&format!("<voxel {attributes}>{voxels}</voxel>"), "")
    }

    fn fault_of_problem(problem: &str) -> String {
        let voxel =
            |name: &str| format!("<voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">{name}</voxel>");
        fault_of(&["#", "+", "_"].map(voxel).concat(), problem)
    }

    #[test]
    fn a_text_that_is_no_xml_is_reported_with_its_characters() {
        for (text, expected) in [
            ("<puzzle version=é/>", "1:17: expected a quote not 'é'"),
            ("<puzzle\n a=\"ü\"€/>", "2:7: expected a whitespace not '€'"),
            ("<puzzle\n a=x/>", "2:4: expected a quote not 'x'"),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), expected);
        }
    }

    #[test]
    fn every_fault_of_a_shape_has_its_line_and_column() {
        let sides = "x=\"2\" y=\"1\" z=\"1\" type=\"0\"";
        assert_eq!(fault_of_shape(sides, "#"), "2:35: expected 2 x 1 x 1 voxels, found `1`");
        assert_eq!(fault_of_shape(sides, " ###"), "2:36: expected 2 x 1 x 1 voxels, found `3`");
        assert_eq!(fault_of_shape(sides, ""), "2:1: expected 2 x 1 x 1 voxels, found `0`");
        assert_eq!(
            fault_of_shape(sides, "#x"),
            "2:36: expected a voxel: #, + or _, and perhaps the number of its colour, found `x`"
        );
        assert_eq!(fault_of_shape(sides, "#64_"), "2:37: expected a colour up to 63, found `4`");
        for voxels in ["1##", "_1#"] {
            assert!(
                fault_of_shape(sides, voxels).contains("expected a voxel: #, + or _, found `1`")
            );
        }
        assert_eq!(
            fault_of_shape("x=\"2\" z=\"1\" type=\"0\"", "##"),
            "2:1: expected an element with the attribute `y`, \
             found `<voxel x=\"2\" z=\"1\" type=\"0\">`"
        );
        for side in ["0", "-1", "", "1e9", "99999999999999999999"] {
            let fault = fault_of_shape(&format!("x=\"{side}\" y=\"1\" z=\"1\" type=\"0\""), "##");
            assert!(fault.starts_with("2:11: expected a "), "{fault}");
        }
        let huge = "x=\"18446744073709551615\" y=\"18446744073709551615\" z=\"9\" type=\"0\"";
        assert!(fault_of_shape(huge, "##").contains("voxels, found `2`"));
        assert!(
            fault_of_shape("x=\"1\" y=\"1\" z=\"1\" type=\"1\"", "#")
                .starts_with("2:32: expected type 0")
        );
    }

    #[test]
    fn comments_are_no_voxels() {
        let voxels = |voxels: &str| {
            let text = format!(
                "<puzzle version=\"2\"><shapes><voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">{voxels}\
                 </voxel></shapes></puzzle>"
            );
            read(&text).map(|puzzle| puzzle.shapes[0].voxels.clone())
        };
        let plain = voxels("#7_##").unwrap();
        assert_eq!(plain.len(), 3);
        for written in [
            "<!-- # -->#7_##",
            "#7_<!-- the second row -->##",
            "#<!-- -->7_ <!-- -->\n##\n<!-- -->",
            "#7<?row 2?>_<![CDATA[##]]>",
        ] {
            assert_eq!(voxels(written).unwrap(), plain, "{written}");
        }
        let fault = |written: &str| voxels(written).unwrap_err().to_string();
        assert_eq!(fault("#<!-- -->x##").split(": ").nth(1), Some("expected a voxel"));
        assert!(fault("#<!-- -->x##").starts_with("1:72: "), "{}", fault("#<!-- -->x##"));
        assert!(fault("<!-- -->###").starts_with("1:71: "), "{}", fault("<!-- -->###"));
    }

    #[test]
    fn every_fault_of_a_problem_has_its_line_and_column() {
        let end = "<result id=\"0\"/></problem>";
        let of_piece =
            |piece: &str| fault_of_problem(&format!("<problem><shapes>{piece}</shapes>{end}"));
        assert_eq!(
            of_piece("<shape id=\"3\"/>"),
            "4:29: expected one of 3 shapes, from 0, found `3`"
        );
        assert_eq!(
            of_piece("<shape/>"),
            "4:18: expected an element with the attribute `id`, found `<shape/>`"
        );
        assert_eq!(
            of_piece("<shape id=\"0\" count=\"65536\"/>"),
            "4:39: expected a number up to 65535, found `65536`"
        );
        assert_eq!(
            of_piece("<shape id=\"0\" min=\"3\" max=\"2\"/>"),
            "4:37: expected a number up to 2, the max, found `3`"
        );
        assert_eq!(
            of_piece("<shape id=\"0\" min=\"3\"/>"),
            "4:18: expected the attribute `max`, too, found `<shape id=\"0\" min=\"3\"/>`"
        );
        assert!(of_piece("<shape id=\"1\"/>").contains("expected # and _ in a piece"));
        assert!(of_piece("<shape id=\"2\"/>").contains("expected a piece with a voxel, #"));
        assert!(
            fault_of_problem("<problem/>").starts_with(
                "4:1: expected a problem with a <result>, its box, found `<problem/>`"
            )
        );
        assert!(
            fault_of_problem("<problem><result id=\"2\"/></problem>")
                .contains("expected a box with a voxel, # or +, found `none`")
        );
        assert_eq!(fault_of_problem(""), "1:1: expected a problem, found `none`");
        assert!(
            fault_of_problem(&format!("<problem><bitmap><pair piece=\"0\"/></bitmap>{end}"))
                .contains("the attribute `result`")
        );
    }

    #[test]
    fn what_is_no_puzzle_is_refused() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(fault("<a/>"), "1:1: expected <puzzle>, found `<a/>`");
        assert_eq!(fault("<puzzle version=\"3\"/>"), "1:18: expected version 1 or 2, found `3`");
        let grid = |number: &str| {
            fault(&format!("<puzzle version=\"1\">\n<gridType type=\"{number}\"/></puzzle>"))
        };
        assert_eq!(
            grid("2"),
            "2:17: expected a grid of type 0 (cubes), 3 (rhombic tetrahedra), \
             4 (tetrahedra and octahedra), found `2 (spheres)`"
        );
        assert!(grid("17").ends_with("found `17`"));
        assert_eq!(fault("<puzzle version=\"2\">\n<b></puzzle>").split(':').next(), Some("2"));
        assert_eq!(fault(""), "1:1: expected <puzzle>, found the end");
        assert_eq!(fault("\n a b"), "2:2: expected <puzzle>, found `a`");
    }

    #[test]
    fn entities_and_depths_do_no_harm() {
        let laugh = |k: u32| format!("<!ENTITY l{k} \"{}\">", format!("&l{};", k - 1).repeat(10));
        let laughs = (1..9).map(laugh).collect::<Vec<_>>().concat();
        let bomb = format!(
            "<!DOCTYPE p [<!ENTITY l0 \"####\">{laughs}]><puzzle version=\"2\"><shapes>\
             <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">&l8;</voxel></shapes></puzzle>"
        );
        assert!(read(&bomb).unwrap_err().to_string().contains("DTD"));
        let outside = "<!DOCTYPE p SYSTEM \"file:///etc/passwd\"><puzzle version=\"2\"/>";
        assert!(read(outside).is_err());
        let deep = format!(
            "<puzzle version=\"2\">{}{}</puzzle>",
            "<a>".repeat(100_000),
            "</a>".repeat(100_000)
        );
        let _ = read(&deep);
    }

    #[test]
    fn an_element_has_no_crowd_of_attributes() {
        let with = |count: usize| {
            let attributes =
                (0..count).map(|k| format!(" a{k}=\"1\"")).collect::<Vec<_>>().concat();
            let text = format!("<puzzle version=\"2\">\n<note{attributes}/></puzzle>");
            read(&text).map(|_| ()).map_err(|fault| fault.to_string())
        };
        assert_eq!(with(MOST_ATTRIBUTES), Ok(()));
        let expected = "2:1: expected at most 1000 attributes of an element, found `more`";
        assert_eq!(with(MOST_ATTRIBUTES + 1), Err(expected.to_owned()));
        let text = format!("<puzzle b='>=' {}", "a=\">\" ".repeat(MOST_ATTRIBUTES));
        assert!(read(&text).is_err_and(|fault| fault.to_string().contains("at most 1000")));
        let text = "=".repeat(2 * MOST_ATTRIBUTES);
        for within in [format!("<note>{text}</note>"), format!("<!-- {text} -->")] {
            assert!(read(&format!("<puzzle version=\"2\">{within}</puzzle>")).is_ok());
        }
    }

    #[test]
    fn what_would_be_too_large_is_refused() {
        let voxels = "#".repeat(40 * 40 * 40);
        let shapes = format!(
            "<voxel x=\"40\" y=\"40\" z=\"40\" type=\"0\">{voxels}</voxel>\
             <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#</voxel>"
        );
        let many = "<shape id=\"1\" min=\"0\" max=\"9\"/>\n".repeat(700);
        let problem = |pieces: &str| {
            format!("<problem><shapes>{pieces}</shapes><result id=\"0\"/></problem>")
        };
        for pieces in [&many[..], "<shape id=\"0\"/>"] {
            let fault = fault_of(&shapes, &problem(pieces));
            assert!(fault.contains("expected at most 4000000 placements"), "{fault}");
        }
    }
}
