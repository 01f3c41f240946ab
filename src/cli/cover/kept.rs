//! A search whose state is kept in a folder: `--state` and `--resume`.
//!
//! ```text
//!      --count --make queens:16 --state run  ──▶  run/   the problem, the question, what is done
//!      --resume run                          ◀──  run/
//! ```

use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use tourdion::cover::Problem;
use tourdion::excerpt::PathName;
use tourdion::kept::{KeptParameters, KeptSearch};

use super::Arguments;
use super::ask::Asker;
use super::engine::Wanted;
use super::printer::Emit;
use crate::cli::unfinished;

impl Arguments {
    /// Resumes a folder: replaces the arguments by the original ones.
    pub(super) fn recall(
        &mut self,
        folder: &Path,
    ) -> anyhow::Result<(Problem, Option<KeptSearch>)> {
        let (kept, problem, parameters) = KeptSearch::resume(folder)?;
        let KeptParameters { emit, engine, hold, ban } = parameters;
        let emit = emit.map(|emit| Emit::from_str(&emit, false)).transpose();
        let Ok(emit) = emit else { bail!("{}: there is no such form of covers", PathName(folder)) };
        (self.asks.all, self.asks.count) = (emit.is_some(), emit.is_none());
        (self.print.emit, self.hold, self.ban) = (emit, hold, ban);
        match Wanted::from_str(&engine, false) {
            Ok(engine) => self.search.engine = engine,
            Err(_) => bail!("{}: there is no engine `{engine}`", PathName(folder)),
        }
        Ok((problem, Some(kept)))
    }
}

/// Makes the folder of a new search, which counts or lists.
pub(super) fn create(
    folder: &Path,
    asker: &Asker<'_>,
    is_count: bool,
    hold: Vec<u64>,
    ban: Vec<u64>,
) -> anyhow::Result<KeptSearch> {
    // An engine that does not take the problem leaves no folder behind.
    asker.chosen.build(asker.problem)?;
    let emit = (!is_count).then(|| asker.emit.to_string());
    let parameters = KeptParameters { emit, engine: asker.chosen.kind.to_string(), hold, ban };
    let kept = KeptSearch::create(folder, asker.problem, &parameters);
    kept.map_err(|error| unfinished::not_begun(error, "cover"))
}
