//! The slots of a window beside a plain list of the numbers that their parts have: parts are
//! started, done, cut and popped by chance.

use super::*;
use crate::chance::Chance;
use crate::cover::Cover;

/// The numbers of uncut parts, each a byte of memory.
struct Numbers(Vec<usize>);

impl Gather for Numbers {
    fn take(&mut self, _: Cover<'_>) {}

    fn bytes(&self) -> usize {
        self.0.len()
    }
}

fn none() -> Numbers {
    Numbers(Vec::new())
}

/// The parts of the slots as spans of numbers, in order.
#[derive(Default)]
struct Spans {
    left: VecDeque<[usize; 2]>,
    /// Those that have been started, and those that run, with their ids.
    started: Vec<[usize; 2]>,
    running: Vec<(u64, [usize; 2])>,
}

impl Spans {
    /// The first that has not been started runs by this id.
    fn start(&mut self, id: u64) {
        let first = self.left.iter().find(|span| !self.started.contains(span));
        let first = *first.expect("a part waits");
        self.started.push(first);
        self.running.push((id, first));
    }

    /// A running one ends by chance: it is done, or cut in two.
    fn end(&mut self, chance: &mut Chance) -> (u64, Outcome<Numbers>) {
        let (id, [start, end]) = self.running.swap_remove(chance.below(self.running.len()));
        if end - start < 5 || chance.below(3) > 0 {
            return (id, Outcome::Done(Numbers((start..end).collect()), 1));
        }
        let middle = start + 1 + chance.below(end - start - 1);
        let at = self.left.iter().position(|&span| span == [start, end]).unwrap();
        self.left[at] = [start, middle];
        self.left.insert(at + 1, [middle, end]);
        (id, Outcome::Cut(vec![Part::whole(); 2]))
    }
}

#[test]
fn what_is_popped_is_in_order_whatever_is_cut_and_whenever() {
    for seed in 0..2000 {
        let mut chance = Chance::new(seed, 0);
        let (memory, mut slots, mut popped) =
            (50 * chance.below(6), Slots::new(vec![Part::whole(); 4], 2), 0);
        let left = (0..4).map(|k| [100 * k, 100 * k + 100]).collect();
        let mut spans = Spans { left, ..Spans::default() };
        while !slots.all.is_empty() {
            match chance.below(3) {
                0 => {
                    if let Some(started) = slots.start(memory) {
                        spans.start(started.id);
                    }
                }
                1 if !spans.running.is_empty() => {
                    let (id, outcome) = spans.end(&mut chance);
                    slots.note(id, outcome, none);
                }
                _ => {
                    while let Some(DonePart { gathered: Numbers(numbers), .. }) = slots.pop() {
                        let [start, end] = spans.left.pop_front().unwrap();
                        assert!(start == popped && numbers == (start..end).collect::<Vec<_>>());
                        popped = end;
                    }
                }
            }
            let waiting = slots.all.iter().filter(|slot| slot.is_waiting()).count();
            let behind = slots.all.range(slots.next..).filter(|slot| slot.is_waiting()).count();
            assert_eq!([waiting, behind], [slots.waiting; 2], "seed {seed}");
        }
        assert_eq!((popped, slots.bytes, slots.running), (400, 0, 0), "seed {seed}");
    }
}
