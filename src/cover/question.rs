//! Questions about a problem beyond listing its covers.
//!
//! ```text
//!      memo          how many covers are there, and some of them by chance?
//!      critical      which options does every cover need, and with how many covers do others go?
//!      cheapest      which covers cost least?
//!      estimate      how large is the search, about?
//! ```

pub mod cheapest;
pub mod critical;
pub mod estimate;
pub mod memo;
