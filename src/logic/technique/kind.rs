//! The techniques and their names.
//!
//! ```text
//!      name                    written                       type or nesting
//!      x-wing                  x-wing                        none
//!      unique rectangle        unique rectangle 4            1 to 4, or 6
//!      dynamic double chains   ... with forcing chains       3 of 0 to 5
//! ```
//!
//! A [`Technique`] says only which pattern a deduction has. How it is found is the
//! [producers'](super::Producer), and when it is tried the [ladder's](crate::logic::Ladder).
//!
//! Invariant: no two techniques are written alike.
//!
//! Sources: the names are those of Sudoku Explainer (Nicolas Juillerat, 2007), of HoDoKu (Bernhard
//! Hobiger) and of the forums.
//!
//! Deliberately lacking: difficulties, which differ with the program that gives them.

use std::fmt;

/// A named technique, in the order of the page of the [module](super).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// The last empty cell of a house.
    LastCell,
    /// A digit with one place in a house.
    HiddenSingle,
    /// A cell with one candidate.
    NakedSingle,
    /// Pointing that leaves a hidden single in another box.
    DirectPointing,
    /// Claiming that leaves a hidden single in another line.
    DirectClaiming,
    /// A hidden pair that leaves a hidden single in its house.
    DirectHiddenPair,
    /// A hidden triplet that leaves a hidden single in its house.
    DirectHiddenTriplet,
    /// A digit of a box in one line.
    Pointing,
    /// A digit of a line in one box.
    Claiming,
    /// Two cells of a box and a line with two digits.
    LockedPair,
    /// Three cells of a box and a line with three digits.
    LockedTriplet,
    /// Two cells of a house with two digits.
    NakedPair,
    /// Three cells of a house with three digits.
    NakedTriplet,
    /// Four cells of a house with four digits.
    NakedQuad,
    /// Two digits of a house in two cells.
    HiddenPair,
    /// Three digits of a house in three cells.
    HiddenTriplet,
    /// Four digits of a house in four cells.
    HiddenQuad,
    /// A digit of two lines in two lines across.
    XWing,
    /// A digit of three lines in three lines across.
    Swordfish,
    /// A digit of four lines in four lines across.
    Jellyfish,
    /// A cell with two candidates that sees two wings.
    XyWing,
    /// A cell with three candidates that sees two wings.
    XyzWing,
    /// Four cells that must not end with two digits; the type, 1 to 4, or 6.
    UniqueRectangle(u8),
    /// A rectangle with one digit in two of its lines alone, which must not end with two digits.
    HiddenRectangle,
    /// A unique rectangle with corners that are set, but have no clue; the type, 1 or 2.
    AvoidableRectangle(u8),
    /// A longer loop that must not end with two digits; the type, 1 to 4.
    UniqueLoop(u8),
    /// A grid that must not end with two candidates in each cell; the type, 1 to 4.
    Bug(u8),
    /// Two cells, whose combinations take everything from another.
    AlignedPair,
    /// Three cells, whose combinations take everything from another.
    AlignedTriplet,
    /// A fish with more candidates in its bases, all in one box.
    FinnedXWing,
    /// A finned x-wing with a base that has one candidate apart from the fins.
    SashimiXWing,
    /// Three bases with fins.
    FinnedSwordfish,
    /// A finned swordfish with a base that has one candidate apart from the fins.
    SashimiSwordfish,
    /// Four bases with fins.
    FinnedJellyfish,
    /// A finned jellyfish with a base that has one candidate apart from the fins.
    SashimiJellyfish,
    /// Two finned swordfish with the same bases.
    SiameseSwordfish,
    /// Two finned jellyfish with the same bases.
    SiameseJellyfish,
    /// Two Franken fish, or two mutant fish, with the same bases.
    SiameseFrankenFish,
    /// A digit of houses, boxes among them, in as many others: rows and boxes in columns and boxes,
    /// or columns and boxes in rows and boxes; with fins or without.
    FrankenFish,
    /// The same with rows and columns on both sides.
    MutantFish,
    /// Two rows, or two columns, with two places of a digit, one of each in line.
    Skyscraper,
    /// A row and a column with two places of a digit, one of each in a box.
    Kite,
    /// Two kites with the same places in their box.
    DualKite,
    /// Another chain of one digit through two houses with two places.
    TurbotFish,
    /// A box with a digit in a row and a column, and a line with two places.
    EmptyRectangle,
    /// Two empty rectangles of one box.
    DualEmptyRectangle,
    /// Two cells with the same two candidates, and a house that needs one of them.
    WWing,
    /// A chain of cells with the same two candidates.
    RemotePair,
    /// A chain of cells with two candidates.
    BivalueChain,
    /// An alternating inference chain of both kinds of links.
    Aic,
    /// A closed one: all its links are used up.
    AicLoop,
    /// A chain of one digit with groups of cells.
    GroupedXChain,
    /// A chain of both kinds of links with groups of cells.
    GroupedAic,
    /// A chain with almost locked sets.
    AlsAic,
    /// Houses with two places of a digit, in two colours.
    SimpleColouring,
    /// Two clusters of them that see each other.
    MultiColouring,
    /// Two sets of cells with one digit too many, and a digit that only one of them can have.
    AlsXz,
    /// Three such sets, in line.
    AlsXyWing,
    /// More of them.
    AlsChain,
    /// Such sets that have a digit each of a cell, and another one in common.
    DeathBlossom,
    /// Cells of a box and a line that share their digits with others of both.
    SueDeCoq,
    /// All ways to place a digit in the whole grid.
    Template,
    /// A net, or a chain, from two candidates of which one is true.
    Net,
    /// A candidate that singles contradict.
    ForcingNet,
    /// A candidate that singles contradict after forcing nets on what it leaves.
    NestedNet,
    /// A candidate that singles contradict after nested nets on what it leaves.
    DeepNet,
    /// A closed chain of one digit.
    XCycle,
    /// A closed chain through cells with two candidates.
    YCycle,
    /// A closed chain of both kinds of links.
    XyCycle,
    /// A chain of one digit.
    XChain,
    /// A chain of both kinds of links.
    XyChain,
    /// A candidate that contradicts itself by one digit alone.
    Nishio,
    /// What follows from all candidates of a cell.
    CellForcing,
    /// What follows from all places of a digit in a house.
    RegionForcing,
    /// A candidate that contradicts itself, by nets; how much may be nested in it, 0 to 5: nothing,
    /// locked candidates and pairs, chains, forcing chains, dynamic ones, dynamic plus.
    DynamicContradiction(u8),
    /// What follows from a candidate and from its negation, by nets.
    DynamicDouble(u8),
    /// What follows from all candidates of a cell, by nets.
    DynamicCell(u8),
    /// What follows from all places of a digit in a house, by nets.
    DynamicRegion(u8),
}

impl Technique {
    /// Its common name, such as `x-wing`.
    #[expect(clippy::too_many_lines, reason = "a line for each technique")]
    pub const fn name(self) -> &'static str {
        match self {
            Technique::LastCell => "last cell",
            Technique::HiddenSingle => "hidden single",
            Technique::NakedSingle => "naked single",
            Technique::DirectPointing => "direct pointing",
            Technique::DirectClaiming => "direct claiming",
            Technique::DirectHiddenPair => "direct hidden pair",
            Technique::DirectHiddenTriplet => "direct hidden triplet",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
            Technique::LockedPair => "locked pair",
            Technique::LockedTriplet => "locked triplet",
            Technique::NakedPair => "naked pair",
            Technique::NakedTriplet => "naked triplet",
            Technique::NakedQuad => "naked quad",
            Technique::HiddenPair => "hidden pair",
            Technique::HiddenTriplet => "hidden triplet",
            Technique::HiddenQuad => "hidden quad",
            Technique::XWing => "x-wing",
            Technique::Swordfish => "swordfish",
            Technique::Jellyfish => "jellyfish",
            Technique::XyWing => "xy-wing",
            Technique::XyzWing => "xyz-wing",
            Technique::UniqueRectangle(_) => "unique rectangle",
            Technique::HiddenRectangle => "hidden rectangle",
            Technique::AvoidableRectangle(_) => "avoidable rectangle",
            Technique::UniqueLoop(_) => "unique loop",
            Technique::Bug(_) => "BUG",
            Technique::AlignedPair => "aligned pair exclusion",
            Technique::AlignedTriplet => "aligned triplet exclusion",
            Technique::FinnedXWing => "finned x-wing",
            Technique::SashimiXWing => "sashimi x-wing",
            Technique::FinnedSwordfish => "finned swordfish",
            Technique::SashimiSwordfish => "sashimi swordfish",
            Technique::FinnedJellyfish => "finned jellyfish",
            Technique::SashimiJellyfish => "sashimi jellyfish",
            Technique::SiameseSwordfish => "siamese swordfish",
            Technique::SiameseJellyfish => "siamese jellyfish",
            Technique::SiameseFrankenFish => "siamese Franken fish",
            Technique::FrankenFish => "Franken fish",
            Technique::MutantFish => "mutant fish",
            Technique::Skyscraper => "skyscraper",
            Technique::Kite => "two-string kite",
            Technique::DualKite => "dual two-string kite",
            Technique::TurbotFish => "turbot fish",
            Technique::EmptyRectangle => "empty rectangle",
            Technique::DualEmptyRectangle => "dual empty rectangle",
            Technique::WWing => "w-wing",
            Technique::RemotePair => "remote pair",
            Technique::BivalueChain => "xy-chain",
            Technique::Aic => "AIC",
            Technique::AicLoop => "AIC loop",
            Technique::GroupedXChain => "grouped x-chain",
            Technique::GroupedAic => "grouped AIC",
            Technique::AlsAic => "ALS AIC",
            Technique::SimpleColouring => "simple colouring",
            Technique::MultiColouring => "multi-colouring",
            Technique::AlsXz => "ALS-XZ",
            Technique::AlsXyWing => "ALS-XY-wing",
            Technique::AlsChain => "ALS chain",
            Technique::DeathBlossom => "death blossom",
            Technique::SueDeCoq => "sue de coq",
            Technique::Template => "template",
            Technique::Net => "net",
            Technique::ForcingNet => "forcing net",
            Technique::NestedNet => "nested net",
            Technique::DeepNet => "doubly nested net",
            Technique::XCycle => "x-cycle",
            Technique::YCycle => "y-cycle",
            Technique::XyCycle => "xy-cycle",
            Technique::XChain => "x-chain",
            Technique::XyChain => "forcing chain",
            Technique::Nishio => "nishio",
            Technique::CellForcing => "cell forcing chains",
            Technique::RegionForcing => "region forcing chains",
            Technique::DynamicContradiction(_) => "dynamic contradiction",
            Technique::DynamicDouble(_) => "dynamic double chains",
            Technique::DynamicCell(_) => "dynamic cell chains",
            Technique::DynamicRegion(_) => "dynamic region chains",
        }
    }

    /// Its type, for techniques with types; what is nested in it, for dynamic chains.
    const fn variety(self) -> u8 {
        match self {
            Technique::UniqueRectangle(variety)
            | Technique::AvoidableRectangle(variety)
            | Technique::UniqueLoop(variety)
            | Technique::Bug(variety)
            | Technique::DynamicContradiction(variety)
            | Technique::DynamicDouble(variety)
            | Technique::DynamicCell(variety)
            | Technique::DynamicRegion(variety) => variety,
            _ => 0,
        }
    }
}

impl fmt::Display for Technique {
    /// As `x-wing`, `unique rectangle 4`, or `dynamic double chains with forcing chains`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variety = self.variety();
        f.write_str(self.name())?;
        match self {
            Technique::UniqueRectangle(_)
            | Technique::AvoidableRectangle(_)
            | Technique::UniqueLoop(_)
            | Technique::Bug(_) => write!(f, " {variety}"),
            _ => f.write_str(match variety {
                0 => "",
                1 => " with locked candidates and pairs",
                2 => " with chains",
                3 => " with forcing chains",
                4 => " with dynamic chains",
                _ => " with nested chains",
            }),
        }
    }
}
