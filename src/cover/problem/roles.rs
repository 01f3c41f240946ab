//! The roles of a problem's items, and how many items have which.
//!
//! ```text
//!      a 2:3|b | x      Primary(1:1), Primary(2:3), Secondary: two are primary, one is multiple
//! ```
//!
//! Engines and the choice between them ask for these numbers, often for small problems. So they are
//! counted as the items come.
//!
//! Invariant: the numbers are those of the items there.

use super::{Bounds, ItemId};

/// How often an item may stand in a cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Primary(Bounds),
    /// At most once, or any number of times with one colour.
    Secondary,
}

impl Role {
    fn is_primary(self) -> bool {
        self != Role::Secondary
    }

    /// Whether it is primary, with bounds other than [`Bounds::ONCE`].
    fn is_multiple(self) -> bool {
        self.is_primary() && self != Role::Primary(Bounds::ONCE)
    }
}

/// The role of each item.
#[derive(Clone, Debug, Default)]
pub(super) struct Roles {
    all: Vec<Role>,
    primary: usize,
    multiple: usize,
}

impl Roles {
    /// The number of items.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The role of an item of this problem.
    #[inline]
    pub(super) fn of(&self, item: ItemId) -> Option<Role> {
        self.all.get(item.index()).copied()
    }

    /// The number of primary items.
    pub(super) fn primary(&self) -> usize {
        self.primary
    }

    /// Whether a primary item has bounds other than [`Bounds::ONCE`].
    pub(super) fn are_multiple(&self) -> bool {
        self.multiple > 0
    }

    /// The first item that has.
    pub(super) fn first_multiple(&self) -> Option<ItemId> {
        let mut all = self.all.iter();
        let first = self.are_multiple().then(|| all.position(|role| role.is_multiple()))?;
        first.map(|item| ItemId(item as u32))
    }

    /// Makes room for this number of items more.
    pub(super) fn reserve(&mut self, more: usize) {
        self.all.reserve(more);
    }

    /// Adds an item.
    pub(super) fn push(&mut self, role: Role) {
        self.primary += usize::from(role.is_primary());
        self.multiple += usize::from(role.is_multiple());
        self.all.push(role);
    }

    /// Gives an item that is there other bounds, if it is primary.
    pub(super) fn set_bounds(&mut self, item: ItemId, bounds: Bounds) {
        let Some(role) = self.all.get_mut(item.index()).filter(|role| role.is_primary()) else {
            return;
        };
        self.multiple -= usize::from(role.is_multiple());
        *role = Role::Primary(bounds);
        self.multiple += usize::from(role.is_multiple());
    }
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(all: I) -> Roles {
        let mut roles = Roles::default();
        all.into_iter().for_each(|role| roles.push(role));
        roles
    }
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_items() {
        let primary = |bounds: RangeInclusive<u32>| Role::Primary(bounds.into());
        let all = [primary(1..=1), Role::Secondary, primary(2..=3)];
        let mut roles: Roles = all.into_iter().collect();
        let numbers = |roles: &Roles| (roles.len(), roles.primary(), roles.first_multiple());
        assert_eq!(numbers(&roles), (3, 2, Some(ItemId(2))));
        roles.set_bounds(ItemId(2), Bounds::ONCE);
        roles.set_bounds(ItemId(1), (2..=2).into());
        assert_eq!(numbers(&roles), (3, 2, None));
        roles.set_bounds(ItemId(0), Bounds::AT_MOST_ONCE);
        assert_eq!((numbers(&roles), roles.are_multiple()), ((3, 2, Some(ItemId(0))), true));
    }
}
