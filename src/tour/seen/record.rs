//! What a set may have: records of some bytes, in an order.

/// A record of a set. Equal records have equal bytes, and the first bytes of a record determine its
/// length.
pub trait SetRecord: Copy + Ord + Send + Sync + 'static {
    /// What a file of such records begins with: their kind, and the version.
    const HEADER: &'static [u8; 16];

    /// Bytes of the longest record.
    const LONGEST: usize;

    /// Whether a record may come more than once. Then a store remembers those that it has seen.
    const IS_REPEATED: bool;

    /// The record at the start of `bytes`; `None` if they are too short, or no record.
    fn read(bytes: &[u8]) -> Option<Self>;

    /// The bytes.
    fn bytes(&self) -> &[u8];

    /// A hash of 128 bits.
    fn hash(&self) -> u128;
}
