//! Pictures and pages: paths, search trees, packings and contests, as SVG and HTML.
//!
//! ```text
//!      logic::Path         step, rest    a grid with its pencil marks, and the net over it   SVG
//!                          path          a page to step through                              HTML
//!      a cover             packing       the pieces where they lie                           SVG
//!      compare::tree       trees         two search trees side by side                       SVG
//!      ContestReport       report        tables and plots                                    HTML
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
//! Invariant: what is drawn depends on the arguments alone, byte for byte; of a PNG it depends on
//! the machine's fonts too. A picture or a page is whole: it refers to no other file and to no
//! address. No picture has a script, and no page but that of [`path()`], which has one of its own.
//! Texts from outside have no tags there, and no signs that steer (see
//! [`excerpt`](crate::excerpt)). Colours are those that people with any kind of sight can tell
//! apart, and shapes say the same.
//!
//! Deliberately lacking: files, and what is chosen by a file's name; fonts, which are those of the
//! viewer; a picture that moves.

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

pub use packing::packing;
pub use path::path;
#[cfg(feature = "pictures")]
pub use png::{PngError, png};
#[cfg(all(feature = "compare", feature = "pictures"))]
pub use report::{PlotError, report};
pub use step::{rest, step};
#[cfg(feature = "compare")]
pub use trees::{TimedTree, TreesSubject, trees};
