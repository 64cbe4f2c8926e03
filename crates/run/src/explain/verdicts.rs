//! The words in which colddeck judges tests, runs, claims and comparisons, and what to do about each.

use super::{Entry, Group};

pub(super) const VERDICTS: &[Entry] = &[
    Entry {
        names: &[
            "pass",
            "passed",
            "no evidence",
            "nothing found",
            "not looked at",
            "measured law",
        ],
        about: "These decks hold no evidence against the shuffle. That does not prove it fair. A pass also says what is \
            excluded: how far each measured law may be from fair, and how many decks may have been hardly shuffled. Then \
            it names what nothing looked at.",
        example: "20,000 fair decks of 52 cards pass. None of 20 measurements is more than .04 from fair, and at most 1 \
            deck in 2,895 was hardly shuffled. Three cards that always come together would pass too: nothing looks at \
            more than two.",
        advice: "Read what is excluded and what was not looked at. For a smaller limit, give it more decks.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["fail", "failed", "evidence"],
        about: "A fair shuffle gives decks like these less than once in a thousand runs (the error level), all tests of a \
            run taken together. So the shuffle is not perfect; how much that matters is another question.",
        example: "Decks of 52 cards that were riffled three times fail: 7.9 runs of cards lie in the old order, where a fair \
                  deck has 26.5.",
        advice: "Read which test says so and what it saw, and ask for that test by its name: its page lists the usual \
            causes. `total variation` and `cards called` say how much it matters.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["suspicious", "nothing established", "looks this odd"],
        about: "Less likely than once in twenty runs (.05), but not as rare as the error level asks for. Nothing is \
            established, and the exit code stays as it is. The first line says how many fair runs look this odd.",
        example: "Of 100,000 runs of fair decks 3,896 had a test below .05, and 79 of these were below .001 and failed.",
        advice: "Look at more decks, once. If something is wrong, they are more likely to fail. Do not repeat a run until \
            it passes.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["invalid", "too few decks", "decks needed"],
        about: "There are too few decks for this test: with so few its answer would mean nothing. It says how many it needs. Other \
                tests of the same run may be valid.",
        example: "20 decks of 52 cards are enough for the mean of rising sequences, but the test of their law needs 31.",
        advice: "Give it more decks, or go by the tests that are valid.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["undecided"],
        about: "Of a run that stops when it is decided: the decks ended before there was evidence against the shuffle. Nor \
            was everything measured shown to be near fair (exit code 3). Of a claim: these decks show it neither way.",
        example: "With at most 100 decks a fair shuffle of 52 cards stays undecided. To show it within 0.1 of fair takes \
            some 2,500 decks, within 0.05 some 13,000.",
        advice: "Allow more decks (--max-trials), or a larger delta. Of a claim: more decks, or an exact value.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["not fair"],
        about: "The shuffle differs from a fair one, and the difference is real. It is large, or of a kind that never \
            counts as small: hardly shuffled decks, few seeds, or decks that remember the one before.",
        example: "Three riffles of 52 cards are not fair: somebody who knows the old order tells such decks from fair ones \
            practically every time.",
        advice: "Mend the shuffle. The test that failed is named, and its page lists the usual causes.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["nearly fair at a table", "nearly fair"],
        about: "The shuffle is not fair, but the rules that the program tries gain at most a tenth of what they call in \
            fair decks. Other rules may gain more, and a program that knows the law of the shuffle sees the difference. \
            `advise` is stricter: it asks for a tenth of a card.",
        example: "Of 60 cards the rules call 4.68 in a fair deck. After seven mashes they call 5.03, which is 7% more: nearly \
            fair at a table. For `advise` that is not enough: .35 of a card is more than .1.",
        advice: "Good enough among friends. For a prize do it more often; the screen says how often.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &[
            "fair for practical purposes",
            "practical",
            "practically fair",
        ],
        about: "It is proved that the law of all orders is nearer to fair than delta, .05 unless you say otherwise. Only \
            shuffles that are simulated here, with a known law or bound, are ever called so: no number of decks shows it.",
        example: "Ten riffles of 52 cards are .043 from fair, over all orders at once (total variation). Enough decks show \
            that. Yet somebody who bets on it wins at most 52.1 of 100 bets, where guessing wins 50.",
        advice: "Good enough for a table. For money or for a secret choose a smaller delta, or a shuffle that is exact.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &[
            "measurements within delta",
            "measurement",
            "none of the measurements",
            "not ideal, all measured near",
            "accept-within",
        ],
        about: "A measurement is the law of one thing in each deck, such as where a card ends up or how many pairs changed \
            their order. Each has a limit: the largest distance from the fair law that the decks do not exclude. Limits \
            below delta bound these laws and nothing else: whole decks are not bounded.",
        example: "Take 20,000 bridge deals in which the ace and the queen of each suit always lie with partners. Each law \
            that is measured is within .03 of fair. As deals they are at least .94 from fair.",
        advice: "Read what was not looked at. `--accept-within` accepts evidence only where the failing tests have limits \
                 themselves.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &[
            "real, size not known yet",
            "size not known yet",
            "not ideal",
        ],
        about: "There is evidence that the shuffle is not fair. Its size may be known for one card or one place, and then \
            the sentence says it. Whether whole decks are farther off than delta is not known.",
        example: "Seven riffles of 52 cards can be found out after 37 decks. As far as so few decks can \
                  tell, the distance may be anything from .05 to .64.",
        advice: "Give it more decks: some 13,000 are needed to show a difference smaller than .05.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["reproduced"],
        about: "Of a claim with a printed number: ours is the same, digit for digit.",
        example: "The article's number of duplicates of HRR is 699.648, and so is ours.",
        advice: "The same number does not mean that the article is right about what it means.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["confirmed"],
        about: "Of a claim: it is true, by an exact value, or by limits that leave no room for the departure that it speaks of. A \
                test that merely passes confirms nothing.",
        example: "\"Seven riffles leave 52 cards .334 from fair\" is confirmed: the exact value is .334061.",
        advice: "",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["not refuted"],
        about: "Of a claim, or of a watched shuffle: nothing speaks against it, and nothing excludes a departure either. A test that \
                passes says no more than that.",
        example: "\"The shuffle is fair\", tested with 20 decks of 52 cards and not refuted, excludes six riffles or fewer, but not \
                  seven.",
        advice: "Give it more decks, or state how large a departure would matter.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["refuted"],
        about: "Of a claim: it is false, by an exact value, by limits, or by a test that fails.",
        example: "\"Of three shuffles of 40 cards HRR gives the most duplicates\" is refuted: HRR gives 698.5, RRR 709.9, both exact.",
        advice: "",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["same"],
        about: "Of a figure in two records that are compared: it moved no farther than by chance.",
        example: "The mean of rising sequences of 100,000 decks is known to ±0.0066. Two records that differ by 0.01 differ by 1.1 \
                  standard errors: the same.",
        advice: "",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["moved", "moved by"],
        about: "Of a figure in two records that are compared: the two differ by more than chance explains, all figures together at \
                one error level (.001).",
        example: "Where two means have a standard error of 0.0066 each, a difference of 0.1 is 10.7 standard errors: it moved.",
        advice: "Find out what changed in the program since the older record. If it is meant, make a new `baseline`.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["agrees"],
        about: "Of a simulated figure beside its exact value: they differ by no more than chance.",
        example: "Three riffles of 52 cards: inversions 580.29 ± 0.20 by simulation, 580.125 exact.",
        advice: "",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["departs"],
        about: "Of a simulated figure beside its exact value, or of p-values on fair decks: they do not fit together. \
            Chance does that in at most one of a million runs. So it counts as a fault of colddeck, and the exit code is \
            2.",
        example: "A figure that is 7 standard errors off its exact value.",
        advice: "Please report it, with the spec and the seed.",
        source: "",
        group: Group::Verdicts,
    },
    Entry {
        names: &["uniform"],
        about: "Of the p-values of a test in many runs of fair decks (colddeck calibrate): each is as frequent as it should be.",
        example: "Of 1,000 runs about 50 have a p below .05, and about 500 one below .5.",
        advice: "",
        source: "",
        group: Group::Verdicts,
    },
];
