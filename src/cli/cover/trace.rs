//! The search tree of Algorithm X, a node on a line.
//!
//! ```text
//!      --emit options    a: 2 options                 --emit numbers    a: 2 options
//!                        ├─ a d g → b: 1 option                         ├─ 2 → b: 1 option
//!                        │  └─ b c f → e: no option                     │  └─ 3 → e: no option
//!                        └─ a d f → b: 1 option                         └─ 4 → b: 1 option
//! ```
//!
//! Invariant: nodes are printed in the order in which they are met, each below its parent.
//!
//! Deliberately lacking: pictures. `tourdion compare --tree` draws trees of Sudokus.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow::Continue;

use anyhow::Context;
use serde::Serialize;
use tourdion::cover::Problem;
use tourdion::cover::question::trace::{NodeKind, TraceNode, trace};
use tourdion::numerals::{counted, grouped};

use super::ask::{Asker, Outcome, ending_of};
use super::printer::{Emit, entries_of, number_of};
use super::watch::{End, covers_in_words};
use crate::cli::output::output;
use crate::cli::{CANNOT_WRITE, Ending};

/// A node as a line of JSON. Nodes are numbered from 1, in their order.
#[derive(Serialize)]
struct Line {
    node: u64,
    parent: Option<u64>,
    depth: usize,
    number: Option<usize>,
    option: Option<Vec<String>>,
    kind: &'static str,
    item: Option<String>,
    children: usize,
}

/// A node on the way to the one that is printed.
struct Step {
    /// Its number.
    node: u64,
    /// The number of its children that are not printed yet.
    left: usize,
}

/// Prints nodes.
struct TreePrinter<'p, W: Write> {
    problem: &'p Problem,
    emit: Emit,
    output: W,
    way: Vec<Step>,
    nodes: u64,
    covers: u64,
}

impl Asker<'_> {
    /// Prints the first nodes of the search tree, up to `limit`.
    pub(super) fn trace(&self, limit: u64, why: Option<String>) -> anyhow::Result<Outcome> {
        let mut engine = self.chosen.build(self.problem)?;
        let mut tree = TreePrinter {
            problem: self.problem,
            emit: self.emit,
            output: BufWriter::new(output()),
            way: Vec::new(),
            nodes: 0,
            covers: 0,
        };
        let mut guard = self.guard();
        let mut written = Ok(());
        if why.is_none() {
            self.placed.put(engine.as_mut(), None)?;
            // The guard knows about a break.
            let _ = trace(engine.as_mut(), &mut |node| {
                if tree.nodes == limit {
                    return guard.break_off(End::Enough);
                }
                guard.look(tree.nodes + 1, &|| "of a search tree".to_owned()).map_continue(drop)?;
                written = tree.print(node);
                if written.is_ok() { Continue(()) } else { guard.break_off(End::Failed) }
            });
        }
        written.and_then(|()| tree.output.flush()).context(CANNOT_WRITE)?;
        let TreePrinter { nodes, covers, .. } = tree;
        let end = guard.end();
        let in_words = format!("{}, {}", counted(nodes, "node"), covers_in_words(covers));
        match end {
            End::Enough => self.say(&format!(
                "the first {in_words}; more follow, and --estimate 1000 says roughly how many"
            )),
            End::Complete if why.is_none() => self.say(&format!("the whole tree: {in_words}")),
            End::Complete => self.say_none(why),
            _ => self.say_stopped(end, nodes, &format!("{} so far", covers_in_words(covers))),
        }
        let ending = if end == End::Enough { Ending::Well } else { ending_of(end, covers > 0) };
        Ok(Outcome { first: None, altogether: in_words, ending })
    }
}

impl<W: Write> TreePrinter<'_, W> {
    fn print(&mut self, node: TraceNode) -> io::Result<()> {
        self.nodes += 1;
        self.covers += u64::from(matches!(node.kind, NodeKind::Cover(_)));
        self.way.truncate(node.depth);
        let parent = self.way.last_mut().map(|parent| {
            parent.left -= 1;
            parent.node
        });
        match self.emit {
            Emit::Jsonl => {
                let line = self.line(node, parent);
                writeln!(self.output, "{}", serde_json::to_string(&line)?)?;
            }
            _ => self.print_text(node)?,
        }
        self.way.push(Step { node: self.nodes, left: node.kind.children() });
        Ok(())
    }

    fn print_text(&mut self, node: TraceNode) -> io::Result<()> {
        if let Some((parent, above)) = self.way.split_last() {
            for step in above {
                self.output.write_all(if step.left == 0 { "   " } else { "│  " }.as_bytes())?;
            }
            self.output.write_all(if parent.left == 0 { "└─ " } else { "├─ " }.as_bytes())?;
        }
        if let Some(option) = node.option {
            match self.emit {
                Emit::Numbers => write!(self.output, "{} → ", number_of(option))?,
                _ => write!(self.output, "{} → ", self.problem.spelled(option))?,
            }
        }
        match node.kind {
            NodeKind::Branch(item, count) => {
                let item = self.problem.spelled_item(item);
                writeln!(self.output, "{item}: {}", counted(count, "option"))
            }
            NodeKind::DeadEnd(item) => {
                writeln!(self.output, "{}: no option", self.problem.spelled_item(item))
            }
            NodeKind::Cover(0) => writeln!(self.output, "cover {}", grouped(self.covers)),
            NodeKind::Cover(count) => {
                let options = counted(count, "option");
                writeln!(self.output, "cover {}; {options} may join it", grouped(self.covers))
            }
        }
    }

    fn line(&self, node: TraceNode, parent: Option<u64>) -> Line {
        let (kind, item) = match node.kind {
            NodeKind::Branch(item, _) => ("branch", Some(item)),
            NodeKind::DeadEnd(item) => ("dead end", Some(item)),
            NodeKind::Cover(_) => ("cover", None),
        };
        Line {
            node: self.nodes,
            parent,
            depth: node.depth,
            number: node.option.map(number_of),
            option: node.option.map(|option| entries_of(self.problem, option)),
            kind,
            item: item.map(|item| self.problem.spelled_item(item).to_string()),
            children: node.kind.children(),
        }
    }
}
