use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use super::*;
use crate::Format;

/// The time after which a test hangs.
const PATIENCE: Duration = Duration::from_mins(5);

/// Gives what is sent, piece by piece.
struct Sent(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Sent {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let read = (&self.1[..]).read(room)?;
        self.1.drain(..read);
        Ok(read)
    }
}

fn following(format: Format) -> (Sender<Vec<u8>>, Following) {
    let (sender, receiver) = channel();
    let stream: Stream = Box::new(Sent(receiver, Vec::new()));
    let reading = Reading::from(format);
    let decks = Recorded::new(stream, "sent".to_owned(), 4, &reading);
    (sender, Following::stream(decks, 4, Isa::best()))
}

/// Waits for what is neither nothing nor a block with fewer decks.
fn awaited(following: &mut Following, known: usize) -> Came {
    let until = Instant::now() + PATIENCE;
    loop {
        match following.next(Duration::from_millis(50), known) {
            Ok(Came::Nothing) if Instant::now() < until => {}
            came => return came.unwrap(),
        }
    }
}

#[test]
fn decks_that_come_slowly_are_seen_one_by_one_and_counted_in_whole_blocks() {
    let (sender, mut following) = following(Format::Text);
    // Half a deck does not keep the one before it waiting.
    sender.send(b"1 2 4 3\n2 1".to_vec()).unwrap();
    let came = awaited(&mut following, 0);
    assert!(
        matches!(&came, Came::Begun(block) if block.len() == 1),
        "{came:?}"
    );
    sender.send(b" 3 4\n".to_vec()).unwrap();
    let came = awaited(&mut following, 1);
    assert!(
        matches!(&came, Came::Begun(block) if block.len() == 2),
        "{came:?}"
    );
    let came = following.next(Duration::from_millis(1), 2).unwrap();
    assert!(matches!(came, Came::Nothing), "{came:?}");
    for _ in 0..100 {
        sender.send(b"1 2 4 3\n".to_vec()).unwrap();
    }
    drop(sender);
    assert_eq!(counted(&mut following), (102, Ok(())));
}

/// Counts what comes in whole blocks until the end, and says how that was.
fn counted(following: &mut Following) -> (u64, Result<(), String>) {
    let mut decks = 0;
    loop {
        match following.next(PATIENCE, 64) {
            Ok(Came::Block(block)) => {
                assert_eq!(block.first(), decks);
                decks += block.len() as u64;
            }
            Ok(Came::Begun(_)) => {}
            Ok(Came::Nothing) => panic!("nothing came"),
            Ok(Came::End) => return (decks, Ok(())),
            Err(error) => return (decks, Err(error.to_string())),
        }
    }
}

#[test]
fn bytes_come_in_whole_blocks_and_decks_before_a_wrong_one_count() {
    let (sender, mut following) = following(Format::U8);
    let good = [1, 0, 2, 3].repeat(1_000);
    sender.send(good).unwrap();
    sender.send(vec![3, 3, 3, 3]).unwrap();
    drop(sender);
    let (decks, ended) = counted(&mut following);
    assert_eq!(decks, 1_000);
    let error = ended.unwrap_err();
    assert!(error.starts_with("sent, byte 400"), "{error}");
}

/// Nobody reads for a while: what is read ahead is bounded, and nothing is lost.
#[test]
fn what_is_read_ahead_is_bounded() {
    let (sender, mut following) = following(Format::U8);
    for _ in 0..100 {
        sender.send([1, 0, 2, 3].repeat(640)).unwrap();
    }
    drop(sender);
    thread::sleep(Duration::from_millis(100));
    assert!(following.shared.lock().full.len() <= AHEAD);
    assert_eq!(counted(&mut following), (64_000, Ok(())));
}

#[test]
fn a_file_that_is_cut_replaced_or_gone_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("decks.txt");
    for (what, found) in [
        ("cut", "it was cut"),
        ("replaced", "it was replaced"),
        ("gone", "it gone"),
    ] {
        std::fs::write(&path, "1 2 3 4\n").unwrap();
        let mut file = open_growing(&path).unwrap();
        let mut bytes = [0; 8];
        file.read_exact(&mut bytes).unwrap();
        match what {
            "cut" => std::fs::write(&path, "1 2").unwrap(),
            "replaced" => {
                let other = folder.path().join("other.txt");
                std::fs::write(&other, "1 2 3 4\n1 2 3 4\n").unwrap();
                std::fs::rename(&other, &path).unwrap();
            }
            _ => std::fs::remove_file(&path).unwrap(),
        }
        let error = file.read(&mut bytes).unwrap_err().to_string();
        assert!(
            error.contains(found) && error.contains("accepted"),
            "{error}"
        );
    }
}
