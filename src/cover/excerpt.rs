//! A user's text inside an error: short, and without signs that would steer a terminal.

use std::fmt::{self, Display, Write};

/// The most characters that are shown.
const LONGEST: usize = 60;

/// Shows a text of any length and content so that it fits into a line.
pub(super) struct Excerpt<'t>(pub(super) &'t str);

impl Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.chars();
        for c in rest.by_ref().take(LONGEST) {
            f.write_char(if c.is_control() { '\u{fffd}' } else { c })?;
        }
        if rest.next().is_some() { f.write_char('…') } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::Excerpt;

    #[test]
    fn long_texts_are_cut_and_control_characters_shown_as_a_mark() {
        assert_eq!(Excerpt("a\u{1b}[1mä").to_string(), "a\u{fffd}[1mä");
        assert_eq!(Excerpt(&"ä".repeat(60)).to_string(), "ä".repeat(60));
        assert_eq!(Excerpt(&"ä".repeat(61)).to_string(), format!("{}…", "ä".repeat(60)));
    }
}
