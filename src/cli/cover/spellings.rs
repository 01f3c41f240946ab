//! The texts of options, each spelled once.
//!
//! ```text
//!      texts      a b c | d e | a f          in the order in which they were first asked for
//!      places     -  0..5  -  5..8  8..11    of each option, if it was asked for
//! ```
//!
//! An option stands in many covers, and to spell it takes longer than to copy its text: see
//! docs/benchmarks/covers.md, *Printed*.
//!
//! Invariant: the texts take at most [`MOST`] bytes and one text. Beyond that all are forgotten.

use std::io;

use tourdion::cover::OptionId;

/// The bytes of texts that are kept: those of most problems, and few beside what a problem takes.
const MOST: usize = 1 << 22;

/// Texts of options.
pub(super) struct Spellings {
    texts: Vec<u8>,
    /// The beginning and the end of each option's text; an empty one for an option without a text.
    places: Vec<[u32; 2]>,
}

impl Spellings {
    /// None yet, of this number of options.
    pub(super) fn new(options: usize) -> Spellings {
        Spellings { texts: Vec::new(), places: vec![[0; 2]; options] }
    }

    /// The text of an option, which `spell` appends if it is not there.
    ///
    /// # Errors
    /// Those of `spell`.
    pub(super) fn of(
        &mut self,
        option: OptionId,
        spell: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<&[u8]> {
        let mut place = self.places[option.index()];
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
        let mut spellings = Spellings::new(3);
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
        assert_eq!(text(&mut spellings, 0, MOST), 2);
        assert_eq!(text(&mut spellings, 2, 5), 2);
        assert_eq!(text(&mut spellings, 1, 7), 3);
        assert_eq!(text(&mut spellings, 2, 5), 4, "all were forgotten");
        assert_eq!(text(&mut spellings, 1, 7), 4);
    }
}
