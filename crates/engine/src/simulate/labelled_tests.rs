//! Simulated decks are labelled as decks that are read.

use super::{Job, Supply as _};
use deck::rng::{Generator, Seed};
use deck::{Block, Card};
use reader::{Copies, Format, LABELS_OF_SIMULATED, Labelled, Reading, Recorded, Start};
use shuffle::policy::{Memory, Policy};
use shuffle::routine::Plan;
use source::Source;

const CARDS: usize = 7;

/// All decks of a source.
fn all(mut source: impl Source) -> Vec<Vec<Card>> {
    let mut block = Block::new(CARDS);
    let mut decks = Vec::new();
    loop {
        source.fill(&mut block).unwrap();
        if block.is_empty() {
            return decks;
        }
        block.index_decks();
        decks.extend(block.decks().map(<[Card]>::to_vec));
    }
}

/// Written down by name and read, simulated decks are what they are labelled as here, card by card.
#[test]
fn simulated_decks_are_labelled_as_the_reader_labels_them() {
    let start = ["a", "b", "a", "c", "b", "a", "d"];
    for in_place in [false, true] {
        let reading = Reading {
            start: Some(
                Start::read(start.join("\n").as_bytes(), "start".to_owned(), CARDS).unwrap(),
            ),
            labels: 3,
            in_place,
            ..Reading::from(Format::Cards)
        };
        let memory = if in_place {
            Memory::InPlace
        } else {
            Memory::None
        };
        let job = Job {
            plan: Plan::written("G", &[]),
            label: "here".to_owned(),
            generator: Generator::DEFAULT,
            seed: Seed::Integer(9),
            policy: Policy {
                memory,
                ..Policy::default()
            },
        };
        let written = all(job.source(0, 0, 0..150));
        let line = |deck: &Vec<Card>| {
            let names = deck.iter().map(|card| start[usize::from(*card)]);
            names.collect::<Vec<_>>().join(" ")
        };
        let text: Vec<String> = written.iter().map(line).collect();
        let text = text.join("\n");
        let read = Recorded::new(text.as_bytes(), "decks".to_owned(), CARDS, &reading);
        let read = all(read.stream(LABELS_OF_SIMULATED + 5));
        let copies = Copies::of(&reading);
        assert!(copies.is_some());
        let labelled = all(Labelled::new(job.source(0, 0, 0..150), copies.as_ref(), 5));
        assert_eq!(labelled, read);
        assert_ne!(labelled, written);
        assert_eq!(
            all(Labelled::new(job.source(0, 0, 0..150), None, 5)),
            written
        );
    }
}
