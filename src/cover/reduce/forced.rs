//! Primary items with one option, or with no more than they need: these are in every cover.
//!
//! The option is chosen, and all options that clash with it go. That may leave other items with one
//! option, which are found in turn. An option that agrees with the chosen one on a colour stays,
//! but loses that item: no option left can clash with it there.

use super::rest::Rest;
use super::steps::{Finding, Pass, ReductionStep};

/// Chooses the options of each primary item that needs all of them.
pub fn forced<'r>(rest: &'r mut Rest<'_>) -> &'r ReductionStep {
    rest.step(Pass::Forced, |rest, findings| {
        while rest.bare().is_none()
            && let Some(item) = rest.news.next(Pass::Forced)
        {
            while rest.bare().is_none()
                && rest.has_item(item)
                && rest.need(item) > 0
                && rest.length(item) == rest.need(item)
            {
                let Some(first) = rest.list(item).next() else { break };
                findings.push(Finding::Forced { option: first.option, item });
                rest.choose(first.option, findings);
            }
        }
    })
}
