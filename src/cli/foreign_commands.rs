//! Names that other programs have for commands, and the commands of this program for the same
//! purpose.

use tourdion::excerpt::Excerpt;

/// Names that other programs and readers of the documents use, and the commands to type instead.
const ELSEWHERE: [(&str, &str); 20] = [
    (
        "rating grade difficulty",
        "`tourdion rate` rates puzzles, `tourdion explain FILE` prints the hardest step of each",
    ),
    (
        "hint hints step steps path",
        "`tourdion explain PUZZLE` prints every step, and with --hint the next one",
    ),
    (
        "dedup dedupe uniq isomorph isomorphs",
        "`tourdion canon --unique` drops puzzles that are equal up to symmetry",
    ),
    (
        "canonical canonicalize canonise canonize minlex normalize",
        "`tourdion canon` writes canonical forms",
    ),
    (
        "count",
        "`tourdion solve --count` counts a puzzle's solutions, `tourdion cover --count` covers",
    ),
    (
        "unique",
        "`tourdion verify` looks for second solutions, `tourdion cover --unique` for second covers",
    ),
    ("check lint test valid validate", "`tourdion verify` reports the puzzles that are not proper"),
    (
        "create gen make new random",
        "`tourdion generate` makes puzzles, `tourdion cover --make NAME:SIZE` classic problems",
    ),
    (
        "dance dancing-links dlx exact-cover xc xcc",
        "`tourdion cover FILE` searches any exact-cover problem",
    ),
    (
        "dominoes langford latin pentominoes queens soma",
        "`tourdion cover --make NAME:SIZE` makes classic problems",
    ),
    ("sample", "`tourdion cover --sample N` prints uniformly random covers"),
    ("estimate", "`tourdion cover --estimate N` estimates the number of covers"),
    ("redundant", "`tourdion minimize --redundant` lists redundant clues"),
    ("reduce preprocess", "`tourdion cover --reduce` makes a problem smaller"),
    (
        "bench benchmark profile race time",
        "`tourdion compare` times several searches on the same puzzles",
    ),
    (
        "hunt neighbors neighbours search vicinity",
        "`tourdion tour SEQUENCE FILE` finds the proper puzzles around others",
    ),
    ("tree trees", "`tourdion compare --tree FILE.svg` draws search trees"),
    (
        "convert export table",
        "`tourdion verify --emit csv` writes a table of puzzles and verdicts, and so does jsonl",
    ),
    (
        "order sort",
        "`tourdion canon` and `tourdion rate` write forms and ratings, which the system's sort \
         puts in order",
    ),
    ("manual manpage", "`tourdion man` prints the manual page"),
];

/// The command to type instead of one that does not exist, if there is one for its purpose.
pub(super) fn instead_of(name: &str) -> Option<&'static str> {
    let known = ELSEWHERE.iter().find(|(names, _)| names.split(' ').any(|known| known == name));
    known.map(|(_, instead)| *instead)
}

/// What to say where a file stands in the place of the command.
pub(super) fn file_alone(name: &str) -> String {
    let name = Excerpt(name);
    format!(
        "`{name}` is a file; a command comes first: `tourdion verify {name}` verifies its puzzles"
    )
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Arguments;

    #[test]
    fn what_is_to_be_typed_instead_exists() {
        let definition = Arguments::command();
        for (names, instead) in ELSEWHERE {
            for name in names.split(' ') {
                assert!(definition.find_subcommand(name).is_none(), "{name} is a command");
                assert_eq!(instead_of(name), Some(instead), "{name} is in two rows");
            }
            let commands: Vec<&str> = instead.split('`').skip(1).step_by(2).collect();
            assert!(!commands.is_empty(), "{instead}");
            for command in commands {
                let words: Vec<&str> = command.split(' ').collect();
                assert_eq!(words[0], "tourdion", "{instead}");
                let command = definition.find_subcommand(words[1]).expect(instead);
                for option in words.iter().filter_map(|word| word.strip_prefix("--")) {
                    let mut options = command.get_arguments().filter_map(|one| one.get_long());
                    assert!(options.any(|long| long == option), "{instead}");
                }
            }
        }
    }
}
