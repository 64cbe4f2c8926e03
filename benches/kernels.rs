//! Measures what a deck costs, in blocks of 64: each shuffle of 40 cards with each generator, each statistic of 52
//! cards, and whole suites.

use std::hint::black_box;

use deck::{BLOCK, Block, Rows};
use deck::rng::{GENERATORS, Generator, Seed};
use shuffle::routine::{Letters, Routine};
use source::{Simulated, Source};
use statistic::{Counting, Design, Probe, Gauge, SUITES, Suite, Tally};
use criterion::{Bencher, Criterion, Throughput, criterion_group, criterion_main};

const CARDS: usize = 40;

fn shuffles(criterion: &mut Criterion) {
    let letters = Letters::default();
    let mut group = criterion.benchmark_group("shuffle");
    group.throughput(Throughput::Elements(BLOCK as u64));
    for about in GENERATORS {
        for letter in ["S", "G", "R", "H", "C"] {
            let plan = Routine::parse(letter, &letters).expect("a letter").plan(&letters);
            let stream = about.generator.stream(&Seed::Integer(1), letter, 0, 0).expect("a small seed");
            let mut source = Simulated::new(&plan, stream, about.generator.streams(), 0, u64::MAX);
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

/// Blocks of ideal decks, as a source hands them over.
fn blocks(cards: usize) -> Vec<Block> {
    let letters = Letters::default();
    let plan = Routine::parse("S", &letters).expect("a letter").plan(&letters);
    let generator = Generator::DEFAULT;
    let stream = generator.stream(&Seed::Integer(1), "S", 0, 0).expect("a small seed");
    let mut source = Simulated::new(&plan, stream, generator.streams(), 0, u64::MAX);
    let mut next = || {
        let mut block = Block::new(cards);
        source.fill(&mut block).expect("simulated");
        block.index_rows();
        block
    };
    (0..16).map(|_| next()).collect()
}

/// The decks of `from`, and nothing that was made of them.
fn refill(block: &mut Block, from: &Block) {
    match (block.fill_rows(BLOCK, 0), from.rows()) {
        (Rows::Bytes(to), Some(Rows::Bytes(from))) => to.cells_mut().copy_from_slice(from.cells()),
        (Rows::Words(to), Some(Rows::Words(from))) => to.cells_mut().copy_from_slice(from.cells()),
        _ => unreachable!("decks of one size"),
    }
}

/// Measures what it takes to count for `probes`, with all that they read made once.
fn count(bencher: &mut Bencher<'_>, probes: &[Probe], blocks: &[Block]) {
    let cards = blocks[0].cards();
    let mut gauges: Vec<Gauge<'_>> = Vec::new();
    for probe in probes {
        let gauge: Gauge<'_> = probe.gauge();
        if gauges.iter().all(|known| known.key() != gauge.key()) {
            gauges.push(gauge);
        }
    }
    let empty = |gauge: &Gauge<'_>| Tally::empty(gauge.counter, cards);
    let mut tallies: Vec<Tally> = gauges.iter().map(empty).collect();
    let mut counting = Counting::new(&gauges, cards);
    let mut block = Block::new(cards);
    let mut at = 0;
    bencher.iter(|| {
        refill(&mut block, &blocks[at % blocks.len()]);
        at += 1;
        counting.count(black_box(&mut block), &mut tallies);
    });
}

/// Each statistic by itself, and suites, of 52 cards.
fn statistics(criterion: &mut Criterion) {
    const CARDS: usize = 52;
    let blocks = blocks(CARDS);
    let design = Design { size: CARDS, trials: 1_000_000, replicates: 1 };
    let mut group = criterion.benchmark_group("count");
    group.throughput(Throughput::Elements(BLOCK as u64));
    for about in SUITES {
        let probes = about.suite.probes(&design).expect("suites need no parameters");
        group.bench_function(format!("suite/{}", about.name), |bencher| {
            count(bencher, &probes, &blocks);
        });
    }
    for probe in Suite::Deep.probes(&design).expect("suites need no parameters") {
        if probe.lag() == 0 {
            group.bench_function(probe.name().to_owned(), |bencher| {
                count(bencher, std::slice::from_ref(&probe), &blocks);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, shuffles, statistics);
criterion_main!(benches);
