//! Text in pages.

use crate::excerpt::plain;

/// A text as HTML. Characters that can't be in a page, such as those that steer a terminal, are
/// shown as a mark.
pub(super) fn escaped(text: &str) -> String {
    plain(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn signs_are_written_out() {
        assert_eq!(
            escaped("a<b> & \"c\"\u{1b}[1m\nd"),
            "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd}[1m\nd"
        );
    }
}
