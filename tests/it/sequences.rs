//! The grammar of tours: output is read back, and errors point at the fault.

use proptest::prelude::*;

use tourdion::tour::{Body, ClueRange, Repeat, Sequence, SequencePart, StepKind, TourStep};
use tourdion::verify::on::{OffOn, Sample};

fn read(text: &str) -> Sequence {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn step(off: usize, on: usize) -> SequencePart {
    SequencePart { body: Body::Step(TourStep::new(off, on)), repeat: Repeat::Times(1) }
}

#[test]
fn havards_sequence_is_what_it_says() {
    let sequence = read("{-1+1}x3{-2+1}{-2+2}{-1+1}x9{-2+1}");
    let parts = [
        SequencePart { repeat: Repeat::Times(3), ..step(1, 1) },
        step(2, 1),
        step(2, 2),
        SequencePart { repeat: Repeat::Times(9), ..step(1, 1) },
        step(2, 1),
    ];
    assert_eq!(sequence.parts, parts);
    assert_eq!(sequence.phases(), Some(15));
    assert_eq!(sequence.to_string(), "{-1+1}x3{-2+1}{-2+2}{-1+1}x9{-2+1}");
}

#[test]
fn each_spelling_has_its_short_form() {
    for (text, short) in [
        ("{-1+1}", "{-1+1}"),
        (" { - 1 + 1 } x 3 ", "{-1+1}x3"),
        ("{-1+1}x1", "{-1+1}"),
        ("{+1}", "{+1}"),
        ("{-2}", "{-2}"),
        ("{ - 2 + 0 }", "{-2+0}"),
        ("{twins}", "{twins}"),
        ("{ twins m o c20.. }*", "{twins o m c20..}*"),
        ("{2}*", "{-2+2}*"),
        ("{2i}*", "{-2+2 i}*"),
        ("{-2+1}:17", "{-2+1}:17"),
        ("{ {-1+1} {-2+2} } x2", "{{-1+1}{-2+2}}x2"),
        ("{{-2+1}{-1+1}*}:17", "{{-2+1}{-1+1}*}:17"),
        ("{{{-1+1}}}", "{{{-1+1}}}"),
        ("{-2+1@3mo e i p}", "{-2+1 p i o e m @3}"),
        ("{-2+1 c17..20 r1%}", "{-2+1 c17..20 r1%}"),
        ("{-2+1 r 0.50% s 42 c ..20}", "{-2+1 c..20 r0.5%s42}"),
        ("{-1+1 @1}", "{-1+1}"),
        ("{-1+1}\t\n{-1+1}", "{-1+1}{-1+1}"),
        ("{-1+1 k( te>=2  and (b<6 or minimal) )}", "{-1+1 k(te>=2 and (b<6 or minimal))}"),
        ("{-1+1b100m}x3", "{-1+1 m b100(te,b,bxb)}x3"),
        ("{-2+1 @3 b5( bxb , te ) k(te=2)}", "{-2+1 k(te=2) b5(bxb,te) @3}"),
        ("{ k(te>=2) }", "{k(te>=2)}"),
        ("{{-1}{mc20..}}x2", "{{-1}{m c20..}}x2"),
        ("{-1 k(proper)}", "{-1 k(proper)}"),
        ("{b7}*", "{b7(te,b,bxb)}*"),
        ("{e k(te>2)}", "{e k(te>2)}"),
    ] {
        assert_eq!(read(text).to_string(), short, "{text}");
        assert_eq!(read(short), read(text));
    }
}

/// Looks whether the fault of each text is what is said, at its column.
fn are_pointed_at(faults: &[(&str, usize, &str)]) {
    for &(text, column, problem) in faults {
        let error = text.parse::<Sequence>().expect_err(text);
        assert_eq!((error.column, error.fault.as_str()), (column, problem), "{text}");
        let caret = error.to_string().lines().last().unwrap().to_owned();
        assert_eq!(caret.chars().count(), column + 2, "{text}");
    }
}

#[test]
fn what_can_not_be_kept_is_pointed_at() {
    are_pointed_at(&[
        ("{-1+1 k te>2}", 9, "expected `(` and an expression, found `t`"),
        ("{-1+1 k(te>2}", 14, "expected `)`, found the end"),
        ("{-1+1 k(te>2 und b<3)}", 14, "expected `and`, `or` or the end"),
        ("{-1+1 k((te>2)) k(te>1)}", 17, "`k` is there twice"),
        ("{-1+1 b0}", 8, "expected a number from 1 to 1000000000, found 0"),
        ("{-1+1 b5(te,te)}", 13, "`te` is there twice"),
        ("{-1+1 b5(te b)}", 13, "expected `,` or `)`, found `b`"),
        ("{+1 i r5%}", 7, "`r` is for clues to take off, and there are none"),
        ("{+2 @3}", 5, "`@` is for clues to take off, and there are none"),
        ("{-1 b5}", 7, "with `b` all results must be proper: add `m`, or `+0` after the number"),
        (
            "{m r5%}",
            2,
            "in a step without numbers there can be the options `o`, `e`, `m`, `c`, `k` and `b` \
             only",
        ),
    ]);
}

#[test]
fn what_is_wrong_is_pointed_at() {
    are_pointed_at(&[
        ("", 1, "expected `{`, found the end"),
        ("-1+1", 1, "expected `{`, found `-`"),
        ("\u{1b}", 1, "expected `{`, found `\u{fffd}`"),
        ("{", 2, "expected `-`, `+`, a number, `twins`, a filter or `{`, found the end"),
        ("{}", 2, "expected `-`, `+`, a number, `twins`, a filter or `{`, found `}`"),
        ("{twin}", 2, "expected `twins`, found `t`"),
        (
            "{twins p}",
            7,
            "with `twins` there can be the options `o`, `e`, `m`, `c`, `k` and `b` only",
        ),
        ("{twins+1}", 7, "expected an option or `}`, found `+`"),
        ("{+0}", 3, "expected a number from 1 to 81, found 0"),
        (
            "{-1}*",
            5,
            "this leaves all parts of a puzzle; with `+0`, as in `{-1+0}*`, only proper ones are \
             kept",
        ),
        ("{-}", 3, "expected a number from 1 to 81, found `}`"),
        ("{-0+1}", 3, "expected a number from 1 to 81, found 0"),
        ("{-1+82}", 5, "expected a number from 0 to 81, found 82"),
        (
            "{-99999999999999999999}",
            3,
            "expected a number from 1 to 81, found 99999999999999999999",
        ),
        ("{-1+1", 6, "expected an option or `}`, found the end"),
        ("{-1 1}", 5, "expected `+`, an option or `}`, found `1`"),
        ("{+1-1}", 4, "expected an option or `}`, found `-`"),
        ("{-1+1 q}", 7, "expected an option or `}`, found `q`"),
        ("{-1+1 i i}", 9, "`i` is there twice"),
        ("{-1+1 r1% r2%}", 11, "`r` is there twice"),
        (
            "{-1+1 r5}",
            8,
            "expected a share such as 1% or 0.25%, above 0% and up to 100%, found `5`",
        ),
        ("{-1+1 r1%s}", 11, "expected a number, found `}`"),
        (
            "{-1+1 c20..17}",
            8,
            "expected numbers of clues such as 17..20, 17.., ..20 or 17, up to 81, found `20..17`",
        ),
        ("{-1+1 @0}", 8, "expected a number from 1 to 81, found 0"),
        ("{-1+2 p}", 7, "with `p` there can't be more candidates to add than clues to take off"),
        ("{-1+1}x", 8, "expected a number from 1 to 1000000, found the end"),
        ("{-1+1}x0", 8, "expected a number from 1 to 1000000, found 0"),
        ("{-1+1}y", 7, "expected `{` or the end, found `y`"),
        ("{-1+1}x2x3", 9, "expected `{` or the end, found `x`"),
        ("{-1+1}}", 7, "expected `{` or the end, found `}`"),
        ("{{-1+1}", 8, "expected `{` or `}`, found the end"),
        ("{2}", 4, "expected `*`: a number alone is repeated until nothing new comes"),
        ("{2}x3", 4, "expected `*`: a number alone is repeated until nothing new comes"),
        ("{-1+1}:17", 7, "this would never end: `{-1+1}` need not lower the number of clues"),
        (
            "{{-2+1}{-1+2}}:17",
            15,
            "this would never end: `{{-2+1}{-1+2}}` need not lower the number of clues",
        ),
        (
            "{{-2+1}:20}:17",
            12,
            "this would never end: `{{-2+1}:20}` need not lower the number of clues",
        ),
        ("{-1+1 é}", 7, "expected an option or `}`, found `é`"),
    ]);
    let deep = format!("{}{}", "{".repeat(100_000), "}".repeat(100_000));
    assert_eq!(deep.parse::<Sequence>().unwrap_err().column, 33);
}

#[test]
fn phases_are_counted_where_the_puzzles_do_not_decide() {
    for (text, phases) in [
        ("{-1+1}", Some(1)),
        ("{{-1+1}x3{-2+1}}x2", Some(8)),
        ("{{{-1+1}x1000000}x1000000}x1000000{-1+1}", Some(1_000_000_000_000_000_001)),
        ("{-1+1}{1}*", None),
        ("{-2+1}:17", None),
        ("{{-2+1}:17}x2", None),
    ] {
        assert_eq!(read(text).phases(), phases, "{text}");
    }
}

fn ranges() -> impl Strategy<Value = ClueRange> {
    (0..=81_usize, 0..=81_usize).prop_map(|(a, b)| ClueRange { least: a.min(b), most: a.max(b) })
}

fn steps() -> impl Strategy<Value = TourStep> {
    const KINDS: &[StepKind] = &[StepKind::OffOn, StepKind::OffOn, StepKind::Off, StepKind::Twins];
    let numbers = (prop::sample::select(KINDS), 0..=81_usize, 0..=81_usize);
    let sample = (1..=1_000_000_u32, any::<u64>())
        .prop_map(|(per_million, seed)| Sample { per_million, seed });
    let flags = prop::array::uniform5(any::<bool>());
    let rest = (0..81_usize, prop::option::of(sample), prop::option::of(ranges()));
    (numbers, flags, rest).prop_map(|((kind, off, on), flags, (first_clue, sample, clues))| {
        let [in_place, superfluous, one_each, as_found, minimal] = flags;
        let in_place = in_place && on <= off;
        // What takes no clues off has none to choose from.
        let (first_clue, sample) = if off == 0 { (0, None) } else { (first_clue, sample) };
        let change = OffOn { superfluous, in_place, first_clue, sample, ..OffOn::new(off, on) };
        let (kind, change) = match kind {
            StepKind::Off if off > 0 => (kind, OffOn { on: 0, ..change }),
            StepKind::Twins => (kind, TourStep::twins().change),
            _ if off + on == 0 => (StepKind::Twins, TourStep::twins().change),
            _ => (StepKind::OffOn, change),
        };
        // What a step keeps is in the tables above.
        TourStep { kind, change, one_each, as_found, minimal, clues, keep: None, hardest: None }
    })
}

fn bodies() -> impl Strategy<Value = Body> {
    steps().prop_map(Body::Step).prop_recursive(4, 24, 4, |inner| {
        let part = (inner, repeats()).prop_map(|(body, repeat)| SequencePart { body, repeat });
        prop::collection::vec(part, 1..4).prop_map(|parts| Body::Group(Sequence { parts }))
    })
}

fn repeats() -> impl Strategy<Value = Repeat> {
    prop_oneof![
        4 => (1..=1_000_000_u32).prop_map(Repeat::Times),
        1 => (1..=81_usize).prop_map(Repeat::Until),
        1 => Just(Repeat::Closure),
    ]
}

proptest! {
    #[test]
    fn what_is_displayed_is_read_back(parts in prop::collection::vec((bodies(), repeats()), 1..5)) {
        let parts = parts.into_iter().map(|(body, repeat)| SequencePart { body, repeat }).collect();
        let sequence = Sequence { parts };
        match sequence.to_string().parse::<Sequence>() {
            Ok(read) => prop_assert_eq!(read, sequence),
            // What types allow and the grammar doesn't.
            Err(error) => {
                let is_known = ["this would never end", "this leaves all parts"]
                    .iter()
                    .any(|problem| error.fault.starts_with(problem));
                prop_assert!(is_known, "{}", error);
            }
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "[{}x:*+@0-9pioemcrstwn%. é-]{0,30}") {
        match text.parse::<Sequence>() {
            Ok(sequence) => prop_assert_eq!(sequence.to_string().parse(), Ok(sequence)),
            Err(error) => prop_assert!(error.column <= text.chars().count() + 1),
        }
    }
}

#[test]
fn a_first_clue_that_no_puzzle_has_is_written() {
    let mut step = TourStep::new(1, 1);
    step.change.first_clue = usize::MAX;
    assert_eq!(step.to_string(), format!("{{-1+1 @{}}}", usize::MAX));
}
