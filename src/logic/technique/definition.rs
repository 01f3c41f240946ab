//! Techniques in a few sentences: what is seen, and what follows.
//!
//! ```text
//!      x-wing    "Two rows have a digit in two columns alone, or two columns in two rows: ..."
//! ```
//!
//! For people, who may know none of the words but candidate, house, and their kinds.

use super::Technique;

/// Of each technique; of one with types the first, which stands for all.
const DEFINITIONS: &[(Technique, &str)] = &[
    (
        Technique::Pointing,
        "A digit of a box has all its places there in one line. So it goes from the rest of \
         the line.",
    ),
    (
        Technique::Claiming,
        "A digit of a line has all its places there in one box. So it goes from the rest of \
         the box.",
    ),
    (
        Technique::LockedPair,
        "A naked pair whose cells are in a box and a line. Its digits go from the rest of \
         both, and each loses some.",
    ),
    (
        Technique::NakedPair,
        "Two cells of a house have the same two digits and no others. So the two digits go \
         from the rest of the house.",
    ),
    (
        Technique::XWing,
        "Two rows have a digit in the same two columns alone. Each column has the digit in \
         one of these rows, and it goes from the rest of the columns. The same with rows and \
         columns exchanged.",
    ),
    (
        Technique::HiddenPair,
        "Two digits of a house have the same two places and no others. So the other digits go \
         from these two cells.",
    ),
    (
        Technique::LockedTriplet,
        "A naked triplet whose cells are in a box and a line. Its digits go from the rest of \
         both, and each loses some.",
    ),
    (
        Technique::NakedTriplet,
        "Three cells of a house have three digits together. So the three go from the rest of \
         the house. No cell needs all of them.",
    ),
    (
        Technique::Swordfish,
        "An x-wing with three rows and three columns. No row needs all three places.",
    ),
    (
        Technique::HiddenTriplet,
        "Three digits of a house have three places together. So the other digits go from \
         these cells.",
    ),
    (
        Technique::NakedQuad,
        "Four cells of a house have four digits together. So the four go from the rest of the \
         house.",
    ),
    (Technique::Jellyfish, "An x-wing with four rows and four columns."),
    (
        Technique::HiddenQuad,
        "Four digits of a house have four places together. So the other digits go from these \
         cells.",
    ),
    (
        Technique::FinnedXWing,
        "An x-wing but for further places in one box, the fins. Either a fin is true, or the \
         x-wing is there. So what the x-wing takes away goes if it sees all fins.",
    ),
    (
        Technique::SashimiXWing,
        "A finned x-wing in which one of the two lines has a single place beside the fins.",
    ),
    (
        Technique::SiameseSwordfish,
        "Two finned swordfish of the same rows, or of the same columns, with other places for \
         fins. Each takes away something of its own.",
    ),
    (
        Technique::FinnedSwordfish,
        "A swordfish but for further places in one box, the fins. What it takes away goes if \
         it sees all fins.",
    ),
    (
        Technique::SashimiSwordfish,
        "A finned swordfish in which a line has a single place beside the fins.",
    ),
    (
        Technique::SiameseJellyfish,
        "Two finned jellyfish of the same lines, as a siamese swordfish.",
    ),
    (
        Technique::FinnedJellyfish,
        "A jellyfish but for further places in one box, the fins. What it takes away goes if \
         it sees all fins.",
    ),
    (
        Technique::SashimiJellyfish,
        "A finned jellyfish in which a line has a single place beside the fins.",
    ),
    (
        Technique::SueDeCoq,
        "Cells that a box and a line share have two digits too many or more. Other cells of \
         the line have some of these digits, other cells of the box have others, so that \
         there are as many digits as cells. Each digit goes from the rest of its house: those \
         of the line, those of the box, and from both those of the shared cells alone.",
    ),
    (
        Technique::UniqueRectangle(1),
        "Four cells in two rows, two columns and two boxes must not end with two digits \
         alone: these could change places, and there would be two solutions. Type 1: a single \
         cell has more, and loses both digits. Type 2: cells have one more digit, the same, \
         which goes from what sees them all. Type 3: the digits that two cells have more \
         stand for one cell of a naked or a hidden set. Type 4: two cells of a house are its \
         only places for one of the digits, and lose the other. Type 6: two cells across have \
         more, and rows or columns have one of the digits in the rectangle alone: it goes \
         from these two.",
    ),
    (
        Technique::HiddenRectangle,
        "Four cells as of a unique rectangle, one of which has the two digits alone. The row \
         and the column of the cell across have one of the digits in the rectangle alone. \
         Were the cell across the other digit, all four would have the two digits alone: so \
         it loses it.",
    ),
    (
        Technique::AvoidableRectangle(1),
        "A unique rectangle some of whose cells are set, and none of which has a clue. Were all \
         four the two digits, these could change places, and the clues would have two \
         solutions. Type 1: a single cell may be another digit, and loses both. Type 2: cells \
         may all be the same other digit, which goes from what sees them all.",
    ),
    (
        Technique::UniqueLoop(1),
        "As a unique rectangle, with six cells or more in a loop, two in each of its houses.",
    ),
    (
        Technique::Bug(1),
        "A bivalue universal grave: without some candidates each cell would have two, and \
         each digit two places in a house. Such a grid has no solution or several, so one of \
         these candidates is true. Type 1: there is one. The other types are those of unique \
         rectangles.",
    ),
    (
        Technique::Skyscraper,
        "Two rows have a digit in two places each, one of each in the same column. One of the \
         other two places is true: what sees both is not the digit. The same with rows and \
         columns exchanged.",
    ),
    (
        Technique::Kite,
        "A row and a column have a digit in two places each, one of each in the same box. One \
         of the other two places is true: what sees both is not the digit.",
    ),
    (
        Technique::XyWing,
        "A cell, the pivot, has two digits x and y. It sees two cells with x and z, and with \
         y and z. One of them is z: what sees both is not z.",
    ),
    (
        Technique::DualKite,
        "Two kites, of one digit or of two, whose lines meet a box in the same two cells. Each \
         takes something away.",
    ),
    (
        Technique::TurbotFish,
        "Two houses have a digit in two places each, and a place of one sees a place of the \
         other. One of the other two places is true: what sees both is not the digit.",
    ),
    (
        Technique::EmptyRectangle,
        "A digit of a box has all its places there in a row and a column. A line has two \
         places of it, of which one sees the box's places in the row, say. Then the digit is \
         in the box's column, or at the line's other place: what sees both is not the digit.",
    ),
    (
        Technique::DualEmptyRectangle,
        "Two empty rectangles of the same box, with two lines that have two places. Each takes \
         away a place of its own.",
    ),
    (
        Technique::WWing,
        "Two cells have the same two digits. A house needs one of the digits, and has it in \
         places that see one of the cells each. So one of the cells has the other digit: what \
         sees both does not.",
    ),
    (
        Technique::XyzWing,
        "An xy-wing whose pivot may also be z. What sees all three cells is not z.",
    ),
    (
        Technique::RemotePair,
        "Cells with the same two digits, each of which sees another one, get two colours in \
         turn. Cells of both colours differ: what sees both has neither digit.",
    ),
    (
        Technique::SimpleColouring,
        "Houses with two places of a digit, joined to a cluster. Its places get two colours \
         in turn: all of one colour are true, and none of the other. What sees both colours \
         is not the digit; if two of one colour see each other, that colour is false.",
    ),
    (
        Technique::MultiColouring,
        "Two clusters of a digit in two colours each. If a colour sees one of the other \
         cluster, one of their opposites is true: what sees both is not the digit. If a \
         colour sees both of the other cluster, it is false.",
    ),
    (
        Technique::AlignedPair,
        "Two cells, and cells with two candidates that see both. Each pair of digits for the two \
         is tried: it falls if a cell that sees both would have nothing left, or if they see \
         each other and are equal. A digit that is in no pair goes.",
    ),
    (
        Technique::XCycle,
        "A closed chain of one digit: houses with two places, and places that see each other, \
         in turn. Each house between two places has the digit in one of them, and it goes \
         from the rest.",
    ),
    (
        Technique::XChain,
        "A chain of one digit: houses with two places, and places that see each other, in \
         turn. One of its ends is true: what sees both is not the digit.",
    ),
    (
        Technique::BivalueChain,
        "A chain of cells with two digits, each of which shares a digit with the next, which \
         it sees. One of its ends is true: what sees both does not have the digit.",
    ),
    (
        Technique::AicLoop,
        "An alternating inference chain that closes: one of each two candidates that see each \
         other is true, so what sees both goes.",
    ),
    (
        Technique::Aic,
        "An alternating inference chain: cells with two digits and houses with two places, \
         joined by candidates that see each other. One of its ends is true: what sees both \
         goes. If it ends where it began, that candidate is true.",
    ),
    (
        Technique::GroupedXChain,
        "A chain of one digit in which two or three places in a line and a box may stand \
         together for one.",
    ),
    (
        Technique::GroupedAic,
        "An alternating inference chain in which two or three places of a digit in a line and \
         a box may stand together for one.",
    ),
    (
        Technique::AlsXz,
        "An almost locked set is cells of a house with one digit more than there are cells. \
         Two of them have a digit x that only one of them can have: so one of them has all \
         its other digits. What sees all places of another common digit z is not z. With two \
         such digits x both sets are locked.",
    ),
    (
        Technique::AlsXyWing,
        "Three almost locked sets: the second shares with each of the others a digit that \
         only one of both can have. So the first or the last has all its other digits: what \
         sees all places of a digit in both is not that digit.",
    ),
    (
        Technique::AlignedTriplet,
        "An aligned pair exclusion of three cells, with cells of two or three candidates that \
         see all three.",
    ),
    (
        Technique::AlsChain,
        "An ALS-XY-wing of four sets or five, each with a digit that only it or the next can \
         have.",
    ),
    (
        Technique::DeathBlossom,
        "A cell has three digits or more. For each of them there is an almost locked set that has \
         it in cells which see the cell, and all these sets have one more digit in common. Were \
         none of them that digit, each would have its own digit of the cell, which would have \
         nothing left. So what sees all places of the digit in all sets is not it.",
    ),
    (
        Technique::FrankenFish,
        "A fish with boxes: rows and boxes have a digit in as many columns and boxes, or columns \
         and boxes in rows and boxes. The digit goes from the rest of the latter. Other places of \
         the former are fins: what goes sees them all.",
    ),
    (
        Technique::MutantFish,
        "A Franken fish of any houses: rows, columns and boxes in others, as many of them.",
    ),
    (
        Technique::SiameseFrankenFish,
        "Two Franken or mutant fish of the same houses, as a siamese swordfish.",
    ),
    (
        Technique::Nishio,
        "A digit is assumed in a cell, and followed through the houses in which it then has one \
         place. If it comes to a contradiction, it does not stand in the cell. No other digit \
         is looked at.",
    ),
    (
        Technique::CellForcing,
        "All candidates of a cell are assumed, one after another. From each a chain of singles \
         leads to the same conclusion, so it holds. The chains look at houses with two places \
         and cells with two candidates alone.",
    ),
    (Technique::RegionForcing, "The same with all places of a digit in a house."),
    (
        Technique::Template,
        "A template of a digit is a way to place it in the whole grid: one in each row, column \
         and box. A place that is in no template goes. One that is in all of them is true.",
    ),
    (
        Technique::Net,
        "Of two candidates one is true. Each is assumed, and singles follow. What goes either \
         way is false, and so is a candidate that leads to a contradiction. If each single \
         has one reason, it is a chain.",
    ),
    (
        Technique::ForcingNet,
        "A candidate is assumed, and singles follow, until a cell has nothing left, or a \
         house no place for a digit. So the candidate is false.",
    ),
    (Technique::NestedNet, "A forcing net in whose world other forcing nets take candidates away."),
    (
        Technique::AlsAic,
        "An alternating inference chain in which an almost locked set may stand for a cell with \
         two digits: without one of its digits it is locked, and has all others. Sets may overlap. \
         If the chain closes, each set is locked, too.",
    ),
    (Technique::DeepNet, "A forcing net in whose world nested nets take candidates away."),
];

impl Technique {
    /// What is seen, and what follows. `None` for those that only ratings have.
    ///
    /// ```
    /// use tourdion::logic::Ladder;
    ///
    /// assert!(Ladder::default().rungs().all(|rung| rung.technique.definition().is_some()));
    /// ```
    pub fn definition(self) -> Option<&'static str> {
        let definition = DEFINITIONS.iter().find(|(one, _)| one.is_kind(self));
        definition.map(|(_, definition)| *definition)
    }
}
