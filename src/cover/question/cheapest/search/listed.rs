//! A node whose covers an engine lists ([`listing`](super::super::listing)).

use std::ops::ControlFlow;

use super::super::best::Best;
use super::super::listing::{self, Budget, Listing};
use super::Search;
use crate::cover::engine::plain::Plain;
use crate::cover::engine::prices::Prices;
use crate::cover::{Cover, Statistics};
use crate::watch::Watch;

impl Search {
    /// Lets an engine list what is left at the deepest node, if that may take less than a search.
    /// Returns whether all is listed.
    pub(super) fn list(
        &mut self,
        bound: i128,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<(), bool> {
        let (depth, options) = (self.levels.len(), self.rest.options().len());
        let limit = self.limit();
        if self.work < self.alone || options == 0 {
            return ControlFlow::Continue(false);
        }
        let Some(budget) = self.trials.budget(depth, options) else {
            return ControlFlow::Continue(false);
        };
        let Search { state, rest, best, work, trials, statistics, grain, .. } = self;
        let Ok(listing) = Listing::new(state, rest.options()) else {
            return ControlFlow::Continue(false);
        };
        let Ok(mut plain) = Plain::new(&listing.problem) else {
            return ControlFlow::Continue(false);
        };
        let room = |limit| grain.room(limit, bound);
        let prices = rest.reduced().iter().map(|&reduced| reduced.max(0).unsigned_abs());
        let prices = Prices::new(prices.collect(), room(limit));
        let mut visitor = |cover: Cover<'_>| {
            let now = |best: &Best| best.limit().map_or(limit, |known| known.min(limit));
            if let Some(cover) = listing.priced(state, cover, now(best)) {
                best.offer(cover);
                prices.allow(room(now(best)));
            }
            ControlFlow::Continue(())
        };
        let mut budget = Budget::new(watch, *statistics, budget);
        let flow = match &mut plain {
            Plain::Live(live) => live.search_within(Some(&prices), &mut visitor, &mut budget),
            other => other.engine_mut().search(&mut visitor, &mut budget),
        };
        let is_done = flow.is_continue();
        let flow = budget.flow;
        let done = plain.engine().statistics();
        *statistics = statistics.plus(done);
        *work += listing::work_of(done) + listing::work_to_make(options);
        flow?;
        trials.listed(depth, is_done);
        ControlFlow::Continue(is_done)
    }
}
