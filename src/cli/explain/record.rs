//! A path as columns of a row, and its steps as JSON.

use serde::Serialize;
use tourdion::logic::technique::{
    Basis, Board, Constraint, Deduction, Evidence, Inference, Reason, StrongLink,
};
use tourdion::logic::{Conclusion, Contradiction, Path, PathEnd, Step, Wording};
use tourdion::sudoku::Alphabet;

use crate::cli::stream::{Row, Value};

/// The columns of rows; the steps are for objects alone.
const COLUMNS: [&str; 10] = [
    "outcome",
    "technique",
    "difficulty",
    "techniques",
    "hardest",
    STEPS,
    "rest",
    "pencilmarks",
    "needs",
    "contradiction",
];
const STEPS: &str = "steps";

/// The columns of rows that have steps or not.
pub(super) fn columns(has_steps: bool) -> Vec<&'static str> {
    COLUMNS.into_iter().filter(|&column| has_steps || column != STEPS).collect()
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum StepRecord {
    Singles {
        singles: Vec<SingleRecord>,
    },
    Chain {
        eureka: String,
        #[serde(flatten)]
        net: NetRecord,
    },
    Net {
        #[serde(flatten)]
        net: NetRecord,
    },
    Technique(TechniqueRecord),
}

#[derive(Serialize)]
struct TechniqueRecord {
    technique: String,
    difficulty: f64,
    /// Where it is seen, in words.
    sight: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    eureka: Option<String>,
    /// Constraints that each need a candidate, and those that hold one each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    truths: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<String>,
    /// Of nets what follows from each assumption.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strands: Vec<Vec<InferenceRecord>>,
    /// Of aligned exclusions what excludes each combination.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    combinations: Vec<CombinationsRecord>,
    cancelled: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<String>,
}

#[derive(Serialize)]
struct CombinationsRecord {
    with: String,
    excluded: Vec<String>,
}

#[derive(Serialize)]
struct InferenceRecord {
    inference: String,
    /// Of a net within the net.
    #[serde(skip_serializing_if = "Option::is_none")]
    nested: Option<Box<TechniqueRecord>>,
    /// The places of the premises in this list, from 0.
    premises: Vec<u16>,
}

#[derive(Serialize)]
struct SingleRecord {
    candidate: String,
    /// The house of its only place; none if it is the only candidate of its cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<String>,
}

#[derive(Serialize)]
struct NetRecord {
    pair: String,
    branches: [Vec<PlacementRecord>; 2],
    /// 0 if the candidates go in both branches; or the type of the contradiction, 1 to 3.
    r#type: u8,
    conclusion: String,
    cancelled: Vec<String>,
    depth: usize,
    length: usize,
}

#[derive(Serialize)]
struct PlacementRecord {
    #[serde(flatten)]
    single: SingleRecord,
    iteration: u16,
    /// The places of the premises in this list, from 0.
    premises: Vec<usize>,
}

/// Adds a path to a row; its steps only to an object.
pub(super) fn add(path: &Path, has_steps: bool, alphabet: &Alphabet, row: &mut Row<'_>) {
    let wording = Wording { alphabet };
    // One of `solved`, `stuck`, `impossible`, or of a hint `open`.
    row.add("outcome", Value::Word(path.outcome()));
    // The hardest technique, or singles, and its difficulty.
    if let Some((technique, difficulty)) = path.grade() {
        row.add("technique", Value::Word(technique));
        row.add("difficulty", Value::Text(wording.difficulty(difficulty).as_bytes()));
    }
    // How often each technique is used, and the number of the hardest step, from 1.
    if let Some(hardest) = path.hardest() {
        row.add("techniques", Value::Text(wording.counts(path).as_bytes()));
        row.add("hardest", Value::Number(hardest as u64));
    }
    if has_steps {
        // There is nothing in steps that JSON could not say.
        let steps = serde_json::to_string(&steps(path, alphabet)).unwrap_or_default();
        row.add(STEPS, Value::Json(&steps));
    }
    // The cells set in the end.
    row.add("rest", Value::Grid(&path.rest.grid()));
    if path.end != PathEnd::Solved {
        // The candidates left: a place for each digit of each cell.
        row.add("pencilmarks", Value::Text(path.rest.line(alphabet).as_bytes()));
    }
    // What a stuck path would need.
    if let Some(needs) = path.needs() {
        row.add("needs", Value::Word(needs));
    }
    if let PathEnd::Impossible(contradiction) = path.end {
        row.add("contradiction", Value::Text(wording.impossible(contradiction).as_bytes()));
    }
}

fn steps(path: &Path, alphabet: &Alphabet) -> Vec<StepRecord> {
    let wording = Wording { alphabet };
    let single = |single: &tourdion::logic::Single| SingleRecord {
        candidate: wording.candidate(single.candidate),
        house: single.house.map(|house| house.to_string()),
    };
    let steps = path.replay().map(|(before, step)| match step {
        Step::Singles(singles) => {
            StepRecord::Singles { singles: singles.iter().map(single).collect() }
        }
        Step::Deduction(of) => {
            StepRecord::Technique(technique(of, Board::of_pencil(&before).as_ref(), alphabet))
        }
        Step::Net(net, chain) => {
            let branches = net.branches.each_ref().map(|branch| {
                let at = |place: &u16| branch.iter().position(|node| node.place == *place);
                let placements = branch.iter().map(|node| PlacementRecord {
                    single: single(&node.single),
                    iteration: node.iteration,
                    premises: node.premises().iter().filter_map(at).collect(),
                });
                placements.collect()
            });
            let net = NetRecord {
                pair: wording.pair(net.pair, &before),
                branches,
                r#type: match net.conclusion {
                    Conclusion::Common(_) => 0,
                    Conclusion::Contradicted { contradiction, .. } => kind(contradiction),
                },
                conclusion: wording.conclusion(net),
                cancelled: net
                    .cancellations()
                    .into_iter()
                    .map(|one| wording.cancellations(&[one]))
                    .collect(),
                depth: net.depth(),
                length: net.length(),
            };
            match chain {
                Some(chain) => {
                    StepRecord::Chain { eureka: chain.eureka(alphabet).to_string(), net }
                }
                None => StepRecord::Net { net },
            }
        }
    });
    steps.collect()
}

/// A technique on the board before it; of one within a net the words are left out.
fn technique(of: &Deduction, board: Option<&Board>, alphabet: &Alphabet) -> TechniqueRecord {
    let wording = Wording { alphabet };
    let constraints = |all: &[Constraint]| -> Vec<String> {
        all.iter().map(|&one| wording.constraint(one)).collect()
    };
    let bases = |links: &[StrongLink]| -> Vec<String> {
        let basis = |link: &StrongLink| match &link.basis {
            Basis::Constraint(truth) => wording.constraint(*truth),
            Basis::Set(cells) => {
                let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                cells.join(", ")
            }
        };
        links.iter().map(basis).collect()
    };
    let (truths, links, strands) = match &of.evidence {
        Evidence::Counting { truths, links, .. } => {
            (constraints(truths), constraints(links), Vec::new())
        }
        Evidence::Chain { links, .. } => (bases(links), Vec::new(), Vec::new()),
        Evidence::Blossom { stem, petals } => {
            let stem = wording.constraint(Constraint::Cell(*stem));
            let petals = bases(petals);
            ([&[stem], &petals[..]].concat(), Vec::new(), Vec::new())
        }
        Evidence::Forcing { strands, .. } => {
            let inference = |one: &Inference| InferenceRecord {
                inference: wording.inference(one),
                nested: match &one.reason {
                    Reason::Nested(nested) => Some(Box::new(technique(nested, None, alphabet))),
                    _ => None,
                },
                premises: one.premises().to_vec(),
            };
            let strands = strands.iter().map(|strand| strand.iter().map(inference).collect());
            (Vec::new(), Vec::new(), strands.collect())
        }
        Evidence::Twins(both) => {
            let [mut one, other] = both.each_ref().map(|one| technique(one, board, alphabet));
            for (all, more) in [(&mut one.truths, other.truths), (&mut one.links, other.links)] {
                for constraint in more {
                    if !all.contains(&constraint) {
                        all.push(constraint);
                    }
                }
            }
            (one.truths, one.links, Vec::new())
        }
        _ => Default::default(),
    };
    let combinations = board.map(|board| {
        let all = wording.combinations(of, board).into_iter();
        all.map(|one| CombinationsRecord { with: one.start, excluded: one.entries }).collect()
    });
    TechniqueRecord {
        technique: of.technique.to_string(),
        difficulty: f64::from(of.difficulty) / 10.0,
        sight: board.map(|board| wording.sight(of, board)).unwrap_or_default(),
        eureka: board
            .and_then(|board| of.chain(board))
            .map(|chain| chain.eureka(alphabet).to_string()),
        truths,
        links,
        strands,
        combinations: combinations.unwrap_or_default(),
        cancelled: of.removals.iter().map(|&one| wording.cancellations(&[one])).collect(),
        placed: of.placement.map(|placement| wording.candidate(placement)),
    }
}

const fn kind(contradiction: Contradiction) -> u8 {
    match contradiction {
        Contradiction::Twice { .. } => 1,
        Contradiction::NoCandidate(_) => 2,
        Contradiction::NoPlace { .. } => 3,
    }
}
