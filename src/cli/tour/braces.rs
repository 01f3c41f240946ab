//! Braces around a step: what to type where they are missing.
//!
//! ```text
//!      -1+1x3      a step stands in braces: '{-1+1}x3'
//! ```

use tourdion::tour::Sequence;

/// The tip for a tour's sequence without its braces; `None` if braces don't make it one.
pub(in crate::cli) fn in_braces(text: &str) -> Option<String> {
    let end = text.find(['x', ':', '*']).unwrap_or(text.len());
    let (step, repeat) = text.split_at(end);
    let (whole, repeated) = (format!("{{{text}}}"), format!("{{{step}}}{repeat}"));
    let sequence = [whole, repeated].iter().find_map(|text| text.parse::<Sequence>().ok())?;
    Some(format!("a step stands in braces: '{sequence}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_are_put_around_a_step() {
        let tip = |sequence: &str| Some(format!("a step stands in braces: '{sequence}'"));
        for (text, sequence) in [
            ("-1+1", "{-1+1}"),
            ("-1+1x3", "{-1+1}x3"),
            ("-2+1:17", "{-2+1}:17"),
            ("2*", "{-2+2}*"),
            ("-1\n+1", "{-1+1}"),
            ("-1+1 k(bxb>4)", "{-1+1 k(bxb>4)}"),
            ("twins", "{twins}"),
        ] {
            assert_eq!(in_braces(text), tip(sequence));
        }
        for text in ["", "puzzles.txt", "--dry-run", "-1+1}", "1", "-x"] {
            assert_eq!(in_braces(text), None, "{text}");
        }
    }
}
