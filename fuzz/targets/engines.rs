//! All engines have the covers that a look at every set of options has.
//!
//! ```text
//!      items, secondary ones     for each option two bytes     options held and banned
//!                                and a byte of colours
//! ```

#![no_main]

use libfuzzer_sys::fuzz_target;
use tourdion::cover::question::critical::{CriticalSearch, Method};
use tourdion::cover::question::memo::Counter;
use tourdion::cover::reduce::Reduction;
use tourdion::cover::{
    Cells, Colour, Engine, ItemId, Learn, Links, Live, Move, OptionEntry, OptionId, Problem, Rows,
    Turns,
};
use tourdion::watch::Patient;

/// The most options: few enough sets of them.
const OPTIONS: usize = 10;

type Covers = Vec<Vec<OptionId>>;

fuzz_target!(|data: &[u8]| {
    let Some((problem, rest)) = problem(data) else { return };
    let (held, banned) = moves(&problem, rest);
    let expected = by_looking(&problem, &held, &banned);
    for (name, mut engine) in engines(&problem) {
        for &option in &held {
            engine.hold(option).unwrap_or_else(|clash| panic!("{name}: {clash}"));
        }
        banned.iter().for_each(|&option| engine.ban(option));
        assert_eq!(covers(&mut *engine), expected, "{name}: {problem}");
        assert_eq!(engine.sanity(), Ok(()), "{name}: {problem}");
        assert_eq!(engine.count(u64::MAX), expected.len() as u64, "{name}: {problem}");
        while engine.release().is_some() {}
        assert_eq!(engine.sanity(), Ok(()), "{name}: {problem}");
    }
    let mut counter = Counter::new(&problem, &held, &banned, 1 << 20).expect("small");
    let count = counter.count(&mut Patient);
    assert_eq!(count.continue_value(), Some(expected.len().into()), "memo: {problem}");
    let reduction = Reduction::new(&problem, &held, &banned).expect("nothing clashes");
    let mut widened: Covers = Vec::new();
    if reduction.bare().is_none() {
        for cover in Cells::new(reduction.problem()).expect("cells take anything").first(usize::MAX)
        {
            widened.extend(reduction.widen(cover).map(|cover| sorted(cover.to_vec())));
        }
    }
    widened.sort_unstable();
    assert_eq!(widened, expected, "reduced: {problem}");
    critical(&problem, &held, &banned, &expected);
});

/// All methods for critical options against the covers.
fn critical(problem: &Problem, held: &[OptionId], banned: &[OptionId], covers: &Covers) {
    for &method in Method::ALL {
        let engine = Box::new(Cells::new(problem).expect("cells take anything"));
        let Ok(mut search) = CriticalSearch::on(engine, problem, method) else { continue };
        let found = search.find(held, banned, &mut Patient).expect("options of the problem");
        let critical = found.continue_value().expect("a patient watch does not break off");
        for option in problem
            .options()
            .filter(|option| has_primary(problem, *option) && !held.contains(option))
        {
            let with = covers.iter().filter(|cover| cover.contains(&option)).count();
            assert_eq!(
                critical.cover_with(option).is_some(),
                with == 1,
                "{method:?}, {option:?}: {problem}"
            );
        }
    }
}

fn engines(problem: &Problem) -> Vec<(&'static str, Box<dyn Engine>)> {
    let cells = || Cells::new(problem).expect("cells take anything");
    let mut engines: Vec<(&'static str, Box<dyn Engine>)> = vec![
        ("cells", Box::new(cells())),
        ("cells alone", Box::new(cells().handing_over(0))),
        ("links of 16 bits", Box::new(Links::<u16>::with_width(problem).expect("small"))),
        ("links of 32 bits", Box::new(Links::new(problem).expect("small"))),
        ("live", Box::new(Live::new(problem).expect("small"))),
        ("live, portable", Box::new(Live::new(problem).expect("small").portable())),
    ];
    if !problem.is_multiple() {
        engines.push(("rows", Box::new(Rows::new(problem).expect("small"))));
        engines.push(("learn", Box::new(Learn::new(problem).expect("small"))));
        let turns = Turns::new(problem).expect("small").first_for(1);
        engines.push(("turns", Box::new(turns)));
    }
    engines
}

fn has_primary(problem: &Problem, option: OptionId) -> bool {
    problem.entries_of(option).iter().any(|entry| problem.is_primary(entry.item))
}

fn covers(engine: &mut dyn Engine) -> Covers {
    let mut covers: Covers = engine.first(usize::MAX).into_iter().map(sorted).collect();
    covers.sort_unstable();
    covers
}

fn sorted(mut cover: Vec<OptionId>) -> Vec<OptionId> {
    cover.sort_unstable();
    cover
}

/// Looks at every set of options. Without a primary item an option is in a cover only if it is
/// held.
fn by_looking(problem: &Problem, held: &[OptionId], banned: &[OptionId]) -> Covers {
    let free = problem.options().filter(|option| {
        has_primary(problem, *option) && !held.contains(option) && !banned.contains(option)
    });
    let free: Vec<OptionId> = free.collect();
    let sets = (0_u32..1 << free.len()).map(|set| {
        let chosen = (0..free.len()).filter(|k| set >> k & 1 == 1).map(|k| free[k]);
        sorted(held.iter().copied().chain(chosen).collect())
    });
    let mut covers: Covers = sets.filter(|set| problem.is_cover(set)).collect();
    covers.sort_unstable();
    covers
}

/// A problem, and the bytes that it did not need.
fn problem(data: &[u8]) -> Option<(Problem, &[u8])> {
    let [sizes, bounds, rest @ ..] = data else { return None };
    let (primary, secondary, options) = (sizes % 6, sizes / 6 % 4, usize::from(sizes / 24));
    let mut problem = Problem::new();
    let mut items: Vec<ItemId> = Vec::new();
    for k in 0..primary {
        let (least, most) = match bounds >> (2 * (k % 4)) & 3 {
            1 if bounds & 0x80 != 0 => (0, 1),
            2 if bounds & 0x80 != 0 => (1, 2),
            3 if bounds & 0x80 != 0 => (2, 2),
            _ => (1, 1),
        };
        items.push(problem.multiple(&format!("p{k}"), least..=most).ok()?);
    }
    for k in 0..secondary {
        items.push(problem.secondary(&format!("s{k}")).ok()?);
    }
    let colours: Vec<Colour> =
        ["r", "g"].iter().map(|name| problem.colour(name)).collect::<Result<_, _>>().ok()?;
    let mut rest = rest;
    while let [has, hues, after @ ..] = rest
        && problem.options().len() < OPTIONS.min(options)
    {
        rest = after;
        let entry = |k: usize| {
            let secondary = k.checked_sub(primary.into());
            let hue = secondary.map_or(0, |k| hues >> (2 * k) & 3);
            let is_in = if secondary.is_some() { hue > 0 } else { has >> k & 1 == 1 };
            is_in.then(|| OptionEntry {
                item: items[k],
                colour: colours.get(usize::from(hue).wrapping_sub(2)).copied(),
            })
        };
        let entries: Vec<OptionEntry> = (0..items.len()).filter_map(entry).collect();
        if !entries.is_empty() {
            problem.option(entries).ok()?;
        }
    }
    Some((problem, rest))
}

/// Options to hold, which do not clash, and options to ban.
fn moves(problem: &Problem, bytes: &[u8]) -> (Vec<OptionId>, Vec<OptionId>) {
    let mut engine = Cells::new(problem).expect("cells take anything");
    for &byte in bytes.iter().take(4) {
        let options = problem.options().len();
        let Some(number) = usize::from(byte >> 1).checked_rem(options) else { break };
        let option = OptionId::at(number);
        if byte & 1 == 0 {
            let _ = engine.hold(option);
        } else if !engine.moves().contains(&Move::Held(option)) {
            engine.ban(option);
        }
    }
    let held = engine.moves().iter().filter_map(|m| m.held()).collect();
    let banned = engine
        .moves()
        .iter()
        .filter_map(|m| if let Move::Banned(option) = m { Some(*option) } else { None });
    (held, banned.collect())
}
