//! A path as a JSON object.

use serde::Serialize;
use tourdion::logic::{Conclusion, Contradiction, Path, PathEnd, Step, Wording};
use tourdion::sudoku::Alphabet;

use super::line;

/// The record of a puzzle.
#[derive(Serialize)]
struct Record<'r> {
    file: &'r str,
    line: u64,
    puzzle: String,
    /// `singles`, `chains`, `nets`, `stuck` or `impossible`.
    outcome: &'static str,
    chains: usize,
    nets: usize,
    /// The number of the hardest step, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<usize>,
    steps: Vec<StepRecord>,
    /// The cells set in the end.
    rest: String,
    /// The candidates left if it is not solved: a place for each digit of each cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pencilmarks: Option<String>,
    /// Why it is impossible.
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<String>,
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

/// A path as an object on a line.
pub(super) fn path(
    path: &Path,
    file: &str,
    line: u64,
    alphabet: &Alphabet,
) -> serde_json::Result<String> {
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
    let [chains, nets] = line::counts(path);
    let is_impossible = matches!(path.end, PathEnd::Impossible(_));
    serde_json::to_string(&Record {
        file,
        line,
        puzzle: path.start.grid().line(alphabet).to_string(),
        outcome: line::outcome(path.end, path.grade()),
        chains,
        nets,
        hardest: line::hardest(path),
        steps: steps.collect(),
        rest: path.rest.grid().line(alphabet).to_string(),
        pencilmarks: (path.end != PathEnd::Solved).then(|| path.rest.line(alphabet)),
        contradiction: is_impossible
            .then(|| wording.end(path.end, &path.rest).replace("impossible: ", "")),
    })
}

const fn kind(contradiction: Contradiction) -> u8 {
    match contradiction {
        Contradiction::Twice { .. } => 1,
        Contradiction::NoCandidate(_) => 2,
        Contradiction::NoPlace { .. } => 3,
    }
}
