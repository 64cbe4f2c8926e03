//! Archives of arrays of numpy, as `numpy.savez` and `numpy.savez_compressed` write them (`.npz`).

use std::borrow::Cow;

use super::numbers::{Pieces, array};
use super::wrong;
use crate::{Input, SourceError};
use deck::subject::MAX_ITEMS;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder};
use text::names;

/// The array that is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// Orders: those of the array of that name, if there is one.
    Items(Option<&'a str>),
    /// The labels of items: of several arrays the one of that name.
    Labels,
}

/// The array that holds labels, if there are several.
const LABELS: &str = "labels";

/// The ending of the name of each array.
const ENDING: &str = ".npy";

/// Bytes of an array, at the most: as many numbers of 64 bits as there may be items, and a header.
const MOST: u64 = 8 * MAX_ITEMS as u64 + (1 << 20);

/// The orders in an archive: those of the array that is wanted; without a name, of the one array, or of all that `numpy.savez`
/// numbered, one after the other.
pub(super) fn arrays(
    input: &Input,
    bytes: &[u8],
    wanted: Wanted<'_>,
) -> Result<Vec<Vec<u32>>, SourceError> {
    let broken = |problem: String| {
        let problem = format!("found {problem}; accepted: a whole .npz, as numpy.savez writes it");
        wrong(input, "the archive", problem)
    };
    let error = |error: rawzip::Error| broken(error.to_string());
    let archive = ZipArchive::from_slice(bytes).map_err(error)?;
    let mut all: Vec<(String, Place)> = Vec::new();
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().map_err(error)? {
        let path = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        let place = (entry.wayfinder(), entry.compression_method());
        all.extend(
            path.strip_suffix(ENDING)
                .map(|name| (name.to_owned(), place)),
        );
    }
    let chosen = chosen(&all, wanted).map_err(|problem| wrong(input, "arrays", problem))?;
    let mut orders = Vec::new();
    for (place, method) in chosen {
        let entry = archive.get_entry(place).map_err(error)?;
        let size = entry.claim_verifier().uncompressed_size;
        let content = match method {
            CompressionMethod::STORE => Cow::Borrowed(entry.data()),
            CompressionMethod::DEFLATE if size <= MOST => {
                let content = decompress_to_vec_with_limit(entry.data(), size as usize);
                Cow::Owned(content.map_err(|error| broken(error.to_string()))?)
            }
            CompressionMethod::DEFLATE => {
                return Err(broken(format!("an array of {size} bytes")));
            }
            other => return Err(broken(format!("the compression {other}"))),
        };
        let content = entry.verifying_reader(content.as_ref());
        orders.extend(array(&mut Pieces::of(input, Box::new(content)))?);
    }
    Ok(orders)
}

/// The place of an array, and how it is compressed.
type Place = (ZipArchiveEntryWayfinder, CompressionMethod);

/// The arrays to read; the error says what there is.
fn chosen(all: &[(String, Place)], wanted: Wanted<'_>) -> Result<Vec<Place>, String> {
    let names = || all.iter().map(|(name, _)| name.as_str());
    let name = match wanted {
        Wanted::Items(name) => name,
        Wanted::Labels => (all.len() > 1).then_some(LABELS),
    };
    if let Some(name) = name {
        let found = all.iter().find(|(known, _)| known == name);
        return found.map(|(_, place)| vec![*place]).ok_or_else(|| {
            format!(
                "found no array `{}`; accepted: {}{}",
                name.escape_debug(),
                names::list(names()),
                names::hint(name, names())
            )
        });
    }
    let number = |name: &str| name.strip_prefix("arr_")?.parse::<u64>().ok();
    let mut numbered: Vec<(u64, Place)> = all
        .iter()
        .filter_map(|(name, place)| Some((number(name)?, *place)))
        .collect();
    numbered.sort_by_key(|(number, _)| *number);
    match all {
        [] => Err("found no arrays; accepted: .npz, as numpy.savez writes it".to_owned()),
        [(_, one)] => Ok(vec![*one]),
        _ if numbered.len() == all.len() => {
            Ok(numbered.into_iter().map(|(_, place)| place).collect())
        }
        _ => Err(format!(
            "found the arrays {}; accepted: --column with the name of one",
            names::list(names())
        )),
    }
}
