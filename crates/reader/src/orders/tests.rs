use super::*;
use std::path::PathBuf;

/// A file with these bytes.
fn file(name: &str, bytes: &[u8]) -> Input {
    let path: PathBuf =
        std::env::temp_dir().join(format!("colddeck-orders-{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    Input::File(path)
}

fn epochs(order: &Order) -> Vec<Vec<u32>> {
    order.epochs.iter().map(|epoch| epoch.to_vec()).collect()
}

fn npy(kind: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    while (header.len() + 11) % 64 > 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn the_same_order_is_read_in_every_way() {
    let plan = OrderPlan::default();
    let wide: Vec<u8> = [3_u64, 1, 0, 2]
        .iter()
        .flat_map(|item| item.to_le_bytes())
        .collect();
    let narrow: Vec<u8> = [3_u32, 1, 0, 2]
        .iter()
        .flat_map(|item| item.to_le_bytes())
        .collect();
    let written = |written| OrderPlan {
        written,
        ..OrderPlan::default()
    };
    let column = OrderPlan {
        column: Some("item".to_owned()),
        ..OrderPlan::default()
    };
    for (name, bytes, plan) in [
        ("lines", b"3\n1\n0\n2\n".to_vec(), &plan),
        ("one", b"4 2 1 3".to_vec(), &plan),
        ("json", b"[3, 1, 0, 2]".to_vec(), &plan),
        ("wide", wide.clone(), &written(Written::U64)),
        ("narrow", narrow.clone(), &written(Written::U32)),
        ("i8", npy("<i8", "(4,)", &wide), &plan),
        ("u4", npy("<u4", "(4,)", &narrow), &plan),
        ("u1", npy("|u1", "(4,)", &[3, 1, 0, 2]), &plan),
        (
            "table",
            b"loss,item\n.3,3\n.4,1\n.2,0\n.9,2\n".to_vec(),
            &column,
        ),
    ] {
        let order = read(&[file(name, &bytes)], plan).unwrap();
        assert_eq!(epochs(&order), [[3, 1, 0, 2]], "{name}");
    }
    let rows = read(
        &[file("rows", &npy("|u1", "(2, 3)", &[2, 0, 1, 1, 2, 0]))],
        &plan,
    );
    assert_eq!(epochs(&rows.unwrap()), [[2, 0, 1], [1, 2, 0]]);
    let parted = OrderPlan {
        epoch: Some(3),
        ..plan.clone()
    };
    let parted = read(&[file("parted", b"2 0 1 1 2 0")], &parted);
    assert_eq!(epochs(&parted.unwrap()), [[2, 0, 1], [1, 2, 0]]);
}

#[test]
fn an_epoch_that_comes_again_is_named() {
    let parted = OrderPlan {
        epoch: Some(3),
        ..OrderPlan::default()
    };
    for (text, says) in [
        (
            &b"2 0 1 1 2 0 2 0 1"[..],
            "; epoch 3 is the same as epoch 1",
        ),
        (
            b"2 0 1 2 0 1 0 1 2 0 1 2",
            "; 2 epochs are the same as earlier ones, as epoch 2 is as epoch 1",
        ),
        (b"2 0 1 1 2 0", ", 2 epochs"),
    ] {
        let order = read(&[file("epochs", text)], &parted).unwrap();
        assert!(order.source.ends_with(says), "{}", order.source);
    }
}

#[test]
fn labels_that_say_nothing_of_a_batch_are_refused() {
    for (labels, says) in [
        ("a\na\na\na", "found all items alike"),
        ("a\nb\nc\nd", "found no two items that are alike"),
    ] {
        let plan = OrderPlan {
            batch: Some(2),
            labels: Some(file("labels", labels.as_bytes())),
            ..OrderPlan::default()
        };
        let error = read(&[file("items", b"2 0 3 1")], &plan).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn missing_and_repeated_items_are_counted_and_the_rest_is_an_order() {
    let plan = OrderPlan {
        items: Some(10),
        labels: Some(file("labels", b"a\na\nb\nb\nc\nc\nd\nd\ne\ne\n")),
        ..OrderPlan::default()
    };
    let order = read(&[file("some", b"7 0 9 7 3")], &plan).unwrap();
    assert_eq!(epochs(&order), [[2, 0, 3, 1]]);
    assert!(
        order
            .source
            .ends_with("; 60% of 10 items are missing (item 1 is the first); 1 item came again (item 7 is the first)"),
        "{}",
        order.source
    );
    assert_eq!(order.labels.unwrap().of.to_vec(), [0, 1, 3, 4]);
    // Every fifth item came again: a batch without them is another one.
    let batches = OrderPlan {
        batch: Some(2),
        ..plan
    };
    let order = read(&[file("some", b"7 0 9 7 3")], &batches).unwrap();
    assert_eq!(order.batch, None);
    assert!(
        order.source.ends_with(
            "; 1 item came again (item 7 is the first), so that batches are not looked at"
        ),
        "{}",
        order.source
    );
    // Padding at the end leaves all batches before it as they were.
    let padded = read(&[file("some", b"7 0 9 3 7")], &batches).unwrap();
    assert_eq!(padded.batch, Some(2));
    let ranks = OrderPlan {
        ranks: true,
        ..OrderPlan::default()
    };
    let order = read(&[file("rank0", b"4 2 0"), file("rank1", b"1 3 4")], &ranks).unwrap();
    assert_eq!(epochs(&order), [[4, 1, 2, 3, 0]]);
    assert!(
        order
            .source
            .ends_with("2 ranks; 1 item came again (item 4 on ranks 0 and 1)"),
        "{}",
        order.source
    );
    // Two epochs that lack different items: those that both have.
    let order = read(
        &[file("e0", b"0 3 1"), file("e1", b"2 1 0")],
        &OrderPlan::default(),
    )
    .unwrap_err();
    assert!(
        order
            .to_string()
            .contains("found 2 items that came in every epoch"),
        "{order}"
    );
    let order = read(
        &[file("f0", b"0 3 1 4"), file("f1", b"4 2 1 0")],
        &OrderPlan::default(),
    )
    .unwrap();
    assert_eq!(epochs(&order), [[0, 1, 2], [2, 1, 0]]);
}

#[test]
fn what_is_no_order_is_refused_in_words() {
    let refused = |bytes: &[u8], plan: &OrderPlan| {
        read(&[file("wrong", bytes)], plan).unwrap_err().to_string()
    };
    let plan = OrderPlan::default();
    for (bytes, says) in [
        (&b""[..], "found nothing"),
        (
            b"1\n2\nx7\n",
            "line 3: found `x7`; accepted: the numbers of the items",
        ),
        (b"1 -2 3", "found `-2`"),
        (b"1.5 2", "found `1.5`"),
        (
            b"1 2 99999999999999999999999",
            "accepted: up to 4,294,967,295",
        ),
        (
            b"1 2 4000000000",
            "found the number 4,000,000,000; accepted: up to 1,000,000,000",
        ),
        (b"1 2", "found 2 items; accepted: 3 items or more"),
        (&npy("<f8", "(1,)", &[0; 8]), "found an array of `<f8`"),
        (
            &npy("|u1", "(4,)", &[0, 1, 2]),
            "found 3 numbers, but the header says 4",
        ),
        (
            &npy("|u1", "(1, 1, 3)", &[0, 1, 2]),
            "found an array of another shape",
        ),
        (
            &npy("|i1", "(3,)", &[0, 1, 0xff]),
            "item 3: found a number below 0",
        ),
    ] {
        let error = refused(bytes, &plan);
        assert!(error.contains(says), "{error}");
    }
    let raw = OrderPlan {
        written: Written::U32,
        ..plan.clone()
    };
    assert!(refused(b"abcdefg", &raw).contains("found 3 bytes after the last number"));
    let epochs = OrderPlan {
        epoch: Some(2),
        ..plan.clone()
    };
    assert!(refused(b"1 2 3", &epochs).contains("no whole number of epochs of 2"));
    let labels = OrderPlan {
        labels: Some(file("few", b"a\nb\n")),
        ..plan.clone()
    };
    assert!(
        refused(b"1 2 3", &labels)
            .contains("found labels of 2 items; accepted: one for each of the 3 items")
    );
    let blank = OrderPlan {
        labels: Some(file("labels", b"a\n\nb\n")),
        ..plan.clone()
    };
    assert!(refused(b"1 2 3", &blank).contains("line 2: found a blank line"));
    let huge = npy("<u4", "(4294967296, 4294967296)", &[0; 8]);
    assert!(refused(&huge, &plan).contains("the header says 18446744073709551616"));
    assert!(
        refused(b"1 99999999999999999999", &plan).contains("found a number of 20 digits or more")
    );
    let items = OrderPlan {
        items: Some(2),
        ..plan
    };
    assert!(refused(b"1 2 3", &items).contains("found item 3, but --items 2"));
}

/// An archive of arrays, stored or compressed.
fn npz(arrays: &[(&str, Vec<u8>)], compressed: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for (name, array) in arrays {
        let method = if compressed {
            rawzip::CompressionMethod::DEFLATE
        } else {
            rawzip::CompressionMethod::STORE
        };
        let file = archive.new_file(name).compression_method(method);
        let (mut entry, config) = file.start().unwrap();
        let packed = miniz_oxide::deflate::compress_to_vec(array, 6);
        let mut data = config.wrap(Vec::new());
        std::io::Write::write_all(&mut data, array).unwrap();
        let (plain, descriptor) = data.finish().unwrap();
        let written = if compressed { packed } else { plain };
        std::io::Write::write_all(&mut entry, &written).unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

#[test]
fn archives_of_arrays_are_read() {
    let one = npy("|u1", "(4,)", &[3, 1, 0, 2]);
    let other = npy("|u1", "(4,)", &[0, 2, 1, 3]);
    let plan = OrderPlan::default();
    let named = |column: &str| OrderPlan {
        column: Some(column.to_owned()),
        ..OrderPlan::default()
    };
    for compressed in [false, true] {
        let alone = npz(&[("items.npy", one.clone())], compressed);
        let alone = read(&[file("alone.npz", &alone)], &plan).unwrap();
        assert_eq!(epochs(&alone), [[3, 1, 0, 2]]);
        // numpy.savez numbers arrays that have no name.
        let two = [("arr_1.npy", one.clone()), ("arr_0.npy", other.clone())];
        let two = read(&[file("two.npz", &npz(&two, compressed))], &plan).unwrap();
        assert_eq!(epochs(&two), [[0, 2, 1, 3], [3, 1, 0, 2]]);
        let several = [("seen.npy", one.clone()), ("labels.npy", other.clone())];
        let several = file("several.npz", &npz(&several, compressed));
        let labelled = OrderPlan {
            labels: Some(several.clone()),
            ..named("seen")
        };
        let seen = read(std::slice::from_ref(&several), &labelled).unwrap();
        assert_eq!(epochs(&seen), [[3, 1, 0, 2]]);
        assert_eq!(seen.labels.unwrap().number, 4);
        for (plan, says) in [
            (
                &plan,
                "found the arrays `seen`, `labels`; accepted: --column with the name of one",
            ),
            (&named("sen"), "found no array `sen`; accepted: `seen`"),
        ] {
            let error = read(std::slice::from_ref(&several), plan).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}

#[test]
fn broken_archives_are_refused() {
    let one = npy("|u1", "(4,)", &[3, 1, 0, 2]);
    let whole = npz(&[("items.npy", one)], false);
    let at = whole.windows(4).position(|four| four == [3, 1, 0, 2]);
    let mut changed = whole.clone();
    changed[at.unwrap() + 1] = 2;
    for (name, bytes) in [
        ("cut.npz", &whole[..whole.len() - 9]),
        ("changed.npz", &changed),
    ] {
        let error = read(&[file(name, bytes)], &OrderPlan::default()).unwrap_err();
        assert!(
            matches!(error, SourceError::Deck { .. } | SourceError::Read { .. }),
            "{error}"
        );
    }
    let error = read(
        &[file("none.npz", &npz(&[("readme.txt", Vec::new())], false))],
        &OrderPlan::default(),
    );
    let error = error.unwrap_err().to_string();
    assert!(error.contains("found no arrays; accepted: .npz"), "{error}");
}
