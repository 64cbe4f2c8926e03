//! The words that stand beside numbers in tables and reports.

use super::{Entry, Group};

pub(super) const FIGURES: &[Entry] = &[
    Entry {
        names: &[
            "total variation",
            "tv",
            "variation distance",
            "distance",
            "from fair",
        ],
        about: "How far the decks are from fair, over all orders at once: 0 for a fair shuffle, 1 for as far as can be. It \
            is the most by which the shuffle changes the chance of anything you could bet on. It is enclosed, never \
            estimated: \"0.212 to 0.223\" says that it is between the two.",
        example: "After seven riffles of 52 cards it is .334. A coin decides whether you see such a deck or a fair one, \
            and you know the old order. With the best guesses you are right 66.7 times of 100: half of 1.334. After three \
            riffles it is less than 10^-20 below 1: you are practically always right.",
        advice: "",
        source: "Aldous and Diaconis (1986), Shuffling cards and stopping times; Bayer and Diaconis (1992)",
        group: Group::Figures,
    },
    Entry {
        names: &["separation"],
        about: "How much too rare the rarest order is: 0 if every order comes as often as it should, 1 if some order never \
            comes.",
        example: "After ten riffles of 52 cards it is .732: the rarest order comes 27% as often as it should. After five \
            it is 1: five riffles make at most 32 rising sequences, so the old order backwards (52 of them) never comes.",
        advice: "",
        source: "Aldous and Diaconis (1987), Strong uniform times and finite random walks",
        group: Group::Figures,
    },
    Entry {
        names: &["information left", "bits left", "bits"],
        about: "How many bits of the old order can still be known from the deck: 0 for a fair shuffle. Each bit is a \
            yes-or-no question that nobody needs to ask.",
        example: "A deck of 52 cards holds 225.6 bits. After one riffle 173.6 of them are left, after five 7.9, after seven 0.5.",
        advice: "",
        source: "Shannon (1948), A mathematical theory of communication; Trefethen and Trefethen (2000), How many shuffles to randomize a deck of cards?",
        group: Group::Figures,
    },
    Entry {
        names: &["L-infinity"],
        about: "How much too common the commonest order is: 0 for a fair shuffle, 1 for an order that comes twice as often \
            as it should.",
        example: "After ten riffles of 52 cards it is 2.57: the old order comes 3.57 times as often as it should. That is \
            still far too rare for anyone to see.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["p", "p-value"],
        about: "How likely a fair shuffle is to give decks that look at least as wrong as these, to this test. Small means: chance \
                does not explain it. It is not the probability that the shuffle is fair.",
        example: "Ten coins in a row that all fall heads have p = 1/1,024, about .001.",
        advice: "Read the adjusted p, which counts how many tests were made.",
        source: "Pearson (1900); Fisher (1925), Statistical Methods for Research Workers",
        group: Group::Figures,
    },
    Entry {
        names: &["adjusted p", "holm", "p adjusted"],
        about: "A p that takes into account how many tests the run made: among many tests some look odd by chance alone. A test fails \
                where its adjusted p is at most the error level.",
        example: "Of 100 tests with equal shares, the smallest p is multiplied by 100, the next by 99, and so on. So .0002 \
            becomes .02, which is suspicious and no failure.",
        advice: "",
        source: "Holm (1979), A simple sequentially rejective multiple test procedure",
        group: Group::Figures,
    },
    Entry {
        names: &["e-value", "wager", "evidence of a wager"],
        about: "What a gambler who bets against the shuffle's fairness has made of 1 coin. On a fair shuffle nobody can expect to win, \
                however often he looks and whenever he stops; so a large gain is evidence.",
        example: "On a fair shuffle he ever reaches 1,000 in at most one of 1,000 runs. Against seven riffles of 52 cards \
            it takes some 40 decks (37 with seed 1, e-value 1,070).",
        advice: "1,000 fails the shuffle at the error level .001.",
        source: "Ville (1939); Shafer (2021), Testing by betting",
        group: Group::Figures,
    },
    Entry {
        names: &[
            "chi-squared",
            "chi-squared test",
            "degrees of freedom",
            "df",
        ],
        about: "A sum over all counts: how far each is from what it should be, squared, divided by what it should be. \
            Its mean by chance is its degrees of freedom, which is how many of the counts are free to differ.",
        example: "Six counts of a die add up to the number of rolls, so that five are free. With a fair die the sum is 5 on \
            average, and above 20.5 once in a thousand.",
        advice: "Much more says that some counts are too large or too small; much less, that they are more even than chance \
            makes them.",
        source: "Pearson (1900), On the criterion that a given system of deviations from the probable can be reasonably \
            supposed to have arisen from random sampling",
        group: Group::Figures,
    },
    Entry {
        names: &[
            "error level",
            "alpha",
            "level",
            "significance",
            "significance level",
        ],
        about: "How often a fair shuffle fails by chance: .001 unless you say otherwise (--alpha), for all tests of a run \
            together.",
        example: "Of 100,000 runs of fair decks 79 failed at .001.",
        advice: "A check that runs a thousand times on new decks should have a smaller one, or it will cry wolf.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["hardly shuffled"],
        about: "A deck that was left alone, cut once, or riffled at most twice and nothing else. It has at most four runs \
            of cards in their old order; a fair deck of 52 has some 26.",
        example: "Among 20,000 fair decks of 52 cards none has four runs or fewer, so at most 1 in 2,895 was hardly shuffled.",
        advice: "That says nothing about decks that were shuffled a little more, as with three riffles.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["rules tried", "rule", "three rules", "rules tried call"],
        about: "Ways to guess the next card as a deck is turned: by its place, by the card before it, and by both. They \
            are learned from other decks of the same shuffle. An opponent may know better ones.",
        example: "After seven riffles of 52 cards they call 4.6 cards right, and no rule at all more than 6.03; on fair \
            decks they call 4.54.",
        advice: "Read what they call as \"at least\".",
        source: "Diaconis and Graham (1981), The analysis of sequential experiments with feedback to subjects",
        group: Group::Figures,
    },
    Entry {
        names: &["loosest"],
        about: "One thing that each deck has, counted in all decks, such as where a card ends up. Each has a limit for how \
            far its law may be from fair; the loosest ones have the largest limits.",
        example: "\"None of 20 measurements is more than 0.031 from fair\": the loosest is at most that far, the others are nearer.",
        advice: "More decks make all limits smaller.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["confidence"],
        about: "How often a statement that was made from a sample is right. Confidence 1 means that it is proved.",
        example: "\"Fewer than 1 in 5,000 decks, with 99.9% confidence\": of 1,000 such statements, one is wrong at most.",
        advice: "",
        source: "Clopper and Pearson (1934), The use of confidence or fiducial limits",
        group: Group::Figures,
    },
    Entry {
        names: &[
            "standard error",
            "std error",
            "±",
            "+-",
            "deviations",
            "deviation",
        ],
        about: "How far a simulated figure is typically off by chance. The true value is within one of them two times of \
            three, and within three practically always.",
        example: "The mean of rising sequences of 100,000 decks of 52 cards is known to ±0.0066; four times as many decks halve that.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["wrong?", "not shown", "too often", "too seldom"],
        about: "Whether the share of a symbol is wrong, in a table of draws. `too often` and `too seldom`: the limits leave out \
                the share that was set, and the test of all shares fails. `not shown`: these draws do not show that it is wrong.",
        example: "Of 5,000 draws 4.78% are Epic, and the limits are 3.59% to 6.21%. As 5.00% was set, nothing is shown to be wrong.",
        advice: "Not shown is not confirmed: the limits say how far off the share may still be. More draws make them narrower.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["mean gap", "longest gap"],
        about: "The mean gap is the number of draws from one of a symbol to the next, on average; in brackets, what the share \
                that was set gives. The longest gap is the longest row of draws without it; in brackets, the median of the \
                longest one in as many fair draws.",
        example: "A symbol of 5% has a mean gap of 20. In 5,000 draws its longest gap is mostly about 114.",
        advice: "Gaps longer than in brackets mean little by themselves. The tests `gaps of symbols` and `longest drought` judge them.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["off"],
        about: "How far the simulated figure is from the exact one, in standard errors. Between -3 and 3 is usual.",
        example: "Inversions after three riffles: 580.29 ± 0.20 simulated and 580.125 exact is 0.8 off.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["exact"],
        about: "Known by calculation, without simulating: right to the last digit that is shown.",
        example: "After three riffles of 52 cards there are 7.9489 rising sequences; simulated in 100,000 decks, 7.9488 ± 0.0007.",
        advice: "colddeck exact answers many questions this way, at once.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["beyond chance?", "beyond chance"],
        about: "Whether the figure is farther from fair than chance explains, at the level of the whole run. \"no\" does \
            not mean that it is fair.",
        example: "yes: a fair shuffle shows any yes at all in at most one run of 1,000, at the usual level.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["plainest sign"],
        about: "The figure that shows a failure most plainly: its value, the value of a fair deck, and its limits in brackets.",
        example: "A deck holds 28.2 runs of cards that still lie in their old order; a fair one has 30.5 (mean between 28.00 and 28.34).",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &[
            "score",
            "below the first",
            "rival",
            "test of fit",
            "weak fit",
            "a weak fit",
        ],
        about: "Words beside the models that colddeck fit compares. The score is the logarithm of how likely the decks are \
            under a model, less a charge for each parameter. Below the first: by how much it is lower than the best. A \
            rival is a model that is neither a case of the first nor has it as one. The p of the test of fit says how often \
            decks of the model itself look as unlike it as these. Below .05 the fit is weak, and below .01 it is refused.",
        example: "A lead of 4.6 in the score makes a model 100 times as likely as the next; then it is named.",
        advice: "colddeck fit FILE --full",
        source: "Schwarz (1978), Estimating the dimension of a model",
        group: Group::Figures,
    },
    Entry {
        names: &[
            "fair",
            "ideal",
            "ideal shuffle",
            "fair shuffle",
            "perfect shuffle",
        ],
        about: "A shuffle after which every order of the deck is equally likely, whatever the order was before. The figure beside it \
                is what such a shuffle has.",
        example: "Three cards have 6 orders, so each comes in one of 6 decks. A fair deck is not even: of 52 cards, one on average is \
                  where it was before.",
        advice: "A program gets it from `fisher-yates` and a good generator. By hand: seven good riffles of 52 cards are .334 from it (total \
                 variation), ten .043.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["control"],
        about: "Fair decks that colddeck makes itself and judges beside yours. If they fail, as fair decks may by chance, \
            others are made in their place. If these fail too, nothing in that run can be trusted.",
        example: "A run of 100,000 decks of GGG counts 100,000 fair decks too, and shows them in the column `control`. At \
            the usual level of .001, the first of them fail in at most one run of 1,000. The second fail as well in at \
            most one of 1,000,000.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &[
            "power",
            "detectable",
            "would have shown",
            "nine times in ten",
        ],
        about: "How large a departure from fair these decks would have shown, nine times in ten. A smaller one may well be \
            there.",
        example: "100,000 decks of 52 cards would have shown a shift of 0.037 rising sequences per deck. 20 decks would have shown six \
                  riffles or fewer, but not seven.",
        advice: "",
        source: "Neyman and Pearson (1933)",
        group: Group::Figures,
    },
    Entry {
        names: &["limit"],
        about: "Of a watched run: how far from fair any law over all decks that the statistics bound may still be (total \
            variation). It shrinks as decks come.",
        example: "After 37 decks of seven riffles (seed 1) it is .64. For a fair shuffle it is below .1 after some 2,500 \
            decks, and below .05 after some 13,000.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["delta", "δ", "accept-within"],
        about: "The departure from fair that does not matter to you, in total variation: .05 unless you say otherwise \
            (--delta). What is shown to be smaller counts as fair in practice; --accept-within lets a build pass with it.",
        example: "With .05, somebody who bets on the difference wins at most 52.5 of 100 even bets, where guessing wins 50.",
        advice: "A smaller delta takes more decks: half of it, four to five times as many.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["strongest evidence"],
        about: "The test whose result is least likely by chance, whether or not it fails.",
        example: "\"positions\" beside three riffles: the top card is on top again in 12.5% of decks, and should be in 1.9%.",
        advice: "Ask for the name that stands there: colddeck explain positions.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["published", "ours"],
        about: "What a document prints, and what these decks give. A number that no document prints is never called published.",
        example: "Duplicates of HRR: published 699.648, ours 699.648, exact 698.467.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["same half", "share in same half"],
        about: "Two figures are about it. For positions it is a share (`share in same half`): how many of all cards are in \
            the half where they were before. As a statistic (`top half kept`, the next page) it is a count: how many cards \
            of the top half are still there.",
        example: "After one riffle of 52 cards the share is 55.5% (fair: 50%), and the count 14.4 of 26 (fair: 13): 14.4 / 26 is 55.5%.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["real?", "real"],
        about: "Whether a figure differs from the fair one by more than chance: one of its tests failed, all tests of the run taken \
                together. It does not say that the difference is large.",
        example: "Eleven riffles of 52 cards leave 26.4 runs where a fair deck has 26.5. In 100,000 decks that is real \
            (yes), but very small.",
        advice: "How much it matters is what the answer above the table says.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["farthest card"],
        about: "The card whose place is least random, looked at alone: how far its place is from equally likely \
            everywhere, in total variation. 0 is fair; a card of 52 that always ends in the same place has .981.",
        example: "After one riffle of 52 cards it is .873: the top card is still on top in half of the decks. After three \
            riffles it is .577, after seven .052.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["lag", "from deck to deck"],
        about: "How many decks back: a test with lag 1 looks at the order of each deck relative to the one before it. It finds shuffles \
                that go on from the last deck.",
        example: "If each deck is the one before, riffled three times, every deck by itself soon looks fair. But at lag 1 \
            it has 7.9 rising sequences, and should have 26.5.",
        advice: "Put the deck back in order before each shuffle, or shuffle it enough each time. If you mean to go on from \
            the last deck, say --in-place.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["mean"],
        about: "The test of an average over all decks.",
        example: "Rising sequences of seven riffles: 24.7 on average, where a fair deck of 52 cards has 26.5.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["law", "full law"],
        about: "The test of how often each value comes, not of the average alone. A shuffle can have the right average and \
            still be too even, or too uneven.",
        example: "Of fair decks of 52 cards 18.4% have 26 rising sequences, 18.4% have 27, and 14.7% have 25.",
        advice: "",
        source: "Pearson (1900)",
        group: Group::Figures,
    },
    Entry {
        names: &["rarest deck", "rarest"],
        about: "The test of the single deck that is most unlike a fair one: it finds one bad deck among many good ones.",
        example: "One deck with 2 rising sequences among 100,000: a fair deck of 52 cards has that few once in 2 × 10^52 decks.",
        advice: "Look at that deck; the report says its number, and its line in the file. It was probably not shuffled.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["quotas", "too even"],
        about: "The test of counts that are too even for chance, as if somebody had dealt each kind of deck as often as it \
            should come.",
        example: "A coin that falls heads exactly 50 times in each of twenty hundreds of throws.",
        advice: "Look for a program that balances its decks, or for decks that were chosen.",
        source: "Fisher (1936), Has Mendel's work been rediscovered?",
        group: Group::Figures,
    },
    Entry {
        names: &["change", "drift"],
        about: "The test of whether the first decks are like the later ones, and every other deck like the rest.",
        example: "Hands that riffle seven times at first and three times when tired: 24.7 rising sequences, then 7.9.",
        advice: "Find what changed: another machine, another version, another person.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &[
            "one cell",
            "cell",
            "cells",
            "several cells",
            "one line",
            "line",
        ],
        about: "Tests of a fine grain: of one card at one place (a cell), of some cells, or of a line. A line is one card \
            at all places, or one place with all cards. They name what they find.",
        example: "52 cards at 52 places are 2,704 cells. In 5,000 decks a card is at its old place 150 times, and should \
            be 96 times. That adds 30 to the sum over all cells, which varies by 72 from chance alone. But this cell by \
            itself is 5.6 standard errors off.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["place", "best to worst"],
        about: "Where a routine stands among those of the run, from best to worst: by the cards that the rules tried call of its decks, or by how far it is from fair.",
        example: "\"1\" calls fewest; routines that the decks do not tell apart share a place, as in \"1 to 2\".",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["departure"],
        about: "How much the departure of a routine from a fair shuffle matters, in a few words: not fair, fair for practical purposes, measurements within delta, or not known yet.",
        example: "A routine whose total variation is proved to be below .05 is fair for practical purposes.",
        advice: "Each of these words has an explanation of its own.",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["farthest law", "laws judged", "at most"],
        about: "The law that the decks may be farthest from fair in, of those that were measured, and the upper limit of its total variation. All limits hold together.",
        example: "\"20 laws judged, at most 0.031\" says that none of 20 measurements is more than 0.031 from fair.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["standard deviation", "std. deviation"],
        about: "How far single values lie from their mean: the root of the mean square of their distances from it.",
        example: "In fair decks of 52 cards, cards where they were are 1.0 on average, with a standard deviation of 1.0.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["likeliest place", "reach", "impossible"],
        about: "Where a card most likely ends up, where it can end up at all, and how many places it never reaches.",
        example: "After one mash, a card that began on top may reach places 1 to 4, and never the other 48.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["times chance", "times ideal", "of a fair one's"],
        about: "A probability beside that of a fair shuffle: 1 for as likely as there, 2 for twice as likely.",
        example: "\"3.28 times ideal\" says that this order comes 3.28 times as often as it should.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &[
            "alarms",
            "false alarms",
            "runs that fail it",
            "expected alarms",
        ],
        about: "How many runs came out as evidence. On ideal decks each of them is a false alarm, and not more than the error level says may come.",
        example: "10,000 runs of ideal decks at an error level of .001 give 10 alarms on average.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
    Entry {
        names: &["looks"],
        about: "How often a run that stops once it is decided looked at its decks. More looks cost no errors: the level holds however often one looks.",
        example: "\"65 looks\" at 70 decks: after almost each deck.",
        advice: "",
        source: "",
        group: Group::Figures,
    },
];
