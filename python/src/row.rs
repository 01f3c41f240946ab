//! A row of a column as it came, whatever the column is.

/// The contents of a row.
pub enum Row<'r> {
    /// A null.
    Missing,
    /// Characters.
    Text(&'r [u8]),
    /// A number for each cell.
    Numbers(&'r [u8]),
    /// The same, with signs: what is below zero is above 127 here.
    Signed(&'r [u8]),
}
