//! A path as columns of a row, and its steps as JSON.

use serde::Serialize;
use tourdion::logic::{Conclusion, Contradiction, Path, PathEnd, Step, Wording};
use tourdion::sudoku::Alphabet;

use crate::cli::stream::{Row, Value};

/// The columns of rows; the steps are for objects alone.
const COLUMNS: [&str; 8] =
    ["outcome", "chains", "nets", "hardest", STEPS, "rest", "pencilmarks", "contradiction"];
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
    // One of `singles`, `chains`, `nets`, `stuck`, `impossible`.
    row.add("outcome", Value::Word(path.outcome()));
    let [chains, nets] = path.counts();
    row.add("chains", Value::Number(chains as u64));
    row.add("nets", Value::Number(nets as u64));
    // The number of the hardest step, from 1.
    if let Some(hardest) = path.hardest() {
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
    if matches!(path.end, PathEnd::Impossible(_)) {
        let why = wording.end(path.end, &path.rest).replace("impossible: ", "");
        row.add("contradiction", Value::Text(why.as_bytes()));
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

const fn kind(contradiction: Contradiction) -> u8 {
    match contradiction {
        Contradiction::Twice { .. } => 1,
        Contradiction::NoCandidate(_) => 2,
        Contradiction::NoPlace { .. } => 3,
    }
}
