//! Colours, only on a terminal, and not if `NO_COLOR` is set.

use std::env;
use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use clap::builder::styling::{AnsiColor, Style};

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum When {
    /// On a terminal, unless the variable `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Paints texts, or leaves them plain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    on: bool,
}

/// The meaning of a text, which decides its colour.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tone {
    /// A place.
    Place,
    /// A puzzle with too many solutions.
    Warning,
    /// A puzzle without solutions, or an unreadable entry.
    Alarm,
}

impl Tone {
    fn style(self) -> Style {
        match self {
            Tone::Place => Style::new().bold(),
            Tone::Warning => AnsiColor::Yellow.on_default(),
            Tone::Alarm => AnsiColor::Red.on_default().bold(),
        }
    }
}

impl Paint {
    /// The paint for standard output.
    pub(super) fn new(when: When) -> Paint {
        let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Paint {
            on: match when {
                When::Auto => io::stdout().is_terminal() && !plain && !dumb,
                When::Always => true,
                When::Never => false,
            },
        }
    }

    /// Writes the output of `write` in the colour of `tone`.
    #[inline]
    pub(super) fn put(self, tone: Tone, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
        if !self.on {
            return write(out);
        }
        let style = tone.style();
        // A write into memory does not fail.
        let _ = write!(out, "{style}");
        write(out);
        let _ = write!(out, "{style:#}");
    }

    /// Writes a word in the colour of `tone`.
    #[inline]
    pub(super) fn word(self, tone: Tone, word: &str, out: &mut Vec<u8>) {
        self.put(tone, out, |out| out.extend_from_slice(word.as_bytes()));
    }
}
