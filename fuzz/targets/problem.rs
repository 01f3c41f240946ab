//! A problem in any form that is read is written, and read again as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tourdion::cover::{Problem, ProblemForm};

fuzz_target!(|data: &[u8]| {
    let [form, text @ ..] = data else { return };
    let read = match ProblemForm::ALL.get(usize::from(form % 8)) {
        Some(form) => form.read(text),
        None => ProblemForm::read_recognised(text),
    };
    match read {
        Err(error) => {
            let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
            let line = error
                .line
                .checked_sub(1)
                .and_then(|k| lines.get(k))
                .expect("the line is in the text");
            assert!((1..=line.len() + 1).contains(&error.column), "{error}");
        }
        Ok(problem) => {
            let written = problem.to_string();
            let again: Problem =
                written.parse().unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again.to_string(), written);
            assert_eq!(again.items().len(), problem.items().len());
            for option in problem.options() {
                assert_eq!(again.cost(option), problem.cost(option));
                assert_eq!(again.spelled(option).to_string(), problem.spelled(option).to_string());
            }
        }
    }
});
