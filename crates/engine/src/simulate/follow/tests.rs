use super::*;
use crate::simulate::{Never, Unwatched, count};
use deck::rng::{Draws, PcgDraws};
use source::{Source, SourceError};
use statistic::{Design, Suite};

const CARDS: usize = 12;

/// Decks that were made beforehand.
struct Some<'a>(&'a [Vec<u16>], u64);

impl Source for Some<'_> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        block.clear(self.1);
        let (now, rest) = self.0.split_at(self.0.len().min(BLOCK));
        for deck in now {
            block.push(deck);
        }
        (self.0, self.1) = (rest, self.1 + now.len() as u64);
        Ok(())
    }
}

fn probes() -> Vec<Probe> {
    let design = Design {
        size: CARDS,
        trials: u64::MAX,
        replicates: 1,
    };
    Suite::Standard.probes(&design).unwrap()
}

fn decks(number: u64) -> Vec<Vec<u16>> {
    let mut draws = PcgDraws::for_batch(1, "ladder", 0, 0);
    let deck = |_| {
        let mut deck: Vec<u16> = (0..CARDS as u16).collect();
        draws.shuffle(&mut deck);
        deck
    };
    (0..number).map(deck).collect()
}

/// Compares what it is shown with what is counted in one go.
struct Checks<'a> {
    decks: &'a [Vec<u16>],
    probes: &'a [Probe],
    /// Looks at all, and at windows by their number.
    looks: Vec<u64>,
    of_windows: Vec<(usize, u64)>,
    turns: Vec<usize>,
    rare: Vec<(usize, u64)>,
    alarmed: bool,
}

impl Checks<'_> {
    fn new<'a>(decks: &'a [Vec<u16>], probes: &'a [Probe]) -> Checks<'a> {
        Checks {
            decks,
            probes,
            looks: Vec::new(),
            of_windows: Vec::new(),
            turns: Vec::new(),
            rare: Vec::new(),
            alarmed: false,
        }
    }
}

impl Glance for Checks<'_> {
    fn look(&mut self, stretch: Stretch, seen: &Seen<'_>) {
        let decks = seen.subjects();
        let from = match stretch {
            Stretch::All => 0,
            Stretch::Window(window) => {
                let turned = self.turns.iter().filter(|turned| **turned == window);
                turned.count() as u64 * window_decks(window)
            }
        };
        match stretch {
            Stretch::All => self.looks.push(decks),
            Stretch::Window(window) => self.of_windows.push((window, decks)),
        }
        let part = &self.decks[from as usize..(from + decks) as usize];
        let size = (CARDS, u64::MAX);
        let mut source = Some(part, from);
        let direct = count(
            &mut source,
            size,
            self.probes,
            Isa::best(),
            &Unwatched,
            &mut Never,
        );
        let direct = direct.unwrap();
        let in_it = |probe: &&Probe| match stretch {
            Stretch::All => true,
            Stretch::Window(window) => Ladder::is_in(probe, CARDS, window),
        };
        for probe in self.probes.iter().filter(in_it) {
            let (ours, theirs) = (seen.of(probe), direct.of(probe).unwrap());
            assert_eq!(
                ours.cells(),
                theirs.cells(),
                "{}, {stretch:?}",
                probe.name()
            );
            assert_eq!(ours.subjects(), theirs.subjects());
            if stretch == Stretch::All {
                assert_eq!(ours.kept().rows().count(), theirs.kept().rows().count());
                assert!(
                    ours.kept().rows().eq(theirs.kept().rows()),
                    "{}",
                    probe.name()
                );
            }
        }
    }

    fn rare(&mut self, watch: usize, all: &Tally, block: &Tally) {
        self.rare.push((watch, block.subjects()));
        assert!(all.subjects() >= block.subjects());
    }

    fn turn(&mut self, window: usize) {
        self.turns.push(window);
    }

    fn alarmed(&self) -> bool {
        self.alarmed
    }
}

fn take(ladder: &mut Ladder<'_>, decks: &[Vec<u16>], checks: &mut Checks<'_>) -> bool {
    let mut source = Some(decks, ladder.decks());
    let mut block = Block::new(CARDS);
    loop {
        source.fill(&mut block).unwrap();
        if block.is_empty() {
            return false;
        }
        if ladder.take(&mut block, checks) {
            return true;
        }
    }
}

#[test]
fn each_stretch_has_the_counts_of_its_decks_alone() {
    let (probes, decks) = (probes(), decks(9_000));
    let mut checks = Checks::new(&decks, &probes);
    let mut ladder = Ladder::new(&probes, Vec::new(), CARDS, Isa::best());
    assert!(!take(&mut ladder, &decks, &mut checks));
    assert_eq!(ladder.decks(), 9_000);
    assert_eq!(checks.looks[..64], (1..=64).collect::<Vec<u64>>());
    assert_eq!(checks.looks[64], 128);
    assert!(checks.looks.ends_with(&[4_032, 4_096, 8_192]));
    let of_first = checks.of_windows.iter().filter(|(window, _)| *window == 0);
    let of_first: Vec<u64> = of_first.map(|(_, decks)| *decks).collect();
    assert_eq!(of_first[..5], [64, 128, 256, 512, 64]);
    let of_second = checks.of_windows.iter().filter(|(window, _)| *window == 1);
    let of_second: Vec<u64> = of_second.map(|(_, decks)| *decks).collect();
    assert_eq!(of_second[..5], [512, 1_024, 2_048, 4_096, 512]);
    let turns = |window| {
        checks
            .turns
            .iter()
            .filter(|turned| **turned == window)
            .count()
    };
    assert_eq!((turns(0), turns(1), turns(2)), (17, 2, 0));
}

/// Shows all stretches, after an alarm, as they are at that deck, within a block too.
#[test]
fn an_alarm_makes_all_be_looked_at() {
    let (probes, decks) = (probes(), decks(6_000));
    let mut checks = Checks::new(&decks, &probes);
    let mut ladder = Ladder::new(&probes, Vec::new(), CARDS, Isa::best());
    assert!(!take(&mut ladder, &decks[..5_376], &mut checks));
    checks.alarmed = true;
    checks.of_windows.clear();
    let mut head = Block::new(CARDS);
    head.clear(ladder.decks());
    for deck in &decks[5_376..5_379] {
        head.push(deck);
    }
    assert!(ladder.peek(&mut head, &mut checks));
    assert_eq!(checks.looks.last(), Option::Some(&5_379));
    let windows = [(0, 259), (1, 1_283), (2, 5_379), (3, 5_379)];
    assert_eq!(checks.of_windows[..4], windows);
    // The decks that were looked at are not counted yet.
    assert_eq!((ladder.decks(), ladder.looked_at()), (5_376, 5_379));
    assert!(take(&mut ladder, &decks[5_376..], &mut checks));
}

/// The deck before once more, at each place of a block, the first one included.
#[test]
fn a_repeat_is_told_wherever_it_comes() {
    let design = Design {
        size: CARDS,
        trials: u64::MAX,
        replicates: 1,
    };
    let lag = toml::Table::from_iter([("lag".to_owned(), 1.into())]);
    let probes = [statistic::build("rising-sequences", lag, &design).unwrap()];
    for at in [700, 703, 704, 705, 767] {
        let mut decks = decks(832);
        decks[at] = decks[at - 1].clone();
        let mut checks = Checks::new(&decks, &probes);
        let rare = Rare {
            probe: 0,
            bins: vec![0],
        };
        let mut ladder = Ladder::new(&probes, vec![rare], CARDS, Isa::best());
        assert!(!take(&mut ladder, &decks, &mut checks));
        // Each block has its pairs, and the one across its beginning.
        assert_eq!(checks.rare, [(0, 64)], "{at}");
    }
}
