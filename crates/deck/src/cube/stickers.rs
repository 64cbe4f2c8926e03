//! A pocket cube as 24 stickers in space, moved by rotating the points at which they are. It knows no rule of
//! composition and no orientation code, so that those can be checked against it.

#[cfg(test)]
use super::Tags;
use super::space::{Vector, along, cross, dot, rotated_by};
use super::{Axis, CUBIES, Turn};

/// One sticker: the corner on which it is, and the face along which it looks.
#[cfg(test)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sticker {
    /// The cubie that it is on.
    cubie: u8,
    /// The axis of the face on which it is if the cube is solved.
    home: Axis,
    /// The corner where it is now.
    corner: Vector,
    /// The direction in which it looks now.
    looks: Vector,
}

/// A cube of stickers, for the tests of the rule.
#[cfg(test)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stickers(Vec<Sticker>);

/// The corner of a cubicle.
fn corner(cubicle: usize) -> Vector {
    std::array::from_fn(|axis| if cubicle >> axis & 1 == 1 { 1 } else { -1 })
}

/// The cubicle at a corner.
fn cubicle(corner: Vector) -> usize {
    (0..3)
        .map(|axis| usize::from(corner[axis] > 0) << axis)
        .sum()
}

/// The direction in which the face of a corner looks along an axis.
fn outwards(corner: Vector, axis: Axis) -> Vector {
    along(axis, corner[axis.index()])
}

#[cfg(test)]
impl Stickers {
    /// The solved cube.
    pub(crate) fn solved() -> Self {
        let of_cubie = |cubie: usize| {
            Axis::ALL.map(|home| Sticker {
                cubie: cubie as u8,
                home,
                corner: corner(cubie),
                looks: outwards(corner(cubie), home),
            })
        };
        Self((0..CUBIES).flat_map(of_cubie).collect())
    }

    /// Turns one face.
    pub fn turn(&mut self, turn: Turn) {
        let axis = turn.axis();
        for sticker in &mut self.0 {
            if sticker.corner[axis.index()] > 0 {
                sticker.corner = rotated_by(sticker.corner, axis, turn.quarters());
                sticker.looks = rotated_by(sticker.looks, axis, turn.quarters());
            }
        }
    }

    /// Turns the cubie in a cubicle clockwise by 120° where it is, as no turn of a face does; for checks of what it
    /// changes.
    pub(crate) fn twist(&mut self, cubicle: usize) {
        let here = corner(cubicle);
        for sticker in &mut self.0 {
            if sticker.corner == here {
                sticker.looks = clockwise(here, sticker.looks);
            }
        }
    }

    /// The cubie in each cubicle.
    pub(crate) fn cubies(&self) -> [u8; CUBIES] {
        let mut at = [0; CUBIES];
        for sticker in &self.0 {
            at[cubicle(sticker.corner)] = sticker.cubie;
        }
        at
    }

    /// 120° turns clockwise that would bring the tag of the cubie in each cubicle to the tag of the cubicle.
    pub fn orientations(&self, tags: Tags) -> [u8; CUBIES] {
        let mut turned = [0; CUBIES];
        for sticker in &self.0 {
            if tags.faces()[usize::from(sticker.cubie)] != sticker.home {
                continue;
            }
            let place = cubicle(sticker.corner);
            let tag = outwards(sticker.corner, tags.faces()[place]);
            turned[place] = turns_between(sticker.corner, sticker.looks, tag);
        }
        turned
    }

    /// The colours that can be seen: for each cubicle and axis, the face (axis and side) whose
    /// colour shows there.
    pub(crate) fn colours(&self) -> [u8; CUBIES * 3] {
        let mut seen = [0; CUBIES * 3];
        for sticker in &self.0 {
            let axis = (sticker.looks.iter())
                .position(|&part| part != 0)
                .unwrap_or(0);
            let side = sticker.cubie >> sticker.home.index() & 1;
            seen[cubicle(sticker.corner) * 3 + axis] = 2 * sticker.home.index() as u8 + side;
        }
        seen
    }
}

/// The next face of a corner clockwise, as seen from outside: the product of a face with the next one counterclockwise
/// looks out of the cube.
fn clockwise(corner: Vector, looks: Vector) -> Vector {
    let faces = Axis::ALL.map(|axis| outwards(corner, axis));
    let inwards = |face: &Vector| dot(cross(looks, *face), corner) < 0;
    faces.into_iter().find(inwards).unwrap_or(looks)
}

/// 120° turns clockwise from one face of a corner to another.
fn turns_between(corner: Vector, from: Vector, to: Vector) -> u8 {
    let (mut looks, mut turns) = (from, 0);
    while looks != to && turns < 2 {
        looks = clockwise(corner, looks);
        turns += 1;
    }
    turns
}

/// 120° turns clockwise from one face of a cubicle to another.
pub fn clockwise_turns(cubicle: usize, from: Axis, to: Axis) -> u8 {
    let here = corner(cubicle);
    turns_between(here, outwards(here, from), outwards(here, to))
}

/// Returns the cubicle, and the face of it, to which a turn takes what is on a face of a cubicle.
pub fn moved(turn: Turn, from: usize, face: Axis) -> (usize, Axis) {
    let (axis, here) = (turn.axis(), corner(from));
    if here[axis.index()] < 0 {
        return (from, face);
    }
    let to = |vector| rotated_by(vector, axis, turn.quarters());
    let (there, looks) = (to(here), to(outwards(here, face)));
    let face = Axis::ALL.into_iter().find(|axis| looks[axis.index()] != 0);
    (cubicle(there), face.unwrap_or(axis))
}

/// All quarter turns of the pocket cube as rearrangements of its 24 stickers: by sticker, where it goes.
pub fn rearrangements() -> Vec<Vec<u8>> {
    let goes = |turn: Turn| {
        let stickers = (0..CUBIES).flat_map(|from| Axis::ALL.map(|face| moved(turn, from, face)));
        stickers
            .map(|(to, face)| (to * 3 + face.index()) as u8)
            .collect()
    };
    super::Metric::Quarter
        .turns()
        .iter()
        .map(|turn| goes(*turn))
        .collect()
}
