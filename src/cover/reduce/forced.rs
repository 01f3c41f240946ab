//! Primary items with one option: it is in every cover.
//!
//! The option is chosen, and all options that clash with it go. That may leave other items with one
//! option, which are found in turn. An option that agrees with the chosen one on a colour stays,
//! but loses that item: no option left can clash with it there.

use super::rest::Rest;
use super::steps::{Finding, Pass, ReductionStep};

/// Chooses the option of each primary item with a single one.
pub fn forced<'r>(rest: &'r mut Rest<'_>) -> &'r ReductionStep {
    rest.step(Pass::Forced, |rest, findings| {
        while rest.bare().is_none()
            && let Some(item) = rest.news.next(Pass::Forced)
        {
            if !rest.has_item(item) || rest.length(item) != 1 {
                continue;
            }
            let only = rest.list(item).next();
            if let Some(only) = only {
                findings.push(Finding::Forced { option: only.option, item });
                rest.choose(only.option, findings);
            }
        }
    })
}
