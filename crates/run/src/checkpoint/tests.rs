//! Files of counts are whole or refused.

use super::*;
use crate::conduct::Saved;

fn about(number: u32, of: u32) -> About {
    let files = [("specs/x.toml".into(), b"deck = 8".to_vec())];
    About {
        shard: Shard { number, of },
        whole: true,
        ..About::new(
            "run",
            "trials: 10".to_owned(),
            Some("x.toml".to_owned()),
            &files,
        )
    }
}

fn written(path: &std::path::Path, about: &About) -> Vec<u8> {
    let (saved, mut pieces) = (Saved::default(), Results::new());
    pieces.insert((1, 0), vec![1, 2, 3]);
    let contents = Contents {
        saved: Some(&saved),
        pieces: &pieces,
    };
    write(path, about, contents).unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn what_was_written_is_read_and_each_damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.colddeck");
    let bytes = written(&path, &about(1, 1));
    let (found, counts) = read(&path).unwrap();
    assert_eq!(found, about(1, 1));
    assert_eq!(counts.pieces[&(1, 0)], [1, 2, 3]);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(decode(&damaged).is_err(), "byte {at}");
        assert!(decode(&bytes[..at]).is_err(), "the first {at} bytes");
    }
    assert_eq!(decode(b"").unwrap_err(), Damage::Other);
    // Only regular files are read: a pipe would be waited for, or never end.
    let error = read(folder.path()).unwrap_err();
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert!(source.contains("no regular file"), "{source}");
    let longer = [&bytes[..], b"more"].concat();
    assert_eq!(decode(&longer).unwrap_err(), Damage::Digest);
}

#[test]
fn a_failed_write_leaves_the_file_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.colddeck");
    let bytes = written(&path, &about(1, 1));
    let missing = folder.path().join("none").join("checkpoint.colddeck");
    let contents = Contents {
        saved: None,
        pieces: &Results::new(),
    };
    let error = write(&missing, &about(1, 1), contents).unwrap_err();
    assert!(error.to_string().contains("cannot write it"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_run_is_known_by_all_that_it_is_made_of() {
    let ours = about(1, 2);
    assert_eq!(about(2, 2).differs(&ours), None);
    let said = |theirs: About| theirs.differs(&ours).unwrap();
    let mut other = about(1, 2);
    other.version = "0.0.9".to_owned();
    assert!(said(other).contains("version 0.0.9"));
    let mut other = about(1, 2);
    other.options = "trials: 20".to_owned();
    assert!(said(other).contains("other options"));
    let mut other = about(1, 2);
    other.files[0].digest = digest(b"deck = 9");
    assert!(said(other).contains("x.toml was changed"));
    let mut other = about(1, 2);
    other.files[0].name = "specs/y.toml".to_owned();
    assert!(said(other).contains("y.toml"));
    // The folder in which it was started makes no difference.
    let mut other = about(1, 2);
    other.files[0].name = "elsewhere/x.toml".to_owned();
    assert_eq!(other.differs(&ours), None);
    assert_eq!(other.name(), ours.name());
}

#[test]
fn parts_that_are_missing_doubled_or_foreign_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let part = |name: &str, about: &About| {
        let path = folder.path().join(name);
        written(&path, about);
        path
    };
    let (one, two) = (part("one", &about(1, 3)), part("two", &about(2, 3)));
    let said = |paths: &[&std::path::PathBuf]| {
        let paths: Vec<std::path::PathBuf> = paths.iter().map(|path| (*path).clone()).collect();
        merged(&paths).unwrap_err().to_string()
    };
    assert!(said(&[&one, &two]).contains("found 2 of 3 parts, without `3`"));
    let again = part("again", &about(1, 3));
    let doubled = said(&[&one, &two, &again]);
    assert!(doubled.contains("both are part 1 of 3"), "{doubled}");
    let other = part("other", &about(1, 4));
    assert!(said(&[&one, &other]).contains("one of 4 parts, others of 3"));
    let mut unfinished = about(3, 3);
    unfinished.whole = false;
    let unfinished = part("unfinished", &unfinished);
    assert!(said(&[&one, &unfinished]).contains("not finished"));
    let none = folder.path().join("none");
    assert!(said(&[&none]).contains("cannot read it"));
    std::fs::write(folder.path().join("text"), "no counts").unwrap();
    let text = folder.path().join("text");
    assert!(said(&[&text]).contains("no file of counts"));
}
