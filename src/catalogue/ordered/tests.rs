use super::*;
use crate::catalogue::{ReadProgress, detached};
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

fn calm() -> AtomicBool {
    AtomicBool::new(false)
}

fn pause(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

#[test]
fn results_come_in_order_whatever_the_work_takes() {
    for number in [1, 2, 5] {
        let mut seen = Vec::new();
        let work = |(): &mut (), n: u64| {
            pause(n * 7919 % 5);
            n
        };
        let end = Ordered::on(number, &calm()).run(
            0..100,
            || (),
            work,
            |n| {
                seen.push(n);
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
        assert!(seen.iter().copied().eq(0..100), "{seen:?}");
    }
}

#[test]
fn what_was_begun_before_a_stop_is_passed_on_if_that_is_wanted() {
    for (number, passes) in [(1, false), (1, true), (3, false), (3, true)] {
        let (stop, mut seen) = (calm(), Vec::new());
        let work = |(): &mut (), n: u64| {
            if n == 20 {
                stop.store(true, Ordering::Relaxed);
            }
            n
        };
        let sink = |n| {
            seen.push(n);
            if n == 30 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let end = Ordered::on(number, &stop).passing_begun(passes).run(0..100, || (), work, sink);
        assert_eq!(end, ControlFlow::Continue(OrderedEnd::Interrupted));
        assert!(seen.iter().copied().eq(0..seen.len() as u64), "{seen:?}");
        assert_eq!(seen.contains(&20), passes, "{number}: {seen:?}");
    }
}

#[test]
fn a_thread_keeps_its_state() {
    let made = AtomicUsize::new(0);
    let state = || {
        made.fetch_add(1, Ordering::Relaxed);
        0
    };
    let work = |done: &mut usize, _: usize| {
        *done += 1;
        *done
    };
    let mut firsts = 0;
    let end = Ordered::on(3, &calm()).run(0..100, state, work, |done| {
        firsts += usize::from(done == 1);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
    assert!(made.load(Ordering::Relaxed) == firsts && (1..=3).contains(&firsts), "{firsts}");
}

#[test]
fn no_more_threads_are_started_than_there_are_chunks() {
    let own = thread::current().id();
    let threads_of = |chunks: Box<dyn Iterator<Item = u32> + Send>| {
        let mut threads = Vec::new();
        let _ = Ordered::on(3, &calm()).run(
            chunks,
            || (),
            |(), _| thread::current().id(),
            |thread| {
                threads.push(thread);
                ControlFlow::<()>::Continue(())
            },
        );
        threads
    };
    assert_eq!(threads_of(Box::new(0..1)), [own]);
    assert_eq!(threads_of(Box::new(0..0)), []);
    // Nothing says that no other follows.
    let one = threads_of(Box::new((0..2).filter(|n| *n == 0)));
    assert!(one.len() == 1 && one[0] != own);
    assert!(threads_of(Box::new(0..5)).iter().all(|thread| *thread != own));
}

#[test]
fn a_break_stops_the_work_in_progress() {
    let started = AtomicUsize::new(0);
    let stop = calm();
    let work = |(): &mut (), n: usize| {
        started.fetch_add(1, Ordering::Relaxed);
        while n > 2 && !stop.load(Ordering::Relaxed) {
            pause(1);
        }
        n
    };
    let sink = |n| if n == 2 { ControlFlow::Break("closed") } else { ControlFlow::Continue(()) };
    let end = Ordered::on(2, &stop).run(0.., || (), work, sink);
    assert_eq!(end, ControlFlow::Break("closed"));
    assert!(started.into_inner() <= 3 + 2, "no work is started after the break");
}

#[test]
fn a_stop_from_outside_ends_a_wait_for_the_input() {
    let (_keep, never) = mpsc::channel::<()>();
    let progress = ReadProgress::new();
    let begin = Instant::now();
    let end = thread::scope(|scope| {
        scope.spawn(|| {
            pause(60);
            progress.stop().store(true, Ordering::Relaxed);
        });
        let chunks = detached(never.into_iter(), progress.clone());
        Ordered::on(2, progress.stop()).run(
            chunks,
            || (),
            |(), ()| (),
            |()| ControlFlow::<()>::Continue(()),
        )
    });
    assert_eq!(end, ControlFlow::Continue(OrderedEnd::Interrupted));
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_slow_source_gets_each_answer_before_the_next_question() {
    let (ask, questions) = mpsc::channel::<u32>();
    ask.send(0).unwrap();
    let chunks = std::iter::from_fn(move || questions.recv().ok());
    let (mut ask, mut answers) = (Some(ask), 0);
    // Each question comes only after the answer to the one before.
    let _ = Ordered::on(2, &calm()).run(
        chunks,
        || (),
        |(), n| n,
        |n| {
            answers += 1;
            match n {
                5 => drop(ask.take()),
                _ => ask.as_ref().unwrap().send(n + 1).unwrap(),
            }
            ControlFlow::<()>::Continue(())
        },
    );
    assert_eq!(answers, 6);
}

#[test]
fn a_break_ends_a_wait_for_the_input() {
    let (ask, questions) = mpsc::channel::<u32>();
    ask.send(0).unwrap();
    let progress = ReadProgress::new();
    let chunks = detached(questions.into_iter(), progress.clone());
    let end = Ordered::on(2, progress.stop()).run(chunks, || (), |(), n| n, ControlFlow::Break);
    assert_eq!(end, ControlFlow::Break(0));
    assert!(ask.send(1).is_err() || progress.stop().load(Ordering::Relaxed));
}

#[test]
fn no_more_are_in_flight_than_there_is_room_for() {
    let (taken, passed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let chunks = (0..200).inspect(|_| {
        taken.fetch_add(1, Ordering::SeqCst);
    });
    let work = |(): &mut (), n: u64| {
        // The first takes longest, and the others wait behind it.
        pause(if n == 0 { 60 } else { 0 });
    };
    let _ = Ordered::on(3, &calm()).ahead(2).run(
        chunks,
        || (),
        work,
        |()| {
            let in_flight = taken.load(Ordering::SeqCst) - passed.fetch_add(1, Ordering::SeqCst);
            // Each thread may have seen the room for one more.
            assert!(in_flight <= 2 * 3 + 3, "{in_flight}");
            ControlFlow::<()>::Continue(())
        },
    );
    assert_eq!(passed.into_inner(), 200);
}

#[test]
fn a_stop_from_outside_wakes_those_that_wait_for_room() {
    let stop = calm();
    let work = |(): &mut (), n: usize| {
        // The others fill all room behind the first one, and wait.
        while n == 0 && !stop.load(Ordering::Relaxed) {
            pause(1);
        }
    };
    let end = thread::scope(|scope| {
        scope.spawn(|| {
            pause(60);
            stop.store(true, Ordering::Relaxed);
        });
        Ordered::on(3, &stop).ahead(2).run(0.., || (), work, |()| ControlFlow::<()>::Continue(()))
    });
    assert_eq!(end, ControlFlow::Continue(OrderedEnd::Interrupted));
}

#[test]
fn one_thread_is_the_calling_one() {
    let own = thread::current().id();
    let work = |(): &mut (), n: usize| {
        assert_eq!(thread::current().id(), own);
        n
    };
    let end = Ordered::on(1, &calm()).run(0..9, || (), work, |_| ControlFlow::<()>::Continue(()));
    assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
}

#[test]
fn panics_come_out() {
    let run = |chunks: Box<dyn Iterator<Item = u32> + Send>, bad: u32| {
        let progress = ReadProgress::new();
        let chunks = detached(chunks, progress.clone());
        let work = move |(): &mut (), n| {
            assert_ne!(n, bad, "the work's");
            n
        };
        let sink = |n| {
            assert_ne!(n + 10, bad, "the sink's");
            ControlFlow::<()>::Continue(())
        };
        let run = || Ordered::on(2, progress.stop()).run(chunks, || (), work, sink);
        panic::catch_unwind(AssertUnwindSafe(run)).is_err()
    };
    assert!(run(Box::new(0..10), 7));
    assert!(run(Box::new(0..10), 17));
    assert!(run(Box::new((0..10).inspect(|&n| assert_ne!(n, 7, "the reader's"))), 99));
    assert!(!run(Box::new(0..10), 99));
}

/// Each item passes on parts of its result: of item n the numbers from 100 n.
fn parts(n: u64, turn: &OrderedTurn<'_, u64>) -> u64 {
    for part in 100 * n..100 * n + 9 {
        pause(part * 7919 % 3);
        if turn.pass(part).is_break() {
            break;
        }
    }
    100 * n + 9
}

#[test]
fn parts_come_in_their_order_behind_all_earlier_results() {
    for number in [1, 2, 5] {
        let mut seen = Vec::new();
        let end = Ordered::on(number, &calm()).ahead(1).run_in_parts(
            0..30,
            || (),
            // Every third one has no parts, and is done before its turn.
            |(): &mut (), n: u64, turn| if n.is_multiple_of(3) { 100 * n } else { parts(n, turn) },
            |part| {
                seen.push(part);
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
        let of = |n: u64| 100 * n..100 * n + if n.is_multiple_of(3) { 1 } else { 10 };
        assert!(seen.iter().copied().eq((0..30).flat_map(of)), "{number}: {seen:?}");
    }
}

#[test]
fn a_turn_comes_with_the_last_result_before_it() {
    let is_first_done = AtomicBool::new(false);
    let work = |(): &mut (), n: u64, turn: &OrderedTurn<'_, u64>| {
        if n == 0 {
            pause(60);
            is_first_done.store(true, Ordering::SeqCst);
        } else {
            assert!(n > 1 || !turn.has_come() || is_first_done.load(Ordering::SeqCst));
            assert_eq!(turn.wait(), ControlFlow::Continue(()));
            assert!(turn.has_come() && is_first_done.load(Ordering::SeqCst));
        }
        n
    };
    let sink = |_| ControlFlow::<()>::Continue(());
    let end = Ordered::on(2, &calm()).run_in_parts(0..5, || (), work, sink);
    assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
}

#[test]
fn a_break_at_a_part_ends_the_run() {
    for number in [1, 3] {
        let sink =
            |part| if part == 204 { ControlFlow::Break(part) } else { ControlFlow::Continue(()) };
        let work = |(): &mut (), n, turn: &OrderedTurn<'_, u64>| parts(n, turn);
        let end = Ordered::on(number, &calm()).run_in_parts(0.., || (), work, sink);
        assert_eq!(end, ControlFlow::Break(204));
    }
}

#[test]
fn a_stop_ends_a_wait_for_a_turn() {
    let stop = calm();
    let work = |(): &mut (), n: u64, turn: &OrderedTurn<'_, u64>| {
        // The first never ends by itself, and the others wait behind it.
        while n == 0 && !stop.load(Ordering::Relaxed) {
            pause(1);
        }
        if n > 0 {
            assert_eq!(turn.wait(), ControlFlow::Break(()));
        }
        n
    };
    let end = thread::scope(|scope| {
        scope.spawn(|| {
            pause(60);
            stop.store(true, Ordering::Relaxed);
        });
        let sink = |_| ControlFlow::<()>::Continue(());
        Ordered::on(3, &stop).run_in_parts(0.., || (), work, sink)
    });
    assert_eq!(end, ControlFlow::Continue(OrderedEnd::Interrupted));
}

#[test]
fn a_panic_of_the_sink_at_a_part_comes_out() {
    let run = || {
        let work = |(): &mut (), n, turn: &OrderedTurn<'_, u64>| parts(n, turn);
        let sink = |part| {
            assert_ne!(part, 305, "the sink's");
            ControlFlow::<()>::Continue(())
        };
        Ordered::on(2, &calm()).run_in_parts(0..9, || (), work, sink)
    };
    assert!(panic::catch_unwind(AssertUnwindSafe(run)).is_err());
}
