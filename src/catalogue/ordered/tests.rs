use super::*;
use crate::catalogue::{ReadProgress, detached};
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

fn threads(number: usize) -> Threads {
    Threads::new(number).unwrap()
}

static CALM: AtomicBool = AtomicBool::new(false);

fn pause(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

#[test]
fn results_come_in_order_whatever_the_work_takes() {
    for number in [1, 2, 5] {
        let mut seen = Vec::new();
        let work = |(): &mut (), n: u64, _: &AtomicBool| {
            pause(n * 7919 % 5);
            n
        };
        let threads = threads(number);
        let end = Ordered::on(&threads, &CALM).run(
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
fn a_thread_keeps_its_state() {
    let made = AtomicUsize::new(0);
    let state = || {
        made.fetch_add(1, Ordering::Relaxed);
        0
    };
    let work = |done: &mut usize, _: usize, _: &AtomicBool| {
        *done += 1;
        *done
    };
    let mut firsts = 0;
    let threads = threads(3);
    let end = Ordered::on(&threads, &CALM).run(0..100, state, work, |done| {
        firsts += usize::from(done == 1);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
    assert!(made.load(Ordering::Relaxed) == firsts && (1..=3).contains(&firsts), "{firsts}");
}

#[test]
fn a_break_stops_the_work_in_progress() {
    let started = AtomicUsize::new(0);
    let work = |(): &mut (), n: usize, stop: &AtomicBool| {
        started.fetch_add(1, Ordering::Relaxed);
        while n > 2 && !stop.load(Ordering::Relaxed) {
            pause(1);
        }
        n
    };
    let sink = |n| if n == 2 { ControlFlow::Break("closed") } else { ControlFlow::Continue(()) };
    let end = Ordered::on(&threads(2), &CALM).run(0.., || (), work, sink);
    assert_eq!(end, ControlFlow::Break("closed"));
    assert!(started.into_inner() <= 3 + 2, "no work is started after the break");
}

#[test]
fn an_interrupt_is_heard_while_the_reader_is_blocked() {
    let (_keep, never) = mpsc::channel::<()>();
    let interrupted = AtomicBool::new(false);
    let begin = Instant::now();
    let end = thread::scope(|scope| {
        scope.spawn(|| {
            pause(60);
            interrupted.store(true, Ordering::Relaxed);
        });
        let progress = ReadProgress::new();
        let chunks = detached(never.into_iter(), progress.clone());
        let threads = threads(2);
        let run = Ordered::on(&threads, &interrupted).stopping(progress.stop());
        run.run(chunks, || (), |(), (), _| (), |()| ControlFlow::<()>::Continue(()))
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
    let _ = Ordered::on(&threads(2), &CALM).run(
        chunks,
        || (),
        |(), n, _| n,
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
    let end = Ordered::on(&threads(2), &CALM).stopping(progress.stop()).run(
        chunks,
        || (),
        |(), n, _| n,
        ControlFlow::Break,
    );
    assert_eq!(end, ControlFlow::Break(0));
    assert!(ask.send(1).is_err() || progress.stop().load(Ordering::Relaxed));
}

#[test]
fn no_more_are_in_flight_than_there_is_room_for() {
    let (taken, passed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let chunks = (0..200).inspect(|_| {
        taken.fetch_add(1, Ordering::SeqCst);
    });
    let work = |(): &mut (), n: u64, _: &AtomicBool| {
        // The first takes longest, and the others wait behind it.
        pause(if n == 0 { 60 } else { 0 });
    };
    let _ = Ordered::on(&threads(3), &CALM).ahead(2).run(
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
#[should_panic(expected = "outside of its threads")]
fn a_run_does_not_wait_for_its_own_thread() {
    let threads = threads(2);
    let run = || {
        let sink = |()| ControlFlow::<()>::Continue(());
        Ordered::on(&threads, &CALM).run(0..3, || (), |(), _, _| (), sink)
    };
    let _ = threads.run(run);
}

#[test]
fn panics_come_out() {
    let run = |chunks: Box<dyn Iterator<Item = u32> + Send>, bad: u32| {
        let progress = ReadProgress::new();
        let chunks = detached(chunks, progress.clone());
        let work = move |(): &mut (), n, _: &AtomicBool| {
            assert_ne!(n, bad, "the work's");
            n
        };
        let sink = |n| {
            assert_ne!(n + 10, bad, "the sink's");
            ControlFlow::<()>::Continue(())
        };
        let run = || Ordered::on(&threads(2), &CALM).run(chunks, || (), work, sink);
        panic::catch_unwind(AssertUnwindSafe(run)).is_err()
    };
    assert!(run(Box::new(0..10), 7));
    assert!(run(Box::new(0..10), 17));
    assert!(run(Box::new((0..10).inspect(|&n| assert_ne!(n, 7, "the reader's"))), 99));
    assert!(!run(Box::new(0..10), 99));
}
