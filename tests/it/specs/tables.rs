//! The mistakes of specs: tables of one change each.

/// A good spec with every key; each case changes one line of it.
pub const BASE: &str = r#"name = "trial"
question = "Is it fair?"
subject = "deck"
deck = 6
trials = 20
replicates = 2
seed = 7
generator = "pcg64"
source = { seeding = "batches", memory = "none" }
alpha = 0.001
control = true
routines = ["S", "RRH"]
statistics = [{ kind = "duplicates", counts = [1, 2] }, "rising-sequences"]

[shuffles]
S = "fisher-yates"
R = { kind = "riffle", max-streak = 4 }
H = { kind = "hindu", packet = [2, 3] }

[[claims]]
id = "first"
text = "S has more duplicates"
source = "nobody"
kind = "greater"
figure = "duplicates"
by = "exact"
routine = "S"
than = "RRH"
margin = 1
expect = "confirmed"
"#;

/// The keys of a spec, each with values of wrong types.
#[rustfmt::skip]
pub const WRONG_TYPES: &[(&str, &[&str])] = &[
    ("name", &["7", "true", "[\"trial\"]", "{ a = 1 }"]),
    ("question", &["7", "[]"]),
    ("subject", &["7", "[\"deck\"]"]),
    ("deck", &["\"6\"", "6.5", "true", "[6]", "1979-05-27"]),
    ("trials", &["\"20\"", "2e-1", "1e30", "{ n = 20 }"]),
    ("replicates", &["\"2\"", "2.5", "[2]"]),
    ("seed", &["7.5", "true", "{ s = 7 }", "1979-05-27"]),
    ("generator", &["64", "[\"pcg64\"]", "{ kind = \"pcg64\" }"]),
    ("alpha", &["\"0.001\"", "[0.001]", "true"]),
    ("control", &["\"yes\"", "1", "[true]"]),
    ("routines", &["\"S\"", "7", "[7]", "[[\"S\"]]", "{ a = \"S\" }"]),
    ("statistics", &["\"duplicates\"", "7", "[7]", "[[\"duplicates\"]]", "[true]"]),
];

/// Values of the right type that no experiment has: key, value, part of the message.
#[rustfmt::skip]
pub const WRONG_VALUES: &[(&str, &str, &str)] = &[
    ("name", r#""""#, "found ``; accepted: lower-case letters"),
    ("name", r#""a/b""#, "found `a/b`"),
    ("name", r#""a\\b""#, r"found `a\\b`"),
    ("name", r#""..""#, "found `..`"),
    ("name", r#"".""#, "found `.`"),
    ("name", r#""two words""#, "found `two words`"),
    ("name", r#""Trial""#, "found `Trial`"),
    ("name", r#""déjà""#, "accepted: lower-case letters, digits and hyphens"),
    ("name", r#""-trial""#, "found `-trial`"),
    ("name", r#""a\u0000b""#, "found `a\\0b`"),
    ("name", r#""a\nb""#, "found `a\\nb`"),
    ("name", r#""a\u001b[31mb""#, "found `a\\u{1b}[31mb`"),
    ("subject", r#""stat""#, "found `stat`; accepted: `deck`, `sequence`, `rows`, `state`"),
    ("deck", "0", "found `0`; accepted: a whole number from 2 to 10,000"),
    ("deck", "1", "found `1`; accepted: a whole number from 2 to 10,000"),
    ("deck", "-5", "found `-5`; accepted: a whole number from 2 to 10,000"),
    ("deck", "10001", "found `10001`"),
    ("deck", "1_000_000_000", "found `1000000000`"),
    ("deck", "9223372036854775807", "found `9223372036854775807`"),
    ("deck", "9223372036854775808", "deck = 9223372036854775808"),
    ("trials", "0", "found `0`; accepted: a whole number from 1 to 1,000,000,000,000"),
    ("trials", "-1", "found `-1`"),
    ("trials", "1_000_000_000_001", "found `1000000000001`"),
    ("trials", "9223372036854775807", "found `9223372036854775807`"),
    ("trials", "500_000_000_001", "found 500,000,000,001 decks for each of 2 replicates"),
    ("replicates", "0", "found `0`; accepted: a whole number from 1 to 1,000,000"),
    ("replicates", "-2", "found `-2`"),
    ("replicates", "1_000_001", "found `1000001`"),
    ("seed", "-1", "found `-1`; accepted: a whole number from 0"),
    ("seed", "-9223372036854775808", "found `-9223372036854775808`"),
    ("seed", "18446744073709551616", "seed = 18446744073709551616"),
    ("seed", "[]", "found `[]`"),
    ("seed", "[1, 2]", "found the list [1, 2]; accepted: a whole number"),
    ("seed", "[-1]", "found `[-1]`"),
    ("seed", "[4294967296]", "whole numbers below 2^32"),
    ("seed", "[1.5]", "found `[1.5]`"),
    ("seed", r#"["7"]"#, r#"found `["7"]`"#),
    ("seed", "[[7]]", "found `[[7]]`"),
    ("seed", r#""""#, "found ``; accepted: a whole number"),
    ("seed", r#""seven""#, "found `seven`"),
    ("seed", r#""-7""#, "found `-7`"),
    ("seed", r#""+7""#, "found `+7`"),
    ("seed", r#""7.0""#, "found `7.0`"),
    ("seed", r#""0x""#, "found `0x`"),
    ("seed", r#""340282366920938463463374607431768211456""#, "to 2^128 - 1"),
    ("generator", r#""pgc64""#, "unknown generator `pgc64`; accepted: `xoshiro256pp-x8`, `pcg64`, `numpy-legacy`, `python`, `msvc`, `cpp-mt19937`, `cpp-minstd-rand0`, `matlab`; did you mean `pcg64`?"),
    ("generator", r#""numpy-legasy""#, "did you mean `numpy-legacy`?"),
    ("generator", r#""mersenne-twister""#, "unknown generator `mersenne-twister`"),
    ("generator", r#""""#, "unknown generator ``"),
    ("alpha", "nan", "found `NaN`; accepted: an error level from 1e-9 to 0.05"),
    ("alpha", "-nan", "accepted: an error level"),
    ("alpha", "inf", "found `inf`"),
    ("alpha", "-inf", "found `-inf`"),
    ("alpha", "0", "found `0`"),
    ("alpha", "0.0", "found `0`"),
    ("alpha", "-0.001", "found `-0.001`"),
    ("alpha", "1", "found `1`"),
    ("alpha", "1.0", "found `1`"),
    ("alpha", "0.051", "found `0.051`"),
    ("alpha", "9e-10", "accepted: an error level"),
    ("routines", "[]", "found an empty list; accepted: one routine or more"),
    ("routines", r#"[""]"#, "key `routines[0]`: routine ``, column 1: found no letter"),
    ("routines", r#"["S", "  "]"#, "key `routines[1]`"),
    ("routines", r#"["SX"]"#, "column 2: unknown letter `X`; accepted: `H` Hindu shuffle; `R` riffle; `S` ideal shuffle; or a word"),
    ("routines", r#"["G"]"#, "unknown letter `G`"),
    ("routines", r#"["s"]"#, "did you mean `S`?"),
    ("routines", r#"["S rifle*3"]"#, "column 3: unknown word `rifle`"),
    ("routines", r#"["é"]"#, "unknown letter `é`"),
    ("routines", r#"["(S"]"#, "column 1: found `(` without a `)`"),
    ("routines", r#"["S)"]"#, "column 2: found `)` without a `(`"),
    ("routines", r#"["((S)"]"#, "found `(` without a `)`"),
    ("routines", r#"[")("]"#, "found `)` without a `(`"),
    ("routines", r#"["S()"]"#, "found nothing between the parentheses"),
    ("routines", r#"["*3"]"#, "found `*` with nothing before it"),
    ("routines", r#"["(*3)"]"#, "found `*` with nothing before it"),
    ("routines", r#"["S*"]"#, "found the end after `*`"),
    ("routines", r#"["S**2"]"#, "found `*` after `*`"),
    ("routines", r#"["S*R"]"#, "found `R` after `*`"),
    ("routines", r#"["S*0"]"#, "found `0` after `*`; accepted: a whole number from 1 to 1000"),
    ("routines", r#"["S*-2"]"#, "found `-` after `*`"),
    ("routines", r#"["S*1001"]"#, "found `1001` after `*`"),
    ("routines", r#"["S*18446744073709551617"]"#, "found `18446744073709551617` after `*`"),
    ("routines", r#"["S*2*2"]"#, "found `*` with nothing before it"),
    ("routines", r#"["(S*1000)*11"]"#, "found more than 10000 shuffles"),
    ("routines", r#"["((((S*1000)*1000)*1000)*1000)*1000"]"#, "found more than 10000 shuffles"),
    ("routines", r#"["S3"]"#, "found `3`; accepted: letters"),
    ("routines", r#"["S,R"]"#, "found `,`; accepted: letters"),
    ("routines", r#"["S\u0000"]"#, "column 2: found"),
    ("routines", r#"["S", "S"]"#, "key `routines[1]`: found `S`, the same routine as `S`"),
    ("routines", r#"["SS", "R", "S*2"]"#, "key `routines[2]`: found `S*2`, the same routine as `SS`"),
    ("routines", r#"["R(S)", "(RS)"]"#, "the same routine as `R(S)`"),
    ("statistics", "[]", "found an empty list; accepted: one statistic or more"),
    ("statistics", r#"["duplicate"]"#, "did you mean `duplicates`?"),
    ("statistics", r#"["rising-sequence"]"#, "did you mean `rising-sequences`?"),
    ("statistics", r#"["Position-Matrix"]"#, "did you mean `position-matrix`?"),
    ("statistics", r#"["chi-squared"]"#, "unknown statistic `chi-squared`; accepted: `position-matrix`"),
    ("statistics", r#"[""]"#, "unknown statistic ``"),
    ("statistics", r#"["duplicates", "duplicates"]"#, "key `statistics[1]`: found `duplicates` twice"),
    ("statistics", r#"["duplicates", { kind = "duplicates", counts = [1] }]"#, "found `duplicates` twice"),
    ("statistics", r"[{ kind = 7 }]", "key `kind`: found `7`; accepted: a name in quotes"),
    ("statistics", r#"[{ kind = "duplicates", count = [1] }]"#, "unknown key `count` for `duplicates`; accepted: `counts`; did you mean `counts`?"),
    ("statistics", r#"[{ kind = "duplicates", counts = [] }]"#, "key `counts`: found `[]`"),
    ("statistics", r#"[{ kind = "duplicates", counts = 3 }]"#, "key `counts`: found `3`"),
    ("statistics", r#"[{ kind = "duplicates", counts = [1, 1] }]"#, "one or more different whole numbers"),
    ("statistics", r#"[{ kind = "duplicates", counts = [-1] }]"#, "found `[-1]`"),
    ("statistics", r#"[{ kind = "duplicates", counts = [1.5] }]"#, "found `[1.5]`"),
    ("statistics", r#"[{ kind = "duplicates", counts = [1000001] }]"#, "from 0 to 1000000"),
    ("statistics", r#"[{ kind = "rising-sequences", counts = [1] }]"#, "unknown key `counts` for `rising-sequences`; accepted: no keys but `kind`"),
];

/// Values of `source`: the value, part of the message.
#[rustfmt::skip]
pub const WRONG_SOURCES: &[(&str, &str)] = &[
    ("\"16-bit\"", "invalid type: string \"16-bit\""),
    ("16", "invalid type: integer"),
    ("true", "invalid type: boolean"),
    ("{ seeds = 3 }", "unknown field `seeds`, expected one of `seeding`, `memory`, `others`"),
    ("{ seedings = \"one\" }", "did you mean `seeding`?"),
    ("{ command = \"shuffle\" }", "invalid type: string \"shuffle\", expected a sequence"),
    ("{ others = { routine = \"S\" } }", "key `source.others`: found both or none of `every` and `from`"),
    ("{ others = { routine = \"S\", every = 2, from = 3 } }", "key `source.others`: found both or none of `every` and `from`"),
    ("{ others = { routine = \"S\", every = 0 } }", "key `source.others.every`: found 0; accepted: a deck, counted from 1"),
    ("{ others = { routine = \"?\", every = 2 } }", "key `source.others.routine`: "),
    ("{ others = { routine = \"S\", every = 2 }, memory = \"kept\" }", "key `source.others`: found with `memory`; accepted: one of the two"),
    ("{ quotas = \"rising\" }", "key `source.quotas`: "),
    ("{ quotas = \"descents\", memory = \"in-place\" }", "key `source.quotas`: found with `memory`"),
    ("{ memory = 3 }", "source = { memory = 3 }"),
    ("{ memory = \"inplace\" }", "key `source.memory`: found `inplace`; accepted: `none`, `in-place`, `kept`; did you mean `in-place`?"),
    ("{ seeding = 16 }", "key `source.seeding`: found `16`; accepted: a word in quotes, as in \"16-bit\", or a table"),
    ("{ seeding = \"16\" }", "key `source.seeding`: found `16`; accepted: `batches`, `N-bit`, `clock`, `one`, `numbers` (N from 1 to 64)"),
    ("{ seeding = \"65-bit\" }", "found `65-bit`"),
    ("{ seeding = {} }", "key `source.seeding`: found an empty table; accepted: { bits = 16 }"),
    ("{ seeding = { bits = 0 } }", "key `source.seeding`: key `bits`: found `0`; accepted: a whole number from 1 to 64"),
    ("{ seeding = { bit = 16 } }", "unknown key `bit` for `seeding`; accepted: `bits`, `clock`, `decks-per-second`; did you mean `bits`?"),
    ("{ seeding = { bits = 16, clock = \"seconds\" } }", "found `bits` and `clock`; accepted: one of the two"),
    ("{ seeding = { clock = \"hours\" } }", "key `clock`: found `\"hours\"`; accepted: `seconds`, `milliseconds`"),
    ("{ seeding = { clock = \"seconds\", decks-per-second = 0 } }", "key `decks-per-second`: found `0`; accepted: a number from 0.001 to 1000000000"),
    ("{ seeding = { decks-per-second = 5 } }", "found `decks-per-second` without `clock`"),
];

/// Generators that do not go with a source: the generator, the source, part of the message.
#[rustfmt::skip]
pub const WRONG_TOGETHER: &[(&str, &str, &str)] = &[
    ("xoshiro256pp-x8", "{ seeding = { bits = 16 } }", "key `generator`: found `xoshiro256pp-x8` with seeds for each deck; accepted: `pcg64`, `msvc`, or no `generator` at all"),
    ("numpy-legacy", "{ seeding = \"one\" }", "key `generator`: found `numpy-legacy` with seeds for each deck"),
    ("numpy-legacy", "{ memory = \"kept\" }", "key `generator`: found `numpy-legacy` with decks that are kept; accepted: a generator with a stream for each batch"),
];

/// Lines for the table `[shuffles]`: the letter whose line is replaced, the new line, part of the
/// message.
#[rustfmt::skip]
pub const WRONG_SHUFFLES: &[(&str, &str, &str)] = &[
    ("R", r#"RR = "riffle""#, "key `shuffles.RR`: found the name `RR`; accepted: a single letter"),
    ("R", r#"7 = "riffle""#, "accepted: a single letter"),
    ("R", r#""" = "riffle""#, "accepted: a single letter"),
    ("R", r#""*" = "riffle""#, "accepted: a single letter"),
    ("R", r#""(" = "riffle""#, "accepted: a single letter"),
    ("R", r#"" " = "riffle""#, "accepted: a single letter"),
    ("R", r#"riffle = "R""#, "accepted: a single letter"),
    ("R", r#"R = "rifle""#, "key `shuffles.R`: unknown shuffle `rifle`; accepted: `fisher-yates`"),
    ("R", r#"R = "rifle""#, "did you mean `riffle`?"),
    ("R", r#"R = "Riffle""#, "did you mean `riffle`?"),
    ("R", r#"R = "smoosh""#, "unknown shuffle `smoosh`"),
    ("R", r#"R = """#, "unknown shuffle ``"),
    ("R", "R = 4", "R = 4"),
    ("R", "R = []", "R = []"),
    ("R", "R = true", "R = true"),
    ("R", "R = {}", "kind"),
    ("R", "R = { max-streak = 4 }", "kind"),
    ("R", "R = { kind = 4 }", "key `kind`: found `4`"),
    ("R", r#"R = { kind = ["riffle"] }"#, "key `kind`"),
    ("R", r#"R = { kind = "riffle", max-streek = 4 }"#, "unknown key `max-streek` for `riffle`; accepted: `max-streak`, `packets`, `upper`, `clump`; did you mean `max-streak`?"),
    ("R", r#"R = { kind = "riffle", max_streak = 4 }"#, "did you mean `max-streak`?"),
    ("R", r#"R = { kind = "riffle", packet = [2, 3] }"#, "unknown key `packet` for `riffle`"),
    ("R", r#"R = { kind = "riffle", max-streak = 0 }"#, "key `max-streak`: found `0`; accepted: a whole number from 1 to 10000"),
    ("R", r#"R = { kind = "riffle", max-streak = -1 }"#, "found `-1`"),
    ("R", r#"R = { kind = "riffle", max-streak = 10001 }"#, "found `10001`"),
    ("R", r#"R = { kind = "riffle", max-streak = 4294967297 }"#, "found `4294967297`"),
    ("R", r#"R = { kind = "riffle", max-streak = 4.5 }"#, "found `4.5`"),
    ("R", r#"R = { kind = "riffle", max-streak = "4" }"#, "found `\"4\"`"),
    ("R", r#"R = { kind = "riffle", max-streak = nan }"#, "found `nan`"),
    ("H", r#"H = { kind = "hindu", packets = [2, 3] }"#, "did you mean `packet`?"),
    ("H", r#"H = { kind = "hindu", packet = [3, 2] }"#, "key `packet`: found `[3, 2]`; accepted: [smallest, largest]"),
    ("H", r#"H = { kind = "hindu", packet = [0, 2] }"#, "found `[0, 2]`"),
    ("H", r#"H = { kind = "hindu", packet = [2] }"#, "found `[2]`"),
    ("H", r#"H = { kind = "hindu", packet = [] }"#, "found `[]`"),
    ("H", r#"H = { kind = "hindu", packet = [2, 3, 4] }"#, "found `[2, 3, 4]`"),
    ("H", r#"H = { kind = "hindu", packet = 3 }"#, "found `3`"),
    ("H", r#"H = { kind = "hindu", packet = ["2", "3"] }"#, "accepted: [smallest, largest]"),
    ("H", r#"H = { kind = "hindu", packet = [2, 10001] }"#, "from 1 to 10000"),
    ("H", r#"H = { kind = "hindu", packet = { low = 2 } }"#, "key `packet`"),
    ("S", r#"S = { kind = "fisher-yates", passes = 2 }"#, "unknown key `passes` for `fisher-yates`; accepted: `direction`"),
    ("S", r#"S = { kind = "cut", passes = 2 }"#, "unknown key `passes` for `cut`; accepted: `cards`"),
    ("S", r#"S = { kind = "random-comparator", algorithm = "bubble" }"#, "key `algorithm`: found `\"bubble\"`; accepted: `binary-insertion`, `insertion`, `merge`, `quick`"),
    ("S", r#"S = { kind = "sort-by-keys", bits = 65 }"#, "key `bits`: found `65`; accepted: a whole number from 1 to 64"),
    ("S", r#"S = { kind = "modulo-rand", rand-max = 0 }"#, "key `rand-max`: found `0`; accepted: a whole number from 1 to 4294967295"),
    ("H", r#"S = "cut""#, "duplicate key"),
];

/// Keys of claims, with wrong values: key, value, part of the message.
#[rustfmt::skip]
pub const WRONG_CLAIMS: &[(&str, &str, &str)] = &[
    ("id", r#""""#, "found ``; accepted: letters, digits"),
    ("id", r#""a claim""#, "found `a claim`"),
    ("id", r#""é""#, "found `é`"),
    ("id", "7", "id = 7"),
    ("text", "7", "text = 7"),
    ("source", "7", "source = 7"),
    ("kind", r#""equal""#, "did you mean `equals`?"),
    ("kind", r#""at_least""#, "did you mean `at-least`?"),
    ("kind", r#""bigger""#, "found `bigger`; accepted: `equals`, `largest`"),
    ("kind", "7", "kind = 7"),
    ("expect", r#""confirm""#, "did you mean `confirmed`?"),
    ("expect", r#""refutes""#, "did you mean `refuted`?"),
    ("expect", r#""true""#, "found `true`; accepted: `reproduced`, `confirmed`, `not-refuted`, `refuted`, `undecided`"),
    ("expect", "true", "expect = true"),
    ("by", r#""exactly""#, "did you mean `exact`?"),
    ("by", r#""hand""#, "found `hand`; accepted: `exact`, `simulated`"),
    ("figure", "7", "figure = 7"),
    ("routine", r#""HRR""#, "found `HRR`, which is not among the routines; accepted: `S`, `RRH`, `control`"),
    ("routine", r#""X""#, "unknown letter `X`"),
    ("routine", r#""""#, "found no letter"),
    ("routine", r#""(S""#, "found `(` without a `)`"),
    ("routine", r#"["S"]"#, "routine = [\"S\"]"),
    ("than", r#""RRR""#, "found `RRR`, which is not among the routines"),
    ("than", r#""Control""#, "column 1"),
    ("margin", r#""1""#, "margin = \"1\""),
    ("margin", "[1]", "margin = [1]"),
    ("margin", "nan", "accepted"),
    ("margin", "inf", "accepted"),
    ("margin", "-inf", "accepted"),
];

/// Keys of a claim and their values.
type Keys = &'static [(&'static str, &'static str)];

/// The kinds of claims, each with a good one's keys besides `id`, `text`, `kind` and `expect`, then those that it can
/// do without.
#[rustfmt::skip]
pub const CLAIM_KINDS: &[(&str, Keys, Keys)] = &[
    ("equals", &[FIGURE, ROUTINE, ("published", "\"12.5\"")], &[("within", "0.5"), BY]),
    ("largest", &[FIGURE, ROUTINE, AMONG], &[BY]),
    ("smallest", &[FIGURE, ROUTINE, AMONG], &[BY]),
    ("greater", &[FIGURE, ROUTINE, THAN], &[("margin", "2"), BY]),
    ("less", &[FIGURE, ROUTINE, THAN], &[("margin", "2"), BY]),
    ("at-least", &[FIGURE, ROUTINE, ("value", "3")], &[BY]),
    ("at-most", &[FIGURE, ROUTINE, ("value", "3")], &[BY]),
    ("ideal", &[MEAN, ROUTINE, ("within", "0.5")], &[BY]),
    ("verdict", &[ROUTINE, ("test", "\"rising-sequences.mean\""), ("is", "\"pass\"")], &[]),
];
pub const FIGURE: (&str, &str) = ("figure", "\"duplicates\"");
pub const MEAN: (&str, &str) = ("figure", "\"rising-sequences\"");
pub const ROUTINE: (&str, &str) = ("routine", "\"S\"");
pub const AMONG: (&str, &str) = ("among", "[\"S\", \"RRH\"]");
pub const THAN: (&str, &str) = ("than", "\"RRH\"");
pub const BY: (&str, &str) = ("by", "\"simulated\"");

/// Changes of one key of a claim of a kind: kind, key, value, part of the message.
#[rustfmt::skip]
pub const WRONG_BY_KIND: &[(&str, &str, &str, &str)] = &[
    ("equals", "published", "12.5", "found `12.5`; accepted: the printed figure in quotes"),
    ("equals", "published", "12", "found `12`"),
    ("equals", "published", "\"\"", "found `\"\"`"),
    ("equals", "published", "\"12,5\"", "found `\"12,5\"`"),
    ("equals", "published", "\"1e3\"", "found `\"1e3\"`"),
    ("equals", "published", "\"nan\"", "found `\"nan\"`"),
    ("equals", "published", "\"12-\"", "found `\"12-\"`"),
    ("equals", "published", "[\"12.5\"]", "found `[\"12.5\"]`"),
    ("equals", "within", "nan", "accepted"),
    ("equals", "within", "inf", "accepted"),
    ("equals", "within", "\"1\"", "within = \"1\""),
    ("equals", "within", "-1", "found `-1`; accepted: 0 or more"),
    ("ideal", "within", "-0.1", "found `-0.1`; accepted: 0 or more"),
    ("ideal", "within", "nan", "accepted: a finite number"),
    ("largest", "among", "[]", "found an empty list"),
    ("largest", "among", "\"S\"", "among = \"S\""),
    ("largest", "among", "[\"S\", \"RRR\"]", "found `RRR`, which is not among the routines"),
    ("smallest", "among", "[\"S\", \"X\"]", "unknown letter `X`"),
    ("smallest", "among", "[\"S\", 7]", "among = [\"S\", 7]"),
    ("less", "margin", "nan", "accepted"),
    ("at-least", "value", "nan", "accepted"),
    ("at-most", "value", "inf", "accepted"),
    ("at-most", "value", "\"3\"", "value = \"3\""),
    ("verdict", "is", "\"passed\"", "did you mean `pass`?"),
    ("verdict", "is", "\"confirmed\"", "accepted: `pass`, `suspicious`, `fail`, `invalid`"),
    ("verdict", "test", "7", "test = 7"),
];

/// Claims that name what the record does not have: kind, key, value, part of the message.
#[rustfmt::skip]
pub const NOT_IN_THE_RECORD: &[(&str, &str, &str, &str)] = &[
    ("at-least", "figure", "\"duplicate\"", "found `duplicate`"),
    ("at-least", "figure", "\"position-matrix.same_half\"", "found `position-matrix.same_half`"),
    ("at-least", "figure", "\"duplicates.median\"", "no `median`"),
    ("at-least", "figure", "\"duplicates.cells\"", "is no number"),
    ("at-least", "figure", "\"duplicates.values.7\"", "no `7`"),
    ("at-least", "figure", "\"duplicates..mean\"", "found `duplicates..mean`"),
    ("at-least", "figure", "\"\"", "found ``"),
    ("verdict", "test", "\"rising-sequences.median\"", "found `rising-sequences.median`"),
    ("verdict", "test", "\"duplicates.mean\"", "found `duplicates.mean`"),
    ("verdict", "test", "\"\"", "found ``"),
];
