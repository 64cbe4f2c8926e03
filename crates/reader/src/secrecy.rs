//! Files that were given by mistake: no error about them tells their contents.

use std::fmt::Debug;
use std::io::Read;

use super::deals::rows::Cards;
use super::looks::{Field, Sample};
use super::recording::one_order;
use super::{
    AskedRows, Dealt, DrawPlan, FORMATS, Format, Header, Logged, Numbers, Reading, Recorded, Rowed,
    Scrambled, Source, SourceError, Start, sized,
};
use deck::Block;
use deck::batch::Batch;
use deck::cube::STATES;
use deck::kernel::Isa;
use deck::subject::{Draws, Hands, OrderColumns, States, Told, View};

/// Contents that nobody wants to see in a log.
const SECRETS: &[&str] = &[
    "password=hunter2hunter2 AKIAIOSFODNN7EXAMPLE\nuser=administrator token=ghp_0123456789abcdefghij\n",
    "AKIAIOSFODNN7EXAMPLE hunter2hunter2\nAKIAIOSFODNN7EXAMPLF hunter2hunter2\n",
    "correct horse battery staple\ncorrect horse battery stable\n",
    "AKIAIOSFODNN7EXAMPLE,hunter2hunter2,administrator\n1,2,3\ncorrect horse,battery,staple\n",
    "AKIAIOSFODNN7EXAMPLE;\"hunter2hunter2;administrator\nx;\"y\"administrator;z\n",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\n\
     QyNTUxOQAAACBcorrecthorsebatterystaplecorrecthorsebatterystaple\n-----END OPENSSH PRIVATE KEY-----\n",
    "{\"administrator\": \"ghp_0123456789abcdefghij\", \"hunter2hunter2\": \"correct horse battery staple\"}\n",
    "{\n  \"deck\": [\"ghp_0123456789abcdefghij\", \"correct horse battery staple\"\n",
    "[\"ghp_0123456789abcdefghij\", \"hunter2hunter2\"]\n[\"ghp_0123456789abcdefghik\", \"hunter2hunter2\"]\n",
    "['ghp_0123456789abcdefghij', AKIAIOSFODNN7EXAMPLE administrator, 'correct horse battery staple']\n",
    "[database]\nadministrator = \"hunter2hunter2\"\nghp_0123456789abcdefghij = AKIAIOSFODNN7EXAMPLE\n",
    "administrator = 'correct horse battery staple'\nvariant = 'ghp_0123456789abcdefghij'\n",
    "variant = 'NT'\nantes = [0, 0]\nactions = ['d dh p1 AKIAIOSFODNN7EXAMPLE', 'ghp_0123456789abcdefghij administrator']\n",
    "[Event \"hunter2hunter2\"]\n[Deal \"AKIAIOSFODNN7EXAMPLE correct horse battery staple\"]\n",
    "[administrator hunter2hunter2 AKIAIOSFODNN7EXAMPLE]\n",
    "md|AKIAIOSFODNN7EXAMPLE,correct horse,battery staple|\n",
    "administrator hunter2hunter2|AKIAIOSFODNN7EXAMPLE correct horse battery staple|\n",
    "4929000000006 4539000000000001\n378282246310005 6011111111111117\n",
    "1 2 3\n1 2 4929000000006\n4539000000000001 1 2\n",
    "number,month\n4929000000006,administrator\n",
    "number,month\nhunter2hunter2 administrator,x\n",
    "id,name,types\n1,administrator,Land\n1,hunter2hunter2,AKIAIOSFODNN7EXAMPLE\n",
    "deck,copies,drawn,found\nAKIAIOSFODNN7EXAMPLE,hunter2hunter2,administrator,x\n",
    "\u{1}\u{2}\u{3}ghp_0123456789abcdefghij \u{7f}correct horse battery staple",
];

/// Fails if `error` tells more of a line of `secret` than a word of 12 characters.
#[track_caller]
fn assert_kept(secret: &str, error: &str, by: &str) {
    for line in secret.lines() {
        let letters: Vec<char> = line.chars().collect();
        for part in letters.windows(13) {
            let part: String = part.iter().collect();
            assert!(!error.contains(&part), "{by}: {part:?} in {error}");
        }
        let mut words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
        words.sort_unstable();
        words.dedup();
        words.retain(|word| word.len() > 6 && error.contains(word));
        assert!(words.len() < 2, "{by}: {words:?} in {error}");
    }
}

/// Reads all that a source has, or the words of its error.
fn read<B: Batch + Debug>(
    source: Result<impl Source<B>, SourceError>,
    mut batch: B,
) -> Option<String> {
    let mut source = match source {
        Ok(source) => source,
        Err(error) => return Some(error.to_string()),
    };
    loop {
        match source.fill(&mut batch) {
            Ok(()) if batch.is_empty() => return None,
            Ok(()) => {}
            Err(error) => return Some(error.to_string()),
        }
    }
}

/// Every way to read decks in this format.
fn readings(format: Format) -> Vec<Reading> {
    let plain = Reading::from(format);
    vec![
        plain.clone(),
        Reading {
            in_place: true,
            ..plain.clone()
        },
        Reading {
            header: Header::Yes,
            columns: "deck".parse().ok(),
            ..plain.clone()
        },
        Reading {
            header: Header::No,
            columns: "1-2".parse().ok(),
            ..plain.clone()
        },
        Reading {
            key: "deck".parse().ok(),
            ..plain.clone()
        },
        Reading {
            skip_invalid: 1,
            ..plain
        },
    ]
}

fn hands(shape: &str) -> View {
    View {
        shape: shape.parse().unwrap(),
        classes: None,
        told: Told::Places,
    }
}

#[test]
fn no_reader_tells_what_is_in_a_file() {
    let name = || "it".to_owned();
    let isa = Isa::best();
    let mut told = 0;
    for secret in SECRETS {
        let mut check = |error: Option<String>, by: &str| {
            if let Some(error) = error {
                told += 1;
                assert_kept(secret, &error, by);
            }
        };
        let bytes = || secret.as_bytes();
        for cards in [2, 3, 4, 10] {
            for format in FORMATS.iter().map(|about| about.format) {
                for mut reading in readings(format) {
                    let by = format!("{} with {cards} cards", format.name());
                    let decks = Recorded::new(bytes(), name(), cards, &reading);
                    check(read(Ok(decks), Block::new(cards)), &by);
                    let size = sized(bytes(), "it", &reading);
                    check(size.err().map(|error| error.to_string()), &by);
                    // The start is another secret.
                    for start in [SECRETS[0], SECRETS[1], SECRETS[2]] {
                        reading.start = Start::read(start.as_bytes(), name(), cards).ok();
                        let decks = Recorded::new(bytes(), name(), cards, &reading);
                        let error = read(Ok(decks), Block::new(cards));
                        if let Some(error) = &error {
                            assert_kept(start, error, &by);
                        }
                        check(error, &by);
                    }
                }
            }
            let start = Start::read(bytes(), name(), cards);
            check(start.err().map(|error| error.to_string()), "the start");
            let view = hands("hand:2");
            let numbers = Numbers::<_, Hands>::new(bytes(), name(), cards, Some(view), None);
            check(read(Ok(numbers), Hands::new(cards, isa)), "hands");
            let numbers = Numbers::<_, Draws>::new(bytes(), name(), cards, None, None);
            check(read(Ok(numbers), Draws::new(cards, isa)), "draws");
        }
        for (format, shape) in [
            (Format::Pbn, "hands:4x13"),
            (Format::Lin, "hands:4x13"),
            (Format::Phh, "hand:2"),
            (Format::Stars, "hand:2"),
        ] {
            let deals = Dealt::new(bytes(), name(), hands(shape), format);
            check(read(Ok(deals), Hands::new(52, isa)), format.name());
        }
        for complete in [true, false] {
            let sample = Sample {
                bytes: secret.as_bytes().to_vec(),
                complete,
            };
            check(sample.check().err(), "a look at its first bytes");
            check(sample.look().err().map(|unclear| unclear.problem), "a look");
        }
        for field in [
            Field::Lines,
            Field::Words,
            Field::Column("number".to_owned()),
            Field::Key("deck".parse().ok()),
        ] {
            let plan = DrawPlan {
                field,
                by: None,
                names: Some(vec!["Common".to_owned(), "Rare".to_owned()]),
                separator: None,
            };
            let logged = Logged::read(bytes(), name(), &plan);
            check(logged.err().map(|error| error.to_string()), "draws");
        }
        let scrambled = Scrambled::new(bytes(), name());
        let states = States::new(STATES as usize, isa);
        check(read(Ok(scrambled), states), "scrambles");
        let columns = OrderColumns {
            place: "number".to_owned(),
            groups: Some("month".to_owned()),
        };
        let order = one_order::read(("it", "it"), bytes(), &columns);
        check(order.err().map(|error| error.to_string()), "an order");
        let cards = Cards::read(bytes(), "Land").map_err(|fault| fault.named("it"));
        check(cards.err().map(|error| error.to_string()), "a card table");
        for class in [None, Some("Land".to_owned())] {
            let asked = AskedRows {
                deck: Some("deck".to_owned()),
                copies: Some("copies".to_owned()),
                drawn: Some("drawn".to_owned()),
                found: Some("found".to_owned()),
                class,
                ..AskedRows::default()
            };
            let plan = asked.plan().unwrap();
            let input: Box<dyn Read> = Box::new(bytes());
            let rows = Rowed::new(input, name(), &plan);
            check(read(rows, deck::subject::Rows::new(1, isa)), "rows");
        }
    }
    assert!(told > 1000, "{told}");
}
