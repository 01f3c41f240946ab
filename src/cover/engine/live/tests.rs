use super::*;
use crate::cover::EngineProgress;
use crate::cover::classics::{self, Graph, Region};
use crate::cover::{Links, OptionEntry};
use crate::watch::{Patient, Watch};

/// The engines for each set of instructions that this processor has.
fn engines(problem: &Problem) -> Vec<Live> {
    let here = Instructions::ALL.iter().copied().filter(|instructions| instructions.is_here());
    here.map(|instructions| Live::new(problem).unwrap().on(instructions)).collect()
}

/// The same problem with `more` additional primary items of one option each, before, between and
/// behind its own. A few of these options share a secondary item, in one of two colours, with the
/// option after them. Its covers are the same, each with all added options.
fn padded(problem: &Problem, more: usize) -> Problem {
    let mut wide = Problem::new();
    let mut items = Vec::new();
    for item in problem.items() {
        if item.index() < more / 2 {
            wide.primary(&format!("early{}", item.index())).unwrap();
        }
        let name = problem.name(item);
        let same = if problem.is_primary(item) { wide.primary(name) } else { wide.secondary(name) };
        items.push(same.unwrap());
    }
    for k in problem.items().len().min(more / 2)..more {
        wide.primary(&format!("late{k}")).unwrap();
    }
    let padding: Vec<ItemId> = wide.items().filter(|item| !items.contains(item)).collect();
    for option in problem.options() {
        let colour =
            |entry: &OptionEntry| entry.colour.map(|colour| problem.colour_name(colour).to_owned());
        let entries: Vec<OptionEntry> = problem
            .entries_of(option)
            .iter()
            .map(|entry| OptionEntry {
                item: items[entry.item.index()],
                colour: colour(entry).map(|name| wide.colour(&name).unwrap()),
            })
            .collect();
        wide.option(entries).unwrap();
    }
    let colours = [wide.colour("red").unwrap(), wide.colour("blue").unwrap()];
    for (k, pair) in padding.chunks(2).enumerate() {
        let shared = wide.secondary(&format!("shared{k}")).unwrap();
        for &item in pair {
            wide.option([OptionEntry::from(item), (shared, colours[k % 2]).into()]).unwrap();
        }
    }
    wide
}

/// The covers, each in ascending order, and in ascending order themselves, without options numbered
/// `from` or more.
fn covers(engine: &mut dyn Engine, from: usize) -> Vec<Vec<OptionId>> {
    let mut covers = engine.first(usize::MAX);
    for cover in &mut covers {
        cover.retain(|option| option.index() < from);
        cover.sort_unstable();
    }
    covers.sort_unstable();
    covers
}

#[test]
fn every_floor_has_the_covers_of_links() {
    let square = Graph::complete(3).product(&Graph::path(2));
    for problem in [
        classics::queens(8),
        classics::graceful(&square),
        classics::latin(4),
        classics::langford(8),
    ] {
        let problem = problem.unwrap();
        let options = problem.options().len();
        let mut links = Links::new(&problem).unwrap();
        let expected = covers(&mut links, options);
        assert!(expected.len() > 50);
        for more in [0, 10, 31, 80, 120] {
            let wide = padded(&problem, more);
            for mut live in engines(&wide) {
                assert!(expected == covers(&mut live, options), "{more} items more");
                live.sanity().unwrap();
            }
        }
    }
}

#[test]
fn prices_leave_out_what_is_too_dear_and_nothing_else() {
    let mut chance = crate::chance::Chance::new(17, 0);
    for problem in [
        classics::queens(8),
        classics::langford(8),
        classics::latin(4),
        classics::dissections(3),
        classics::dominating_queens(6, 3),
    ] {
        let problem = problem.unwrap();
        let options = problem.options().len();
        let of: Vec<u64> = (0..options).map(|_| chance.below(10) as u64).collect();
        let price = |cover: &[OptionId]| cover.iter().map(|option| of[option.index()]).sum::<u64>();
        let all = covers(&mut Links::new(&problem).unwrap(), options);
        let mut sums: Vec<u64> = all.iter().map(|cover| price(cover)).collect();
        sums.sort_unstable();
        for most in [0, sums[0], sums[sums.len() / 3], u64::MAX] {
            let cheap: Vec<_> = all.iter().filter(|cover| price(cover) <= most).cloned().collect();
            for mut live in engines(&problem) {
                let mut found = Vec::new();
                let mut keep = |cover: Cover<'_>| {
                    let mut options: Vec<OptionId> = cover.options().collect();
                    options.sort_unstable();
                    found.push(options);
                    ControlFlow::Continue(())
                };
                let prices = Prices::new(of.clone(), most);
                let flow = live.search_within(Some(&prices), &mut keep, &mut Patient);
                assert!(flow.is_continue());
                found.sort_unstable();
                assert_eq!(found, cheap, "{options} options, {most}");
                assert_eq!(live.count(u64::MAX), all.len() as u64, "without prices again");
            }
        }
        // The most falls with each cover, so that the last one is the cheapest.
        for mut live in engines(&problem) {
            let prices = Prices::new(of.clone(), u64::MAX);
            let mut last = u64::MAX;
            let mut keep = |cover: Cover<'_>| {
                last = price(&cover.options().collect::<Vec<_>>());
                let below = last.checked_sub(1);
                below.map_or(ControlFlow::Break(()), |most| {
                    prices.allow(most);
                    ControlFlow::Continue(())
                })
            };
            let _ = live.search_within(Some(&prices), &mut keep, &mut Patient);
            assert_eq!(last, sums[0]);
        }
    }
}

#[test]
fn all_instructions_take_the_same_way() {
    let problems = [
        classics::queens(8),
        classics::pentominoes(&Region::rectangle(3, 20)),
        classics::langford(8),
    ];
    for problem in problems.map(Result::unwrap) {
        let mut all = engines(&problem)
            .into_iter()
            .map(|mut live| (live.first(usize::MAX), live.statistics()));
        let portable = all.next().unwrap();
        assert!(all.all(|other| other == portable));
    }
}

#[test]
fn the_setting_chooses_the_instructions() {
    let problem = classics::toy().unwrap();
    for &instructions in Instructions::ALL {
        let live = Live::new(&problem).unwrap().on(instructions);
        if cfg!(target_arch = "x86_64") && instructions.is_here() {
            assert_eq!(live.instructions(), instructions);
        } else {
            // A part of AVX-512 can be present and enough.
            assert!([instructions, Instructions::Portable].contains(&live.instructions()));
        }
    }
    let fastest =
        Instructions::ALL.iter().map(|&one| Live::new(&problem).unwrap().on(one).instructions());
    assert_eq!(Some(Live::new(&problem).unwrap().instructions()), fastest.max());
    assert_eq!(Live::new(&problem).unwrap().portable().instructions(), Instructions::Portable);
}

#[test]
fn what_has_no_room_is_refused() {
    let mut problem = Problem::new();
    let items: Vec<ItemId> = (0..252).map(|k| problem.primary(&format!("i{k}")).unwrap()).collect();
    problem.option(items.iter().copied()).unwrap();
    for mut live in engines(&problem) {
        assert_eq!(live.count(9), 1);
    }
    for _ in 0..15 {
        problem.option([items[0]]).unwrap();
    }
    assert_eq!(Live::new(&problem).err(), Some(TooWide { bits: 252, options: 16 }.into()));
}

#[test]
fn items_that_cannot_clash_take_no_bits() {
    // Three hundred secondary items: of one option each, or of one colour.
    let mut problem = Problem::new();
    let a = problem.primary("a").unwrap();
    let red = problem.colour("red").unwrap();
    for k in 0..150 {
        let alone = problem.secondary(&format!("alone{k}")).unwrap();
        let shared = problem.secondary(&format!("shared{k}")).unwrap();
        problem.option([OptionEntry::from(a), alone.into(), (shared, red).into()]).unwrap();
        problem.option([(shared, red)]).unwrap();
    }
    for mut live in engines(&problem) {
        assert_eq!(live.count(u64::MAX), 150);
        for k in 0..150 {
            live.hold(OptionId::at(2 * k + 1)).unwrap();
        }
        assert_eq!(live.count(u64::MAX), 150);
        live.hold(OptionId::at(0)).unwrap();
        assert_eq!(live.hold(OptionId::at(2)), Err(Clash::Item(a)));
        assert_eq!(live.count(u64::MAX), 1);
    }
}

#[test]
fn masks_clash_as_options_do() {
    // For each of two items: no entry, an entry without a colour, or one with one of five colours.
    let mut problem = Problem::new();
    let (x, y) = (problem.secondary("x").unwrap(), problem.secondary("y").unwrap());
    let colours: Vec<_> = (0..5).map(|k| problem.colour(&k.to_string()).unwrap()).collect();
    let entry =
        |item, kind: usize| OptionEntry { item, colour: (kind > 1).then(|| colours[kind - 2]) };
    for (one, other) in (1..49).map(|k| (k % 7, k / 7)) {
        let entries = [(x, one), (y, other)].into_iter().filter(|&(_, kind)| kind > 0);
        problem.option(entries.map(|(item, kind)| entry(item, kind))).unwrap();
    }
    let live = Live::new(&problem).unwrap();
    for one in problem.options() {
        for other in problem.options().filter(|&other| other != one) {
            let clash = problem.entries_of(one).iter().any(|a| {
                let disagrees = |b: &OptionEntry| {
                    a.item == b.item && (a.colour.is_none() || a.colour != b.colour)
                };
                problem.entries_of(other).iter().any(disagrees)
            });
            let taken = taken_by(&live.masks[one.index()], &live.layout.pairs);
            assert_eq!(meet(&live.masks[other.index()], &taken), clash, "{one:?} and {other:?}");
        }
    }
}

#[test]
fn a_pulse_comes_at_every_node_to_who_is_impatient() {
    /// Counts pulses, and breaks off after a given number.
    struct Impatient {
        pulses: u64,
        limit: u64,
        problem: Problem,
    }
    impl Watch<EngineProgress<'_>> for Impatient {
        fn patience(&self) -> u64 {
            1
        }
        fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
            self.pulses += 1;
            // The root is a node, but no choice.
            assert_eq!(so_far.statistics.nodes, self.pulses + 1);
            let latest = so_far.partial.chosen().next_back().unwrap();
            assert!(!self.problem.entries_of(latest).is_empty());
            if self.pulses < self.limit {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        }
    }
    let problem = classics::queens(6).unwrap();
    for limit in [1, 2, 17, u64::MAX] {
        for mut live in engines(&problem) {
            let mut watch = Impatient { pulses: 0, limit, problem: problem.clone() };
            assert_eq!(
                live.search(&mut |_| ControlFlow::Continue(()), &mut watch).is_break(),
                limit < u64::MAX
            );
            assert_eq!(live.statistics().nodes, watch.pulses + 1);
            live.sanity().unwrap();
            assert_eq!(live.count(9), 4);
        }
    }
}

#[test]
fn the_essay_has_the_counts_of_the_toy() {
    let mut live = Live::new(&classics::toy().unwrap()).unwrap();
    let node = live.list_all();
    assert_eq!(node.counts.ones[0] & 0x7f, 0b100_1000); // d and g have three
    assert_eq!(node.counts.twos[0] & 0x7f, 0b111_1111);
    live.hold(OptionId::at(3)).unwrap();
    let node = live.list_all();
    assert_eq!(node.counts.forced(&node.demands.open)[0], 0b101_0110);
    assert_eq!((node.end, live.shortest().map(|(_, length)| length)), (2, Some(1)));
}
