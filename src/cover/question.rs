//! Questions about a problem beyond listing its covers.
//!
//! ```text
//!      memo          how many covers are there? a random cover, each equally likely
//!      critical      which options are in exactly one cover?
//!      cheapest      which covers cost least?
//!      estimate      roughly how large is the search?
//!      trace         how does Algorithm X search, node by node?
//! ```

pub mod cheapest;
pub mod critical;
pub mod estimate;
pub mod memo;
pub mod trace;
