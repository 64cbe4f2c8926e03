//! What a deck costs: each shuffle with each generator, and each counter, in blocks of 64 decks of
//! 40 cards.

use std::hint::black_box;

use colddeck::deck::{BLOCK, Block};
use colddeck::rng::{GENERATORS, Seed};
use colddeck::routine::{Letters, Routine};
use colddeck::source::{Simulated, Source};
use colddeck::statistic::{POSITIONS, RISING_SEQUENCES, Tally};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const CARDS: usize = 40;

fn shuffles(criterion: &mut Criterion) {
    let letters = Letters::default();
    let mut group = criterion.benchmark_group("shuffle");
    group.throughput(Throughput::Elements(BLOCK as u64));
    for about in GENERATORS {
        for letter in ["S", "G", "R", "H", "C"] {
            let plan = Routine::parse(letter, &letters).expect("a letter").plan(&letters);
            let stream = about.generator.stream(&Seed::Integer(1), letter, 0, 0).expect("a small seed");
            let mut source = Simulated::new(&plan, stream, about.generator.order(), 0, u64::MAX);
            let mut block = Block::new(CARDS);
            group.bench_function(format!("{letter}/{}", about.name), |bencher| {
                bencher.iter(|| {
                    source.fill(&mut block).expect("simulated");
                    black_box(&mut block);
                });
            });
        }
    }
    group.finish();
}

fn counters(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    group.throughput(Throughput::Elements(BLOCK as u64));
    let mut block = Block::new(CARDS);
    block.fill_sorted(BLOCK, 0);
    for counter in [POSITIONS, RISING_SEQUENCES] {
        let mut tally = Tally::empty(counter, CARDS);
        group.bench_function(counter.name(), |bencher| {
            bencher.iter(|| {
                block.index_rows();
                tally.count(counter, black_box(&block));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, shuffles, counters);
criterion_main!(benches);
