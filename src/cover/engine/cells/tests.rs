use super::blocks::COVERED;
use super::*;
use crate::cover::EngineProgress;
use crate::cover::Links;
use crate::cover::classics::{self, Graph};
use crate::watch::Watch;

fn option(number: usize) -> OptionId {
    OptionId::at(number)
}

/// The sizes, and the sets without their order: a search must leave them unchanged.
fn state(engine: &Cells) -> String {
    let Sets { start, size, set, left, bits_left, .. } = &engine.sets;
    let sets: Vec<Vec<u32>> = (0..size.len())
        .map(|item| {
            let (from, to) = (start[item] as usize, start[item + 1] as usize);
            let live = from + (size[item] & !COVERED) as usize;
            let mut parts = set[from..to].to_vec();
            parts[..live - from].sort_unstable();
            parts[live - from..].sort_unstable();
            parts
        })
        .collect();
    let demands =
        engine.multiple.as_ref().map(|m| (&m.demands.need, &m.demands.room, &m.demands.slack));
    format!("{sets:?} {size:?} {left} {bits_left} {:?} {demands:?}", engine.moves)
}

/// The covers, each sorted, in the order in which they were shown.
fn covers(engine: &mut dyn Engine) -> Vec<Vec<OptionId>> {
    let mut covers = engine.first(usize::MAX);
    for cover in &mut covers {
        cover.sort_unstable();
    }
    covers
}

#[test]
fn the_drawing_of_the_essay_is_right() {
    let mut engine = Cells::new(&classics::toy().unwrap()).unwrap();
    let options = |engine: &Cells, item: usize, from: usize, to: usize| -> Vec<u32> {
        let start = engine.sets.start[item] as usize;
        engine.sets.set[start + from..start + to]
            .iter()
            .map(|&node| engine.key.option(node))
            .collect()
    };
    let drawn: [&[u32]; 7] = [&[1, 3], &[2, 4], &[0, 2], &[1, 3, 5], &[0, 5], &[2, 3], &[1, 4, 5]];
    for (item, drawn) in drawn.into_iter().enumerate() {
        assert_eq!(options(&engine, item, 0, drawn.len()), drawn);
        assert_eq!(engine.sets.size[item] as usize, drawn.len());
    }
    engine.hold(option(3)).unwrap();
    for (item, drawn) in [(0, [3, 1]), (1, [4, 2]), (2, [0, 2]), (4, [0, 5]), (5, [3, 2])] {
        assert_eq!(options(&engine, item, 0, 2), drawn);
    }
    assert_eq!(
        (options(&engine, 3, 0, 3), options(&engine, 6, 0, 3)),
        (vec![3, 1, 5], vec![4, 5, 1])
    );
    let sizes = engine.sets.size.iter().map(|&size| if size < COVERED { size } else { 9 });
    assert_eq!(sizes.collect::<Vec<_>>(), [9, 1, 1, 9, 1, 9, 1]);
}

#[test]
fn all_moves_undone_give_the_first_state_back() {
    for text in [
        "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
        "1:2|p 0:2|q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
    ] {
        let mut engine = Cells::new(&text.parse().unwrap()).unwrap();
        let before = state(&engine);
        let count = engine.count(u64::MAX);
        engine.ban(option(1));
        engine.hold(option(3)).unwrap();
        assert!(matches!(engine.hold(option(2)), Err(Clash::Item(_)))); // x is blue and not red
        engine.ban(option(2)); // clashes already
        engine.ban(option(1)); // banned already
        engine.ban(option(77)); // not there
        engine.sanity().unwrap();
        assert_eq!(engine.moves().len(), 5);
        assert!(engine.count(u64::MAX) < count);
        while engine.release().is_some() {
            engine.sanity().unwrap();
        }
        assert_eq!(state(&engine), before);
        assert_eq!(engine.count(u64::MAX), count);
    }
}

#[test]
fn covers_come_in_an_order_that_no_search_changes() {
    let cube = classics::graceful(&Graph::cube(2)).unwrap();
    for problem in [classics::langford(7).unwrap(), classics::queens(7).unwrap(), cube] {
        for bits in [0, 30, 256] {
            let mut engine = Cells::new(&problem).unwrap().handing_over(bits);
            let before = state(&engine);
            let first = covers(&mut engine);
            assert!(first.len() > 10);
            for limit in [1, 3, 8] {
                assert_eq!(engine.count(limit), limit);
                assert_eq!(state(&engine), before);
            }
            engine.hold(option(5)).unwrap();
            engine.count(u64::MAX);
            engine.release();
            assert_eq!(covers(&mut engine), first, "{bits} bits");
        }
    }
}

#[test]
fn statistics_add_up_on_both_sides_of_the_hand_over() {
    /// Counts pulses, and breaks off after a given number.
    struct Impatient {
        pulses: u64,
        limit: u64,
    }
    impl Watch<EngineProgress<'_>> for Impatient {
        fn patience(&self) -> u64 {
            1
        }
        fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
            self.pulses += 1;
            // The root is a node, but no choice.
            assert_eq!(so_far.statistics.nodes, self.pulses + 1);
            assert!(so_far.partial.chosen().next_back().is_some());
            if self.pulses < self.limit {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        }
    }
    let problem = classics::queens(6).unwrap();
    for bits in [0, 12, 24, 256] {
        for limit in [1, 2, 17, u64::MAX] {
            let mut engine = Cells::new(&problem).unwrap().handing_over(bits);
            let mut watch = Impatient { pulses: 0, limit };
            assert_eq!(
                engine.search(&mut |_| ControlFlow::Continue(()), &mut watch).is_break(),
                limit < u64::MAX
            );
            assert_eq!(engine.statistics().nodes, watch.pulses + 1);
            engine.sanity().unwrap();
            assert_eq!(engine.count(9), 4);
        }
    }
}

#[test]
fn what_is_handed_over_has_the_covers_of_links() {
    let prism = Graph::complete(3).product(&Graph::path(2));
    for problem in [classics::queens(8), classics::latin(4), classics::graceful(&prism)] {
        let problem = problem.unwrap();
        let mut expected = covers(&mut Links::new(&problem).unwrap());
        expected.sort_unstable();
        for bits in (0..256).step_by(17) {
            let engine = || Cells::new(&problem).unwrap().handing_over(bits);
            for mut engine in [engine(), engine().portable()] {
                let mut found = covers(&mut engine);
                found.sort_unstable();
                assert_eq!(found, expected, "{bits} bits");
            }
        }
    }
}

#[test]
fn a_large_board_is_tiled_without_a_look_at_all_of_it() {
    // 40,000 items in 79,600 options. A search has as many nodes as dominoes, and its levels are
    // not nested calls.
    let problem = classics::dominoes(200, 200).unwrap();
    let mut engine = Cells::new(&problem).unwrap();
    let covers = engine.first(3);
    assert_eq!(covers.len(), 3);
    assert!(covers.iter().all(|cover| problem.is_cover(cover)));
    engine.sanity().unwrap();
}

#[test]
fn options_beyond_those_needed_are_in_or_out() {
    // Any two or more of five; any number of three.
    let mut engine = Cells::new(&"2:5|c\nc\nc\nc\nc\nc\n".parse().unwrap()).unwrap();
    assert_eq!(engine.count(u64::MAX), 32 - 6);
    let mut engine = Cells::new(&"0:3|c\nc\nc\nc\n".parse().unwrap()).unwrap();
    assert_eq!(engine.count(u64::MAX), 8);
    assert_eq!(engine.statistics().nodes, 8);
    assert_eq!(engine.shortest(), None);
    engine.hold(option(1)).unwrap();
    assert_eq!(engine.count(u64::MAX), 4);
    let mut left = Vec::new();
    engine.list(ItemId(0), &mut left);
    assert_eq!(left, [option(0), option(2)]);
}

#[test]
fn secondary_items_that_can_no_longer_clash_are_not_in_the_way() {
    // Eight queens, and five hundred items of one option each, which can't make two options clash.
    let queens = classics::queens(8).unwrap();
    let mut text = queens.to_string();
    let first_line = text.find('\n').unwrap();
    let more: Vec<String> = (0..500).map(|k| format!("more{k}")).collect();
    text.insert_str(first_line, &format!(" {}", more.join(" ")));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (k, name) in more.iter().enumerate() {
        let options = lines.len() - 1;
        lines[1 + k % options].extend([" ", name]);
    }
    let problem: Problem = (lines.join("\n") + "\n").parse().unwrap();
    let mut engine = Cells::new(&problem).unwrap();
    let mut alone = Cells::new(&queens).unwrap();
    assert_eq!((engine.count(u64::MAX), alone.count(u64::MAX)), (92, 92));
    assert!(engine.sets.bits_left > 500);
    assert_eq!(engine.statistics(), alone.statistics());
}
