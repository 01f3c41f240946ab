//! What a search in parts throws away when it cuts one, in nodes.

use tourdion::cover::{Engine, Live, Parallel, classics, covers};
use tourdion::watch::Patient;

use crate::LONG;
use crate::parts::{FREE, engines, large, threads};

#[test]
fn what_is_thrown_away_is_a_fraction() {
    let threads = threads(2);
    for (name, problem) in large() {
        for (engine_name, build) in engines(&problem) {
            let mut engine = build();
            engine.count(u64::MAX);
            let plain = engine.statistics().nodes;
            let crew = Parallel::new(&build, &threads);
            crew.count(u64::MAX, FREE, &mut Patient);
            let nodes = crew.statistics().nodes;
            // The first attempt, and of the others a part; of a comb each attempt before the last
            // is in vain.
            let waste = if name == "a comb" { plain * 4 / 3 } else { plain / 3 };
            assert!(
                nodes <= plain + waste + 40_000,
                "{name}, {engine_name}: {nodes}, and not {plain}"
            );
        }
    }
}

/// Most of the first pieces of 13 pairs take a little more than their own limit.
#[test]
fn parts_go_on_while_all_threads_have_work() {
    let problem = classics::langford(if LONG { 13 } else { 10 }).unwrap();
    let build = || Box::new(Live::new(&problem).unwrap()) as Box<dyn Engine>;
    let mut engine = build();
    engine.count(u64::MAX);
    let plain = engine.statistics().nodes;
    let threads = threads(2);
    let crew = Parallel::new(&build, &threads);
    crew.count(u64::MAX, FREE, &mut Patient);
    let mut engine = build();
    assert_eq!(covers(engine.as_mut()).count(), 0);
    for nodes in [crew.statistics().nodes, engine.statistics().nodes] {
        assert!(nodes <= plain + plain / 10 + 40_000, "{nodes}, and not {plain}");
    }
}
