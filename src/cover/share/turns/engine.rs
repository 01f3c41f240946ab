//! Turns as one engine: a move is made in all searches that have been made.
//!
//! ```text
//!      hold 3      plain  hold 3     weights  hold 3     learn  hold 3     its component  hold 3
//! ```
//!
//! Lists and the shortest item are those of the plain search.
//!
//! Invariant: all engines have the same moves, and a component those of its options.

use std::ops::ControlFlow;

use super::Turns;
use crate::cover::engine::sealed::SealedEngine;
use crate::cover::{Clash, Cover, Engine, EngineWatch, ItemId, Move, OptionId, Statistics};

impl SealedEngine for Turns {}

impl Engine for Turns {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        self.plain.engine_mut().hold(option)?;
        if let Some(several) = self.components.several_mut() {
            several.make(Move::Held(option));
        }
        self.weighing.made_mut().map_or(Ok(()), |cells| cells.hold(option))?;
        self.learner.made_mut().map_or(Ok(()), |learn| learn.hold(option))
    }

    fn ban(&mut self, option: OptionId) {
        self.plain.engine_mut().ban(option);
        if let Some(cells) = self.weighing.made_mut() {
            cells.ban(option);
        }
        if let Some(learn) = self.learner.made_mut() {
            learn.ban(option);
        }
        if let Some(several) = self.components.several_mut() {
            several.make(Move::Banned(option));
        }
    }

    fn release(&mut self) -> Option<Move> {
        if let Some(learn) = self.learner.made_mut() {
            learn.release();
        }
        if let Some(cells) = self.weighing.made_mut() {
            cells.release();
        }
        let released = self.plain.engine_mut().release()?;
        if let Some(several) = self.components.several_mut() {
            several.release(released);
        }
        Some(released)
    }

    fn moves(&self) -> &[Move] {
        self.plain.engine().moves()
    }

    fn shortest(&self) -> Option<(ItemId, usize)> {
        self.plain.engine().shortest()
    }

    fn list(&self, item: ItemId, options: &mut Vec<OptionId>) {
        self.plain.engine().list(item, options);
    }

    fn optional(&self, options: &mut Vec<OptionId>) {
        self.plain.engine().optional(options);
    }

    fn search(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        self.search_in_turns(visitor, watch)
    }

    fn statistics(&self) -> Statistics {
        let plain = self.plain.engine().statistics().plus(self.early);
        let others = self.weighing.statistics().plus(self.learner.statistics());
        let work = plain.plus(others).plus(self.components.statistics());
        Statistics { covers: self.covers, ..work }
    }

    fn sanity(&self) -> Result<(), String> {
        self.plain.engine().sanity()?;
        if let Some(several) = self.components.several() {
            several.sanity(self.plain.engine().moves())?;
        }
        let weighing = self.weighing.made().map(|cells| cells as &dyn Engine);
        let learn = self.learner.made().map(|learn| learn as &dyn Engine);
        for other in weighing.into_iter().chain(learn) {
            other.sanity()?;
            if other.moves() != self.plain.engine().moves() {
                return Err("two of the engines have different moves".to_owned());
            }
        }
        Ok(())
    }
}
