//! The beginning of a plain search, which says whether to restart in another order.
//!
//! ```text
//!      first pulse          a d g   b f   ...
//!      a moment later       a d f   ...          another first choice: the tree is not large
//!      or                   a d g   c e   ...    still the same: restart
//! ```
//!
//! Most first covers come in a moment, whatever the order of options is, and a small tree is
//! searched for its end. If neither is so, the first choice may be a bad one, and then a search has
//! to look at all that is below it. So it restarts, with options first that clash with few
//! others: a moment is lost.
//!
//! Invariant: a search restarts once at most. Deliberately lacking: searches that restart by
//! themselves, and orders for problems with multiplicities.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::cover::engine::plain::Plain;
use crate::cover::{Cover, OptionId};

/// The work of a moment: about a millisecond of a live list.
const MOMENT: u64 = 1 << 19;

/// What is known of a search that has begun.
#[derive(Debug)]
pub(super) enum Beginning {
    /// Its first choice, once there was a pulse.
    Early(Option<OptionId>),
    /// It has to restart.
    Stuck,
    /// It goes on.
    Over,
}

impl Beginning {
    /// Of a search by this engine.
    pub(super) fn of(plain: &Plain) -> Beginning {
        if plain.has_another_order() { Beginning::Early(None) } else { Beginning::Over }
    }

    /// Looks at the search in a pulse, after this work. Breaks off one that has to restart.
    pub(super) fn look(&mut self, work: u64, so_far: Cover<'_>) -> ControlFlow<()> {
        let Beginning::Early(first) = self else { return Continue(()) };
        let choice = so_far.chosen().next();
        if first.is_some() && choice.is_some() && *first != choice {
            *self = Beginning::Over;
            return Continue(());
        }
        *first = first.or(choice);
        if work >= MOMENT {
            *self = Beginning::Stuck;
            return Break(());
        }
        Continue(())
    }

    /// Whether the search has to restart, which it does once: from then on it goes on.
    pub(super) fn take_restart(&mut self) -> bool {
        let is_stuck = matches!(self, Beginning::Stuck);
        if is_stuck {
            *self = Beginning::Over;
        }
        is_stuck
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Live, Problem, classics};

    #[test]
    fn a_search_whose_first_choice_stays_begins_anew_once() {
        let live = |problem: &Problem| Plain::Live(Box::new(Live::new(problem).unwrap()));
        let mut plain = live(&classics::queens(8).unwrap());
        let look = |beginning: &mut Beginning, work, chosen: &[u32]| {
            beginning.look(work, Cover::new(&[], chosen)).is_break()
        };
        let mut stays = Beginning::of(&plain);
        let looks = [(1, &[][..]), (2, &[3, 4]), (3, &[]), (MOMENT - 1, &[3, 5])];
        assert!(looks.iter().all(|&(work, chosen)| !look(&mut stays, work, chosen)));
        assert!(!stays.take_restart() && look(&mut stays, MOMENT, &[3]));
        assert!(stays.take_restart() && !stays.take_restart() && !look(&mut stays, MOMENT, &[3]));

        let mut goes_on = Beginning::of(&plain);
        assert!(!look(&mut goes_on, 1, &[3]) && !look(&mut goes_on, MOMENT, &[4]));
        assert!(!look(&mut goes_on, MOMENT, &[3]) && !goes_on.take_restart());

        plain.change_order();
        let several = live(&"2:3|c\nc\nc\nc\n".parse().unwrap());
        for plain in [plain, several] {
            assert!(!look(&mut Beginning::of(&plain), MOMENT, &[3]));
        }
    }
}
