//! Checks a proof in DRAT's form, clause by clause, without a search.
//!
//! ```text
//!      clauses, and `-1 4` is claimed:  let 1 be true and 4 false;
//!      what follows, clause by clause, has to end in a contradiction
//! ```
//!
//! Deliberately lacking: speed. Each claim goes through all clauses until nothing follows.

use std::collections::HashMap;

type Clause = Vec<i32>;

/// The numbers of a line before its 0.
fn numbers(line: &str) -> Clause {
    let mut numbers: Clause = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers.pop(), Some(0), "`{line}` ends with 0");
    numbers
}

/// Whether all but one literal of a clause can be false while the others are.
fn contradicts(clauses: &HashMap<Clause, usize>, claim: &[i32]) -> bool {
    let mut values: HashMap<i32, bool> = HashMap::new();
    for &literal in claim {
        values.insert(literal, false);
        values.insert(-literal, true);
    }
    loop {
        let before = values.len();
        for clause in clauses.keys() {
            if clause.iter().any(|literal| values.get(literal) == Some(&true)) {
                continue;
            }
            let mut open = clause.iter().filter(|literal| !values.contains_key(literal));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&forced), None) => {
                    values.insert(forced, true);
                    values.insert(-forced, false);
                }
                _ => {}
            }
        }
        if values.len() == before {
            return false;
        }
    }
}

/// Checks that `proof` shows that the problem in DIMACS CNF has no model.
pub(crate) fn check(cnf: &str, proof: &[String]) {
    let mut lines = cnf.lines();
    let head = lines.next().unwrap();
    let mut clauses: HashMap<Clause, usize> = HashMap::new();
    let mut count = 0;
    let sorted = |line: &str| {
        let mut clause = numbers(line);
        clause.sort_unstable();
        clause
    };
    for line in lines {
        *clauses.entry(sorted(line)).or_default() += 1;
        count += 1;
    }
    assert!(head.starts_with("p cnf ") && head.ends_with(&format!(" {count}")), "{head}");
    for line in proof {
        if let Some(line) = line.strip_prefix("d ") {
            let clause = sorted(line);
            let times = clauses.get_mut(&clause).unwrap_or_else(|| panic!("`{line}` is not there"));
            *times -= 1;
            if *times == 0 {
                clauses.remove(&clause);
            }
        } else {
            let clause = sorted(line);
            assert!(contradicts(&clauses, &clause), "`{line}` does not follow");
            if clause.is_empty() {
                return;
            }
            *clauses.entry(clause).or_default() += 1;
        }
    }
    panic!("the proof has no end");
}
