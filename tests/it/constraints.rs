//! Problems as clauses and as pseudo-Boolean constraints: their models are the covers.
//!
//! Nothing is searched: each set of options is looked at, and each value of the other variables.

use proptest::prelude::*;
use tourdion::cover::form::cnf::Cnf;
use tourdion::cover::form::opb::Opb;
use tourdion::cover::{OptionId, Problem, UnknownOption, classics};

use crate::support::drafts::bounded_drafts;

/// A sum of variables, each with its factor, that is to be equal to the bound, or at least so.
struct Sum {
    terms: Vec<(i128, usize)>,
    is_equal: bool,
    bound: i128,
}

/// A text of constraints, read by the rules of the format: the number of variables, the objective
/// and the constraints.
fn read_opb(text: &str) -> (usize, Vec<(i128, usize)>, Vec<Sum>) {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let ["*", "#variable=", variables, "#constraint=", constraints] = head[..] else {
        panic!("{head:?}")
    };
    let variables: usize = variables.parse().unwrap();
    let terms = |words: &[&str]| -> Vec<(i128, usize)> {
        assert!(!words.is_empty() && words.len().is_multiple_of(2), "{words:?}");
        let term = |term: &[&str]| {
            let variable = term[1].strip_prefix('x').unwrap().parse::<usize>().unwrap();
            assert!((1..=variables).contains(&variable) && term[0].starts_with(['+', '-']));
            (term[0].parse().unwrap(), variable - 1)
        };
        words.chunks(2).map(term).collect()
    };
    let (mut objective, mut sums) = (Vec::new(), Vec::new());
    for line in lines {
        let words: Vec<&str> = line.strip_suffix(" ;").unwrap().split(' ').collect();
        if let ["min:", rest @ ..] = &words[..] {
            assert!(objective.is_empty() && sums.is_empty());
            objective = terms(rest);
            continue;
        }
        let [sum @ .., relation, bound] = &words[..] else { panic!("{line}") };
        assert!(["=", ">="].contains(relation), "{line}");
        sums.push(Sum {
            terms: terms(sum),
            is_equal: *relation == "=",
            bound: bound.parse().unwrap(),
        });
    }
    assert_eq!(sums.len(), constraints.parse::<usize>().unwrap());
    (variables, objective, sums)
}

fn value(terms: &[(i128, usize)], model: u32) -> i128 {
    terms.iter().map(|&(factor, variable)| factor * i128::from(model >> variable & 1)).sum()
}

fn holds(sum: &Sum, model: u32) -> bool {
    let value = value(&sum.terms, model);
    if sum.is_equal { value == sum.bound } else { value >= sum.bound }
}

/// The number of models with exactly these options, of which there is one at most: the clauses
/// decide all other variables, each by a clause whose other literals are false.
fn models(cnf: &str, options: usize, chosen: u32) -> u32 {
    let mut lines = cnf.lines();
    let head: Vec<usize> =
        lines.next().unwrap().split(' ').skip(2).map(|word| word.parse().unwrap()).collect();
    let clauses: Vec<Vec<i32>> = lines
        .map(|clause| {
            let literals = clause.strip_suffix('0').unwrap().split_whitespace();
            literals.map(|literal| literal.parse().unwrap()).collect()
        })
        .collect();
    assert_eq!(clauses.len(), head[1]);
    let mut values: Vec<Option<bool>> =
        (0..head[0]).map(|k| (k < options).then(|| chosen >> k & 1 == 1)).collect();
    loop {
        let mut is_new = false;
        for clause in &clauses {
            let value = |literal: i32, values: &[Option<bool>]| {
                values[literal.unsigned_abs() as usize - 1].map(|value| value == (literal > 0))
            };
            if clause.iter().any(|&literal| value(literal, &values) == Some(true)) {
                continue;
            }
            let open: Vec<i32> =
                clause.iter().copied().filter(|&l| value(l, &values).is_none()).collect();
            match open[..] {
                [] => return 0,
                [only] => {
                    values[only.unsigned_abs() as usize - 1] = Some(only > 0);
                    is_new = true;
                }
                _ => {}
            }
        }
        if !is_new {
            assert!(values.iter().all(Option::is_some), "a variable is open: {values:?}\n{cnf}");
            return 1;
        }
    }
}

/// Whether these options are a cover with all that are held, none that is banned, and no loose ones
/// but those held.
fn is_wanted(
    problem: &Problem,
    chosen: &[OptionId],
    held: &[OptionId],
    banned: &[OptionId],
) -> bool {
    let is_loose = |option: OptionId| {
        problem.entries_of(option).iter().all(|entry| !problem.is_primary(entry.item))
    };
    problem.is_cover(chosen)
        && held.iter().all(|option| chosen.contains(option))
        && !chosen.iter().any(|&o| banned.contains(&o) || is_loose(o) && !held.contains(&o))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if crate::LONG { 600 } else { 100 }))]

    #[test]
    fn the_models_are_the_covers(
        draft in bounded_drafts(),
        marks in prop::collection::vec(0..10_u8, 14),
    ) {
        let problem = draft.problem();
        let options = problem.options().len();
        let marked = |mark| -> Vec<OptionId> {
            problem.options().zip(&marks).filter(|&(_, &m)| m == mark).map(|(o, _)| o).collect()
        };
        let (held, banned) = (marked(0), marked(1));
        // What is both held and banned is held.
        let both: Vec<OptionId> = banned.iter().chain(held.first()).copied().collect();
        let opb = Opb::new(&problem, &held, &both).unwrap().to_string();
        let (variables, objective, sums) = read_opb(&opb);
        // Colours and contradictions have few variables of their own; the odd rest is left out.
        prop_assume!(variables <= 15);
        let cnf = Cnf::new(&problem, &held, &both).unwrap().to_string();
        let mut models = vec![0; 1 << options];
        for model in (0..1_u32 << variables).filter(|&model| sums.iter().all(|s| holds(s, model))) {
            models[model as usize & ((1 << options) - 1)] += 1;
        }
        for (chosen, &models) in (0_u32..).zip(&models) {
            let cover: Vec<OptionId> =
                problem.options().filter(|option| chosen >> option.index() & 1 == 1).collect();
            let is_wanted = is_wanted(&problem, &cover, &held, &banned);
            prop_assert_eq!(models, u32::from(is_wanted), "{:?}\n{}\n{}", cover, problem, opb);
            let models = self::models(&cnf, options, chosen);
            prop_assert_eq!(models, u32::from(is_wanted), "{:?}\n{}\n{}", cover, problem, cnf);
            if problem.has_costs() {
                let cost: u64 = cover.iter().map(|&option| problem.cost(option)).sum();
                prop_assert_eq!(value(&objective, chosen), i128::from(cost));
            }
        }
    }
}

#[test]
fn an_option_of_another_problem_is_refused() {
    let (problem, other) = (classics::toy().unwrap(), OptionId::at(6));
    for (held, banned) in [([other].as_slice(), [].as_slice()), (&[], &[other])] {
        assert_eq!(Cnf::new(&problem, held, banned).err(), Some(UnknownOption(other)));
        assert_eq!(Opb::new(&problem, held, banned).err(), Some(UnknownOption(other)));
    }
}
