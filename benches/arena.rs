//! Links as indices into a vector, or as references into a typed arena?
//!
//! `cargo bench --bench arena`; with `-- --test` each is run once. The textbook's dancing links on
//! references, beside the engine's on indices of 16 and 32 bits. Every run checks its count. The
//! two are not the same algorithm: the engine also notices forced items and dead ends, and has no
//! links between an option's nodes.

use std::time::Duration;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use tourdion::cover::classics::{self, Region};
use tourdion::cover::{Engine, Links};
use typed_arena::Arena;

mod textbook;
use textbook::Textbook;

fn references_or_indices(criterion: &mut Criterion) {
    let problems = [
        ("queens 11", classics::queens(11), 2680),
        ("Langford 11", classics::langford(11), 35_584),
        ("pentominoes 3x20", classics::pentominoes(&Region::rectangle(3, 20)), 8),
    ];
    for (name, problem, count) in problems {
        let problem = problem.expect("the problem is small");
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
        let arena = Arena::new();
        let textbook = Textbook::new(&arena, &problem).expect("the problem has no colours");
        group.bench_function("references", |bencher| {
            bencher.iter(|| assert_eq!(textbook.count(u64::MAX), count));
        });
        let mut narrow = Links::<u16>::with_width(&problem).expect("the problem is small");
        group.bench_function("indices of 16 bits", |bencher| {
            bencher.iter(|| assert_eq!(narrow.count(u64::MAX), count));
        });
        let mut wide = Links::new(&problem).expect("the problem is small");
        group.bench_function("indices of 32 bits", |bencher| {
            bencher.iter(|| assert_eq!(wide.count(u64::MAX), count));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = references_or_indices
}
criterion_main!(benches);
