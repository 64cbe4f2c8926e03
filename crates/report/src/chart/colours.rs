//! The colours of pictures as people see them who lack a kind of cones: those that stand side by side stay apart.

use std::collections::BTreeMap;

use super::STYLE;

type Matrix = [[f64; 3]; 3];

/// Linear RGB as it is seen: by all cones, without those for long waves, without those for middle ones (Machado, Oliveira
/// and Fernandes, 2009, at full severity).
const EYES: [(&str, Matrix); 3] = [
    (
        "all cones",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
];

/// Distances in CIELAB (CIE, 1976), of which 2.3 is just noticed: of lines and areas that a legend names, and of steps of
/// a scale that follow each other.
const NAMED: f64 = 20.0;
const STEPS: f64 = 8.0;

/// The least contrast of a line on paper (WCAG 2.1, 1.4.11).
const CONTRAST: f64 = 3.0;

/// The colours of a theme by their names.
fn colours(style: &str) -> BTreeMap<&str, [f64; 3]> {
    let parts = style.split("--").filter_map(|part| part.split_once(": #"));
    let channel = |hex: &str, at: usize| {
        let value = u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok()?;
        let share = f64::from(value) / 255.0;
        Some(if share <= 0.040_45 {
            share / 12.92
        } else {
            libm::pow((share + 0.055) / 1.055, 2.4)
        })
    };
    let linear = |hex: &str| Some([channel(hex, 0)?, channel(hex, 1)?, channel(hex, 2)?]);
    parts
        .filter_map(|(name, hex)| Some((name, linear(hex)?)))
        .collect()
}

fn themes() -> [(&'static str, BTreeMap<&'static str, [f64; 3]>); 2] {
    let (light, rest) = STYLE.split_once("@media").unwrap();
    let (dark, _) = rest.split_once("svg text").unwrap();
    // What the dark theme does not name is as in the light one: the colours of maps.
    let mut both = colours(light);
    both.extend(colours(dark));
    [("light", colours(light)), ("dark", both)]
}

fn times(matrix: &Matrix, colour: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum::<f64>())
}

/// The place of linear RGB in CIELAB, white being D65.
fn lab(colour: [f64; 3]) -> [f64; 3] {
    const XYZ: Matrix = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    const WHITE: [f64; 3] = [0.950_47, 1.0, 1.088_83];
    let colour = colour.map(|channel| channel.clamp(0.0, 1.0));
    let xyz = times(&XYZ, colour);
    let curved = |at: usize| {
        let share = xyz[at] / WHITE[at];
        if share > 216.0 / 24_389.0 {
            libm::cbrt(share)
        } else {
            (24_389.0 / 27.0 * share + 16.0) / 116.0
        }
    };
    let [x, y, z] = [curved(0), curved(1), curved(2)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn apart(eye: &Matrix, a: [f64; 3], b: [f64; 3]) -> f64 {
    let [a, b] = [a, b].map(|colour| lab(times(eye, colour)));
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let bright = |[r, g, b]: [f64; 3]| 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    let (a, b) = (bright(a), bright(b));
    a.max(b) / a.min(b)
}

/// Pairs of colours that stand side by side, and the distance that they need.
fn pairs() -> Vec<(String, String, f64)> {
    let mut pairs = Vec::new();
    let mut add = |a: &str, b: &str, least| pairs.push((a.to_owned(), b.to_owned(), least));
    for a in 0..6 {
        for b in a + 1..6 {
            add(&format!("s{a}"), &format!("s{b}"), NAMED);
        }
    }
    for (a, b) in [
        ("seen", "fair"),
        ("seen-line", "fair"),
        ("seen", "o4"),
        ("seen", "pale"),
        ("r5", "o1"),
        ("o1", "o2"),
    ] {
        add(a, b, if a == "o1" { STEPS } else { NAMED });
    }
    for side in ["r", "o"] {
        add("even", &format!("{side}1"), STEPS);
        for step in 1..5 {
            add(
                &format!("{side}{step}"),
                &format!("{side}{}", step + 1),
                STEPS,
            );
        }
    }
    for step in 2..=5 {
        add(&format!("r{step}"), &format!("o{step}"), NAMED);
    }
    pairs
}

#[test]
fn colours_side_by_side_stay_apart_for_all_eyes() {
    let mut near = Vec::new();
    for (theme, colours) in themes() {
        for (a, b, least) in pairs() {
            for (eye, matrix) in &EYES {
                let far = apart(matrix, colours[&*a], colours[&*b]);
                if far < least {
                    near.push(format!(
                        "{theme}, {eye}: {a} and {b} are {far:.1} apart, not {least}"
                    ));
                }
            }
        }
    }
    assert!(near.is_empty(), "{}", near.join("\n"));
}

#[test]
fn lines_stand_out_from_the_paper() {
    for (theme, colours) in themes() {
        for name in ["s0", "s1", "s2", "s3", "s4", "s5", "seen-line", "fair"] {
            let found = contrast(colours[name], colours["paper"]);
            assert!(found >= CONTRAST, "{theme}: {name} has {found:.2}");
        }
    }
}

/// Red and green of the same lightness are far apart for all cones, and hardly for those who lack one kind: the measure
/// finds what it is for. White and black are 100 apart.
#[test]
fn the_measure_finds_what_is_confused() {
    let of = |style| colours(style)["x"];
    let (red, green) = (of("--x: #c04f00;"), of("--x: #7a6000;"));
    let [all, protan, _] = &EYES;
    assert!(apart(&all.1, red, green) > 40.0);
    assert!(apart(&protan.1, red, green) < 3.0);
    let black_and_white = apart(&all.1, of("--x: #ffffff;"), of("--x: #000000;"));
    assert!((black_and_white - 100.0).abs() < 0.1, "{black_and_white}");
    assert!((contrast(of("--x: #ffffff;"), of("--x: #000000;")) - 21.0).abs() < 1e-9);
}
