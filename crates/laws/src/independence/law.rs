//! The limit of the null law of Hoeffding's D (Blum, Kiefer and Rosenblatt 1961): n D has the law of Q − 1/36, where
//! Q = Σ Z²/(π⁴ i² j²) over all i, j ≥ 1 and the Z are independent standard normal.
//!
//! With a = √(2θ)/π the product over j has a closed form, E exp(θQ) = Π √((a/i) / sin(a/i)) over i ≥ 1. P(Q > x) is the
//! integral of E exp(θQ) exp(−θx)/(2πiθ) dθ along a path from below to above that crosses the real line between 0 and
//! π⁴/2, where the first factor has its singularity. It crosses at the saddle point, and bends to the right on a
//! hyperbola, so that the integrand falls fast and hardly oscillates. Nothing cancels: all digits are kept in the tail.

use std::f64::consts::{FRAC_PI_2, LN_2, PI};

/// The θ at which E exp(θQ) becomes infinite.
const END: f64 = 0.5 * PI * PI * PI * PI;

/// E Q.
pub(super) const MEAN: f64 = 1.0 / 36.0;

/// Step of the trapezoidal rule; half as much changes no digit of eleven.
const STEP: f64 = 0.1;

/// The rest of the integral is left out once the integrand is below exp(−this) of its greatest.
const FADED: f64 = 60.0;

/// Terms of log(z/sin z) = Σ ζ(2k)/k (z/π)^(2k), k = 1, 2, ….
const TERMS: usize = 10;

/// Below this P(Q > x) is 1 to ten digits.
const SMALL: f64 = 0.004;

/// A complex number.
#[derive(Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

impl Complex {
    fn times(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }

    fn scaled(self, by: f64) -> Self {
        Self {
            re: self.re * by,
            im: self.im * by,
        }
    }

    fn size(self) -> f64 {
        libm::hypot(self.re, self.im)
    }

    /// The principal logarithm.
    fn ln(self) -> Self {
        Self {
            re: libm::log(self.size()),
            im: libm::atan2(self.im, self.re),
        }
    }

    /// The principal root.
    fn root(self) -> Self {
        let (size, angle) = (self.size().sqrt(), 0.5 * libm::atan2(self.im, self.re));
        Self {
            re: size * libm::cos(angle),
            im: size * libm::sin(angle),
        }
    }
}

/// P(Q > x); relative error below 1e-10 down to 1e-300.
pub(super) fn upper(x: f64) -> f64 {
    if x < SMALL {
        return 1.0;
    }
    let all = zetas(1);
    let saddle = saddle(x, &all);
    let width = saddle.min(END - saddle);
    let mut sum = 0.0;
    let mut u = 0.0;
    let peak = transform(
        Complex {
            re: saddle,
            im: 0.0,
        },
        &all,
    )
    .re - saddle * x;
    loop {
        let (rise, run) = (width * libm::sinh(u), width * (libm::cosh(u) - 1.0));
        let theta = Complex {
            re: saddle + run,
            im: rise,
        };
        let logarithm = transform(theta, &all)
            .plus(theta.scaled(-x))
            .plus(theta.ln().scaled(-1.0));
        let size = libm::exp(logarithm.re - peak);
        let value = Complex {
            re: size * libm::cos(logarithm.im),
            im: size * libm::sin(logarithm.im),
        };
        // dθ/du, and the imaginary part of the product: below the real line all is conjugate.
        let along = Complex {
            re: rise,
            im: width + run,
        };
        let part = value.times(along).im;
        sum += if u > 0.0 { part } else { 0.5 * part };
        if run * x > FADED {
            return (sum * STEP / PI * libm::exp(peak)).clamp(0.0, 1.0);
        }
        u += STEP;
    }
}

/// About where ln E exp(θQ) − θx − ln θ, which is convex, is least on 0 < θ < π⁴/2. Any point there gives the same
/// integral; this one gives it with the fewest steps.
fn saddle(x: f64, all: &[f64; TERMS]) -> f64 {
    let height = |theta: f64| {
        let logarithm = transform(Complex { re: theta, im: 0.0 }, all).re;
        logarithm - theta * x - libm::log(theta)
    };
    // By the logarithm of the distance to the singularity, which the far tail comes close to.
    let at = |log: f64| END * -libm::expm1(log);
    let (mut low, mut high) = (-16.0, -0.05);
    for _ in 0..14 {
        let (one, other) = (low + 0.4 * (high - low), low + 0.6 * (high - low));
        if height(at(one)) < height(at(other)) {
            high = other;
        } else {
            low = one;
        }
    }
    at(0.5 * (low + high))
}

/// ln E exp(θQ), θ not below the real line; `all` is ζ(2k), k = 1, 2, ….
fn transform(theta: Complex, all: &[f64; TERMS]) -> Complex {
    let a = theta.scaled(2.0).root().scaled(1.0 / PI);
    let direct = 4 + (2.0 * a.size()) as u32;
    let mut sum = Complex { re: 0.0, im: 0.0 };
    for i in 1..direct {
        sum = sum.plus(over_sine(a.scaled(1.0 / f64::from(i))));
    }
    // log(z/sin z) = Σ ζ(2k)/k (z/π)^(2k), summed over z = a/i from `direct` on.
    let square = a.times(a).scaled(1.0 / (PI * PI));
    let mut power = Complex { re: 1.0, im: 0.0 };
    for (k, (zeta, rest)) in (1_u32..).zip(all.iter().zip(zetas(direct))) {
        power = power.times(square);
        sum = sum.plus(power.scaled(zeta * rest / f64::from(k)));
    }
    sum.scaled(0.5)
}

/// log(z/sin z) for z in the first quadrant, 0 < Re z < π on the real line: continuous, and real there.
fn over_sine(z: Complex) -> Complex {
    // sin z = exp(−iz) (1 − exp(2iz)) i/2.
    let size = libm::exp(-2.0 * z.im);
    let rest = Complex {
        re: 1.0 - size * libm::cos(2.0 * z.re),
        im: -size * libm::sin(2.0 * z.re),
    };
    let turned = Complex {
        re: -z.im + LN_2,
        im: z.re - FRAC_PI_2,
    };
    z.ln().plus(turned).plus(rest.ln().scaled(-1.0))
}

/// Σ i^(−2k) over i ≥ `first`, for k = 1, 2, …: by Euler and Maclaurin beyond ten.
fn zetas(first: u32) -> [f64; TERMS] {
    let from = first.max(10);
    let x = f64::from(from);
    let mut sums = [0.0; TERMS];
    let (mut s, mut last) = (0.0, 1.0);
    for sum in &mut sums {
        (s, last) = (s + 2.0, last / (x * x));
        let third = s * (s + 1.0) * (s + 2.0);
        let fifth = third * (s + 3.0) * (s + 4.0);
        let cube = x * x * x;
        *sum = last
            * (x / (s - 1.0) + 0.5 + s / (12.0 * x) - third / (720.0 * cube)
                + fifth / (30_240.0 * cube * x * x));
    }
    for i in first..from {
        let square = 1.0 / f64::from(i * i);
        let mut power = 1.0;
        for sum in &mut sums {
            power *= square;
            *sum += power;
        }
    }
    sums
}
