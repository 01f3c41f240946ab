//! Pictures and pages: paths, search trees, packings, histograms and contests, as SVG and HTML.
//!
//! ```text
//!      logic::Path         step, rest    a grid with its pencil marks, and the net over it   SVG
//!                          path          a page to step through                              HTML
//!      a cover             packing       the pieces where they lie                           SVG
//!      compare::tree       trees         two search trees side by side                       SVG
//!      ContestReport       report        tables and plots                                    HTML
//!      counts              histograms    how often each value occurs                         SVG
//!      counts of pairs     cross_tables  how often two values occur together                 SVG
//!      puzzles             booklet       pages to print, with the solutions at the end      HTML
//!      any of the SVG      png           the same as pixels                                  PNG
//! ```
//!
//! ```
//! use tourdion::draw;
//! use tourdion::logic::{NetFinder, Path, Pencil, Strategy};
//! use tourdion::sudoku::{Alphabet, Grid};
//!
//! let puzzle: Grid = "1....2..3......4".parse()?;
//! let finder = NetFinder::new(puzzle.shape());
//! let path = Path::find(&Pencil::of(&puzzle), &Strategy::default(), &finder);
//! let alphabet = Alphabet::usual(puzzle.shape());
//! let picture = draw::step(&path, 1, &alphabet).ok_or("there is no step")?;
//! assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"));
//! assert!(picture.contains("Step 1. 12 singles"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `trees` needs the feature `compare`, `png` the feature `pictures`, and `report` needs both. The
//! others ask for no thread, clock or file.
//!
//! Invariant: a drawing depends only on the arguments, byte for byte; a PNG also on the machine's
//! fonts. A picture or a page is self-contained: it refers to no other file and no address. No
//! picture has a script; of the pages only that of [`path()`] has one, its own. Texts from outside
//! bring no tags, and no characters that steer (see [`excerpt`](crate::excerpt)). People with any
//! kind of sight can distinguish the colours, and shapes carry the same information.
//!
//! Deliberately lacking: files, and choices by a file's name; fonts, which the viewer provides;
//! moving pictures.

mod booklet;
mod cross_table;
mod frame;
mod histogram;
mod html;
mod packing;
mod palette;
mod path;
#[cfg(feature = "pictures")]
mod png;
#[cfg(all(feature = "compare", feature = "pictures"))]
mod report;
mod step;
#[cfg(feature = "compare")]
mod trees;

pub use booklet::{BookletPuzzle, booklet, booklet_sheets};
pub use cross_table::{CrossTable, cross_tables};
pub use histogram::{Histogram, histograms};
pub use packing::{NotAPacking, check_packing, packing};
pub use path::path;
#[cfg(feature = "pictures")]
pub use png::{PngError, png};
#[cfg(all(feature = "compare", feature = "pictures"))]
pub use report::{PlotError, report};
pub use step::{rest, step};
#[cfg(feature = "compare")]
pub use trees::{TimedTree, TreesSubject, trees};
