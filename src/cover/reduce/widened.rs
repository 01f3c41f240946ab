//! The covers that one cover of the rest stands for: every choice of one twin for each of its
//! options.

use crate::cover::OptionId;

/// An iterator over these covers, each with its options in ascending order.
#[derive(Clone, Debug)]
pub struct Widened<'r> {
    /// Each cover has one option of each class.
    classes: Vec<&'r [OptionId]>,
    /// The choice in each class for the next cover; `None` after the last.
    places: Option<Vec<usize>>,
}

impl<'r> Widened<'r> {
    pub(super) fn new(classes: Vec<&'r [OptionId]>) -> Widened<'r> {
        let is_empty = classes.iter().any(|class| class.is_empty());
        Widened { places: (!is_empty).then(|| vec![0; classes.len()]), classes }
    }

    /// Goes on to the next choice, like a counter.
    fn turn(&mut self) {
        let Some(places) = &mut self.places else { return };
        for (place, class) in places.iter_mut().zip(&self.classes).rev() {
            *place += 1;
            if *place < class.len() {
                return;
            }
            *place = 0;
        }
        self.places = None;
    }
}

impl Iterator for Widened<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        let places = self.places.as_ref()?;
        let mut cover: Vec<OptionId> =
            places.iter().zip(&self.classes).map(|(&place, class)| class[place]).collect();
        cover.sort_unstable();
        self.turn();
        Some(cover)
    }
}
