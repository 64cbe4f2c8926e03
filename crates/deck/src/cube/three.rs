//! The 3×3×3 cube as 48 stickers in space: the six turns of its faces as rearrangements of them. The middle of each face
//! stays where it is.

use super::Axis;
use super::space::{Vector, along, dot, rotated};

/// Kinds of stickers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The stickers of the eight corners: three each.
    Corners,
    /// The stickers of the twelve edges: two each.
    Edges,
    /// Both.
    All,
}

/// Lists where stickers of a kind are and look, each once.
fn stickers(kind: Kind) -> Vec<(Vector, Vector)> {
    let sides = || [-1, 0, 1].into_iter();
    let places = sides().flat_map(|x| sides().flat_map(move |y| sides().map(move |z| [x, y, z])));
    let wanted = |place: &Vector| match dot(*place, *place) {
        3 => kind != Kind::Edges,
        2 => kind != Kind::Corners,
        _ => false,
    };
    let faces = |place: Vector| {
        let outer = Axis::ALL
            .into_iter()
            .filter(move |axis| place[axis.index()] != 0);
        outer.map(move |axis| (place, along(axis, place[axis.index()])))
    };
    places.filter(wanted).flat_map(faces).collect()
}

/// The six quarter turns of faces, each counterclockwise about its axis: by sticker, where it goes.
pub fn turns(kind: Kind) -> Vec<Vec<u8>> {
    let stickers = stickers(kind);
    let faces = Axis::ALL
        .into_iter()
        .flat_map(|axis| [(axis, -1), (axis, 1)]);
    let turn = |(axis, side): (Axis, i8)| {
        let to = stickers.iter().map(|&(place, looks)| {
            if place[axis.index()] == side {
                (rotated(place, axis), rotated(looks, axis))
            } else {
                (place, looks)
            }
        });
        let number = |to| stickers.iter().position(|sticker| *sticker == to);
        to.filter_map(number).map(|to| to as u8).collect()
    };
    faces.map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each quarter turn of a face takes four corners round and four edges: an odd permutation of each.
    #[test]
    fn each_turn_takes_four_corners_and_four_edges_round() {
        for (kind, count, stickers) in [
            (Kind::Corners, 24, 12),
            (Kind::Edges, 24, 8),
            (Kind::All, 48, 20),
        ] {
            let turns = turns(kind);
            assert_eq!(turns.len(), 6);
            for turn in turns {
                assert_eq!(turn.len(), count);
                let moved: Vec<usize> = (0..count)
                    .filter(|&at| usize::from(turn[at]) != at)
                    .collect();
                assert_eq!(moved.len(), stickers);
                for at in moved {
                    let go = |at: usize| usize::from(turn[at]);
                    assert!(go(go(at)) != at && go(go(go(go(at)))) == at);
                }
            }
        }
    }
}
