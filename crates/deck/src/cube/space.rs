//! Points and directions in space, and quarter turns of them.

use super::Axis;

/// A direction in space, or a place: three coordinates, −1, 0 or 1.
pub(crate) type Vector = [i8; 3];

/// The vector product: at right angles to both, counterclockwise from `a` to `b` as seen from its tip.
pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The scalar product.
pub(crate) fn dot(a: Vector, b: Vector) -> i8 {
    (0..3).map(|at| a[at] * b[at]).sum()
}

/// The direction of an axis, to one side or the other.
pub(crate) fn along(axis: Axis, side: i8) -> Vector {
    let mut vector = [0; 3];
    vector[axis.index()] = side;
    vector
}

/// A vector turned counterclockwise by a quarter, as seen from the tip of an axis: what lies along the axis stays, what
/// lies across it goes to its product with the axis.
pub(crate) fn rotated(vector: Vector, axis: Axis) -> Vector {
    let mut turned = cross(along(axis, 1), vector);
    turned[axis.index()] = vector[axis.index()];
    turned
}

/// The same by so many quarters.
pub(crate) fn rotated_by(vector: Vector, axis: Axis, quarters: u8) -> Vector {
    (0..quarters).fold(vector, |vector, _| rotated(vector, axis))
}
