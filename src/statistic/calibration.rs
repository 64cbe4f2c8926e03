//! Tables on ideal decks: their laws against enumeration, and their false alarms against the level.

use super::table::Squares;
use super::{
    Counter, Counting, Design, KINDS, Tally, build, digit_pairs, digits, gaps, pair_order,
    successor_matrix,
};
use crate::deck::Block;
use crate::rng::{Generator, Seed};
use crate::routine::{Letters, Routine};
use crate::source::{Simulated, Source};

type Of = fn(&[u64], usize, u64) -> Squares;

/// Each of the tables: its kind, and its statistic.
const TABLES: &[(&str, Of)] = &[
    ("successor-matrix", successor_matrix::squares),
    ("gaps", gaps::squares),
    ("pair-order", pair_order::squares),
    ("lehmer-digits", digits::squares),
    ("swap-digits-top", digits::squares),
    ("swap-digits-bottom", digits::squares),
    ("digit-pairs", digit_pairs::squares),
    ("swap-pairs-top", digit_pairs::squares),
    ("swap-pairs-bottom", digit_pairs::squares),
];

#[test]
#[ignore]
fn explore() {
    let args = std::env::var("ARGS").unwrap();
    let a: Vec<&str> = args.split(' ').collect();
    let tables: Vec<(&str, Of)> = TABLES
        .iter()
        .copied()
        .filter(|t| a[0].split(',').any(|n| n == t.0))
        .collect();
    let cards: usize = a[1].parse().unwrap();
    let reps: u64 = a[3].parse().unwrap();
    let seed: u64 = a.get(4).map_or(1, |s| s.parse().unwrap());
    for n in a[2].split(',') {
        let n: u64 = n.parse().unwrap();
        let design = Design {
            cards,
            trials: n,
            replicates: 1,
        };
        let letters = Letters::default();
        let plan = Routine::parse("S", &letters).unwrap().plan(&letters);
        let g = Generator::DEFAULT;
        let vals: Vec<Vec<(f64, f64, f64)>> = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..2)
                .map(|th| {
                    let (plan, tables, design) = (&plan, &tables, &design);
                    scope.spawn(move || {
                        let readings: Vec<_> = tables
                            .iter()
                            .map(|t| build(t.0, toml::Table::new(), design).unwrap().reading())
                            .collect();
                        let stream = g.stream(&Seed::Integer(seed.into()), "cal", n, th).unwrap();
                        let mut src = Simulated::new(plan, stream, g.order(), 0, 0);
                        let mut block = Block::new(cards);
                        let mut counting = Counting::new(&readings, cards);
                        let mut tallies: Vec<Tally> = readings
                            .iter()
                            .map(|r| Tally::empty(r.counter, cards))
                            .collect();
                        let mut vals = vec![vec![]; tables.len()];
                        for _ in 0..reps / 2 {
                            src.go_on(n);
                            loop {
                                src.fill(&mut block).unwrap();
                                if block.is_empty() {
                                    break;
                                }
                                counting.count(&mut block, &mut tallies);
                            }
                            counting.settle(&mut tallies);
                            for (i, t) in tables.iter().enumerate() {
                                let s = t.1(tallies[i].cells(), cards, n);
                                let (lo, up) = s.tails(n);
                                vals[i].push((s.value, lo, up));
                            }
                            tallies.iter_mut().for_each(Tally::clear);
                        }
                        vals
                    })
                })
                .collect();
            let mut all = vec![vec![]; tables.len()];
            for h in handles {
                for (a, v) in all.iter_mut().zip(h.join().unwrap()) {
                    a.extend(v);
                }
            }
            all
        });
        for (t, v) in tables.iter().zip(&vals) {
            let m = v.len() as f64;
            let mean = v.iter().map(|x| x.0).sum::<f64>() / m;
            let var = v.iter().map(|x| (x.0 - mean).powi(2)).sum::<f64>() / m;
            let k3 = v.iter().map(|x| (x.0 - mean).powi(3)).sum::<f64>() / m;
            let k4 = v.iter().map(|x| (x.0 - mean).powi(4)).sum::<f64>() / m / var / var - 3.;
            print!(
                "{} n={cards} N={n}: mean {mean:.3} var {var:.3} skew {:.4} kurt {k4:.4} |",
                t.0,
                k3 / var.powf(1.5)
            );
            for level in [0.05, 0.01, 0.001, 0.0001, 0.00002] {
                let up = v.iter().filter(|x| x.2 <= level / 2.).count() as f64 / m / (level / 2.);
                let lo = v.iter().filter(|x| x.1 <= level / 2.).count() as f64 / m / (level / 2.);
                let one = v.iter().filter(|x| x.2 <= level).count() as f64 / m / level;
                print!(
                    " {level}: lo {lo:.2} up {up:.2} both {:.2} one {one:.2};",
                    (lo + up) / 2.
                );
            }
            println!();
        }
    }
    let _ = (KINDS.len(), |c: &dyn Counter| c.name());
}
