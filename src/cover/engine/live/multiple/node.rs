//! A node of a search with multiplicities: a plain one, and what it demands.

use super::demands::Demands;
use crate::cover::engine::live::lists::Lists;
use crate::cover::engine::live::mask::Mask;
use crate::cover::engine::live::node::{Node, Pairs, kept};

/// A node whose options are listed and counted. Its open items are those that need options.
#[derive(Clone, Copy)]
pub(super) struct MultipleNode<const W: usize> {
    pub(super) node: Node<W>,
    pub(super) demands: Demands<W>,
}

impl<const W: usize> MultipleNode<W> {
    /// The bits that still matter: as in a plain search, but of the roomy items that need nothing
    /// only those that may fill.
    pub(super) fn kept(&self, lists: &Lists<W>, roomy: &Mask<W>, pairs: &Pairs<W>) -> Mask<W> {
        let (plain, may_fill) =
            (kept(&self.node, lists, pairs), self.demands.may_fill(&self.node.counts));
        std::array::from_fn(|w| plain[w] & (!roomy[w] | self.node.open[w] | may_fill[w]))
    }
}
