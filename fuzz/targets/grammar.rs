//! A sequence of a tour that is read is written, and read again as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tourdion::tour::Sequence;

fuzz_target!(|text: &str| {
    match text.parse::<Sequence>() {
        Ok(sequence) => {
            let written = sequence.to_string();
            assert_eq!(written.parse().as_ref(), Ok(&sequence), "{written}");
            let _ = (sequence.phases(), sequence.steps());
        }
        Err(error) => {
            assert!((1..=text.chars().count() + 1).contains(&error.column), "{error:?}");
            let _ = error.to_string();
        }
    }
});
