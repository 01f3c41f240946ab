//! The texts of options, each spelled once.
//!
//! ```text
//!      texts      a b c | d e | a f          in the order in which they were first asked for
//!      places     -  0..5  -  5..8  8..11    of each option, if it was asked for
//! ```
//!
//! An option stands in many covers, and to spell it takes longer than to copy its text: see
//! docs/benchmarks/covers.md, *Printed*. Most questions end with the first cover, so texts are kept
//! from the second on.
//!
//! Invariant: the texts take at most [`MOST`] bytes and one text. Beyond that all are forgotten.

use std::io;

use tourdion::cover::OptionId;

/// The bytes of texts that are kept: those of most problems, and few beside what a problem takes.
const MOST: usize = 1 << 22;

/// Texts of options.
#[derive(Default)]
pub(super) struct Spellings {
    texts: Vec<u8>,
    /// The beginning and the end of each option's text; an empty one for an option without a text.
    /// Empty while no texts are kept.
    places: Vec<[u32; 2]>,
}

impl Spellings {
    /// Keeps texts from now on, of this number of options.
    pub(super) fn keep(&mut self, options: usize) {
        self.texts.clear();
        self.places = vec![[0; 2]; options];
    }

    /// Whether texts are kept.
    pub(super) fn are_kept(&self) -> bool {
        !self.places.is_empty()
    }

    /// The text of an option, which `spell` appends if it is not kept.
    ///
    /// # Errors
    /// Those of `spell`.
    pub(super) fn of(
        &mut self,
        option: OptionId,
        spell: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<&[u8]> {
        let Some(&(mut place)) = self.places.get(option.index()) else {
            self.texts.clear();
            spell(&mut self.texts)?;
            return Ok(&self.texts);
        };
        if place[0] == place[1] {
            if self.texts.len() >= MOST {
                self.texts.clear();
                self.places.fill([0; 2]);
            }
            let start = self.texts.len();
            spell(&mut self.texts)?;
            place = [start as u32, self.texts.len() as u32];
            self.places[option.index()] = place;
        }
        Ok(&self.texts[place[0] as usize..place[1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_spelled_once_until_all_are_forgotten() {
        let mut spellings = Spellings::default();
        let mut spelled = 0;
        let mut text = |spellings: &mut Spellings, option: usize, size: usize| {
            let spell = |text: &mut Vec<u8>| {
                spelled += 1;
                text.resize(text.len() + size, b'a' + option as u8);
                Ok(())
            };
            let text = spellings.of(OptionId::at(option), spell).unwrap();
            assert!(text.len() == size && text.iter().all(|&byte| byte == b'a' + option as u8));
            spelled
        };
        assert_eq!(text(&mut spellings, 2, 5), 1);
        assert_eq!(text(&mut spellings, 2, 5), 2, "none was kept");
        spellings.keep(3);
        assert_eq!(text(&mut spellings, 2, 5), 3);
        assert_eq!(text(&mut spellings, 0, MOST), 4);
        assert_eq!(text(&mut spellings, 2, 5), 4);
        assert_eq!(text(&mut spellings, 1, 7), 5);
        assert_eq!(text(&mut spellings, 2, 5), 6, "all were forgotten");
        assert_eq!(text(&mut spellings, 1, 7), 6);
    }
}
