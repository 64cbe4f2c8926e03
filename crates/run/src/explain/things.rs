//! The words of specs and commands: what a run is made of.

use super::{Entry, Group};

pub(super) const THINGS: &[Entry] = &[
    Entry {
        names: &["deck"],
        about: "All cards in one order, the top first. They count from 1 on screens, by the order before the shuffle: card 1 lay on top.",
        example: "52 cards have 8 × 10^67 orders.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["trial", "replicate", "decks"],
        about: "A trial is one deck. A replicate is a group of trials that is evaluated by itself, for figures that are \
            defined on groups. Most runs have one replicate.",
        example: "500 replicates of 100 trials are 50,000 decks, and 500 numbers of duplicates.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["view", "hand"],
        about: "The part of each deck that is seen, if not all of it: for instance the first seven cards, as a set.",
        example: "--view hand:7 looks at which of 60 cards come into the hand, each in 11.7% of decks.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["quantities", "events", "seats"],
        about: "Numbers and events that are seen of a deck, as the question quantity reads them. A number is one of: CLASS in PLACES, \
            or PLACES CLASS; position of CARD; longest run of CLASS; CLASS next to CLASS. The last two may end with in first:20. \
            An event compares: >= 2, = 0, 0..1, or with at least 2, at most 1, exactly 3 or no before the number; or it \
            says top is AS. Events go together with and, or, not and brackets. \
            Places are top, bottom, place 3, first:7, hand:7, last:7, and for 52 cards the seats N, E, S and W, who are dealt to in \
            turn; N+S is both. A class is a type of the deck; of a pack without types a suit, red or black, a rank, or a card \
            such as AS; card 3 lay third before the shuffle; red+aces is both together. A name in quotation marks is a class.",
        example: "\"N+S spades >= 8\" comes up in 26.2% of fair deals; \"hand:7 land 0..1\" in 14.3% with 24 lands in 60 cards.",
        advice: "colddeck exact quantity \"spades in hand:13\" \"G*5\" --deck 52",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &[
            "stakes", "stake", "odds", "pays", "natural", "points", "controls", "loot",
        ],
        about: "Events on which somebody bets. A stake is an event as the page quantities describes it, perhaps with what a bet \
            wins: pays 6, pays 1.5, pays 3 to 2. Of 52 cards without types there are more events and numbers. PLACES flush is \
            the best poker hand of these cards, nine at most: high card, pair, two pairs, three of a kind, straight, flush, full \
            house, four of a kind, straight flush or royal flush, and or better may follow. PLACES natural is an ace and a ten. \
            points in N are high-card points, controls 2 for an ace and 1 for a king; longest suit in N and shortest suit in N \
            count cards. best-hand is first:7, or all that is seen. hands:4x13 means each of four hands: shares are of all \
            hands. Of hands that were read, each hand stands for these. All limits of a run hold together with its confidence. \
            The page accept-stakes says how far stakes may be off. \
            Of draws with --weights a stake is draw is A, next after A is B, repeat, or drought of A > 100. A and B are symbols, by \
            name or as symbol 3; rarest and commonest go by the weights; A or B, and not A, are accepted, too. repeat is that a draw \
            is the same symbol as the one before it. A wait for A begins with the first draw and after each A; it is a \
            drought once more than 100 draws went by without A. Waits that begin too near to the end to become one do not count. \
            Of cards that are numbers, hand has 13 names one; odd, even, low, high and 1..31 are classes; sum and consecutive \
            count numbers. Of rows that each have a deck of their own, a stake compares numbers of the row: found <= 1, or \
            found = drawn and deck = 60.",
        example: "\"first:5 flush pays 500\" comes up in 0.1965% of fair hands: a bet of 1 loses 1.5% on average. \
            \"N+S longest suit >= 8\" comes up in 84.3% of fair deals.",
        advice: "colddeck test decks.txt --deck 52 --stake \"first:5 flush pays 500\"; colddeck list stakes has those of games.",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["edge", "fair odds"],
        about: "How much more a bet on a stake gains than in fair decks, as a share of what is staked. At 6 to 1 a bet wins 6 or \
            loses 1: if the chance is p instead of the fair q, its edge is 7 × (p − q). A stake without odds is at fair odds, \
            where a bet gains nothing in fair decks: there the edge is p / q − 1. Below 0 the bet gains less than it should.",
        example: "AS lies on top in 2.5% of decks instead of 1.923%: a bet at 51 to 1 wins 30% of the stake more than it should.",
        advice: "colddeck exact enough M --deck 52 --for \"first:5 flush pays 500\" has the edge after each number of times.",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["accept-stakes", "tolerance"],
        about: "How far each stake may be off. With 1% a bet may gain or lose 1% of what is staked more than it does in fair \
            decks; with 1pt a chance may be off by a hundredth. A stake that is shown to be farther off fails, whatever else \
            passes. If all are shown to be nearer, the test passes: other evidence is named, and accepted. Stakes that the decks \
            do not decide are named. If --stake or the spec named one of them, the exit code is 3.",
        example: "--accept-stakes 5pt accepts a natural in up to 9.8% of hands, where 4.8% is fair. At 3 to 2 a bet then \
            gains 12.5% of its stake: --accept-stakes 1% does not accept that.",
        advice: "colddeck test decks.txt --deck 52 --stakes blackjack --accept-stakes 5pt",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["pity", "pity timer", "drought"],
        about: "Pity is a promise of a game: after so many draws without a rare symbol, the next draw is one. Draws with pity \
            depend on each other. Waits that are longer than was promised never come, and the symbol comes more often than its \
            chance in a single draw says. A drought is a wait in which so many draws went by without the symbol; a stake on \
            it says how often that comes, beside how often it would without a promise.",
        example: "Of draws with a chance of 5% that are promised one in 40, 5.7% are rare ones, and no wait has 40 draws without \
            one. Without the promise 12.9% of waits do.",
        advice: "colddeck test loot.txt --weights Common=95,Rare=5 --stake \"drought of Rare >= 40\"",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["arrangement", "sorted", "alternating", "played"],
        about: "The order in which the types of the cards lie before the shuffle. Sorted: all cards of the first type on top, then all of the next. \
            Alternating: each type as evenly spread as it can be. Played: a third of the cards, picked up type by type, lies on \
            top of the rest, which is evenly spread. A list names the types from the top.",
        example: "--arrangement \"12 land, 36 spell, 12 land\" has half of the lands on top and half at the bottom.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["advice", "advise", "frontier", "tie", "as good"],
        about: "The routine to do within a time. Of all that are shown to be within a tie of the best, it is the simplest: \
            fewest kinds of moves, then fewest moves, then least time. The frontier has the advice for each time. One \
            confidence holds for all of it: no routine that was looked at is better by more than it says.",
        example: "A tie of .1 cards: an opponent calls as many cards after either routine, give or take a tenth of a card.",
        advice: "colddeck advise --deck 60 --within 30s --moves M,O,C",
        source: "Kalyanakrishnan, Tewari, Auer and Stone (2012), PAC subset selection in stochastic multi-armed bandits",
        group: Group::Things,
    },
    Entry {
        names: &[
            "fair draws",
            "items in the buffer",
            "items in a block",
            "items in a shard",
            "limits of fair draws",
            "epochs simulated",
        ],
        about: "How varied the batches of a data loader are, for each number that was looked at: a batch is worth so many draws, each \
            of which takes any file or label as it would from all items. Each number has epochs of its own, and limits by Student's t \
            of the share of alike pairs in each epoch.",
        example: "A batch of 256 that holds the variety of 40 fair draws tells no more of all items than 40 that are drawn one by one.",
        advice: "colddeck advise --loader --items 1e6 --files 100 --batch 64 --want variety=50",
        source: "Kish (1965), Survey sampling, section 5.4 (the effective size)",
        group: Group::Things,
    },
    Entry {
        names: &["none better by"],
        about: "Of the routines looked at that fit into this time, none is better than the advised one by more than this, \
            on the deciding scale.",
        example: "0.05 beside calls: the best that was looked at leaves an opponent at most .05 cards fewer.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["one less", "one more", "as it is"],
        about: "Rows of an advice or a check: the routine itself, then with its main move (or all of it) done once less \
            and once more.",
        example: "Beside M*7 stand M*6 and M*8; beside strip G stands (strip G)*2.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["cleaner hands", "clumsier hands", "clumsy"],
        about: "Rows of an advice or a check: the same routine by other hands. Cleaner hands make smaller and more even \
            packets, clumsier hands larger and less even ones. The notes below the table say what each move then does. \
            They are examples; hands may be better or worse.",
        example: "Clumsier mashes push packets of 2 to 6 cards into each other, cleaner ones packets of 1 and 2.",
        advice: "colddeck advise --check \"M*7\" --deck 60",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["seconds", "times of moves"],
        about: "The time that a practised player takes for each move of a routine. These times are assumptions; the option \
            --times replaces them.",
        example: "--times M=2:3:5 says that a mash takes quick hands 2 seconds, usual ones 3 and slow ones 5.",
        advice: "colddeck advise --deck 60 --within 30s --times M=4",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["calls", "cards called"],
        about: "Cards that an opponent names right before each is turned, by the three rules that the program tries. He knows the order \
                before the shuffle, has watched thousands of decks shuffled so, and sees each card once it is turned. Other rules may call more.",
        example: "On a fair deck of 60 cards they call 4.68 on average, the last one always. After seven mashes the rules \
            call 5.0.",
        advice: "colddeck advise --check \"M*7\" --deck 60",
        source: "Diaconis and Graham (1981), The analysis of sequential experiments with feedback to subjects",
        group: Group::Things,
    },
    Entry {
        names: &["clumps", "clump"],
        about: "Cards that lie on one of their own type, such as a land on a land. As a parameter of a riffle, `clump` is the probability \
                that the next card falls from the same packet as the last.",
        example: "24 lands and 36 spells, fairly shuffled, have 30.2 such cards; three mashes of a deck with all lands on top leave more.",
        advice: "colddeck advise --check \"M*7\" --deck \"24 land, 36 spell\"",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["hands to send back", "opening hands"],
        about: "Opening hands of seven with fewer than two or more than five cards of the first type: too few or too many lands.",
        example: "With 24 lands in 60 cards 15.6% of fair hands are like that.",
        advice: "colddeck advise --deck \"24 land, 36 spell\" --within 30s --by opening-hands",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["mixing time", "cutoff"],
        about: "The mixing time is how often a shuffle must be done until its total variation from a fair deck is at most a quarter. Many \
                shuffles have a cutoff: the distance stays near 1 for long, then falls within a few more.",
        example: "Riffles of 52 cards: .924 after five, .334 after seven, .167 after eight, .085 after nine. The mixing time is eight; the cutoff \
                  of n cards is near 1.5 log2 n, here 8.6.",
        advice: "colddeck exact enough G --deck 52",
        source: "Bayer and Diaconis (1992), Trailing the dovetail shuffle to its lair",
        group: Group::Things,
    },
    Entry {
        names: &["ruler", "landmark", "new deck"],
        about: "A line from a new deck to a fair one. A routine stands where an opponent calls this many cards more than \
            of fair decks, on a log scale. Each step to the right divides that number by the same factor. Well-known \
            shuffles are marked as landmarks, and so is the point where less than a tenth of a card is gained. The gain is \
            that of the rules tried. Where the exact total variation is the answer, the line is one of total variation.",
        example: "Of 60 cards seven mashes leave .35 of a card: left of seven riffles with .13, right of three riffles with 4.9.",
        advice: "colddeck run \"mash*7\" --deck 60",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["sequence", "symbol"],
        about: "Draws without end instead of decks: loot, dice, wheels. Each draw is a symbol, and each symbol has a weight.",
        example: "With the weights 50, 25, 20 and 5 the rarest symbol comes 50 times in 1,000 draws, give or take 7.",
        advice: "colddeck test --subject sequence --weights 50,25,20,5",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["rows", "covariate"],
        about: "Hands from decks that differ. Each row says how many cards its deck has, how many of them are of a class \
            (lands), and how many of these came. A covariate is a number beside each row that the hands may go with.",
        example: "From 40 cards with 17 lands, a hand of seven has 2.98 lands on average; with 16 lands it has 2.80. 1,000 \
            hands of both are compared with the sum of their laws.",
        advice: "colddeck test games.csv --subject rows --deck 40 --copies lands_in_deck --drawn 7 --found lands",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["state", "scramble", "pocket cube", "cubie", "cubicle"],
        about: "The arrangement of a puzzle: of a pocket cube, which cubie lies in each cubicle and how it is turned. A scramble is fair if \
                each of its 3,674,160 states is equally likely. Each line of a file is a scramble from the solved cube, or the number of a \
                state.",
        example: "R U2 F' is a scramble of three moves. Half of all fair states are odd arrangements; after twelve quarter turns none is.",
        advice: "colddeck test scrambles.txt --subject state",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["one order", "order", "lottery"],
        about: "A draw that happens once: a draft lottery, a ballot, a raffle. Each row of a table is an item, in the order before the \
                draw, and a column has its place. One order can show that chance does not explain it; it can never show that it was \
                drawn fairly.",
        example: "In the draft lottery of 1970, late days of the year came early. Kendall's tau is -.149; chance makes it \
            that large in one of 50,000 draws. The lottery of 1972 has -.046; chance does that in one of five.",
        advice: "colddeck test draft.csv --place number --groups month",
        source: "Fienberg (1971), Randomization and social affairs: the 1970 draft lottery; Starr (1997)",
        group: Group::Things,
    },
    Entry {
        names: &["routine"],
        about: "Shuffles one after the other, written as letters from the first to the last.",
        example: "RRH is two sleeved riffles, then a Hindu shuffle; (G*3 C)*2 is three riffles and a cut, twice.",
        advice: "colddeck run \"RRH\" --deck 60",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["letter", "letters"],
        about: "A name of one character for a shuffle, so that routines are short. Some are there from the start; others are made with \
                --shuffle or in a spec.",
        example: "G is a riffle, R one of sleeved cards, H a Hindu shuffle, C a cut, S the ideal shuffle. \
                  --shuffle 'P={kind=\"pile\", piles=7}' makes P a deal onto seven piles.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["seed"],
        about: "The number that a generator starts with. The same seed gives the same decks; and a program that chooses among few seeds \
                has few decks.",
        example: "A seed of 16 bits can deal 65,536 decks of the 8 × 10^67 that there are. 1,000 such decks have 7.6 equal \
            pairs on average; fair ones practically never have any.",
        advice: "Seed a program from the operating system, once, with 128 bits or more; never from the clock.",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["generator", "rng"],
        about: "The program that makes random numbers. Those of colddeck have names, and a name always means the same numbers.",
        example: "xoshiro256pp-x8, seed 1, gives the same 100,000 decks on every machine.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["seeding"],
        about: "How often, and from what, a source seeds its generator. --seeding makes colddeck imitate a program that does it badly.",
        example: "colddeck run S --deck 52 --seeding 16-bit fails: its 100,000 decks are 65,536 different ones at the most.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["memory", "relative orders", "relative order"],
        about: "What is left of one deck in the next: a deck that is shuffled on from where it was, or dealt again. Tests look for \
                it in relative orders: where each card of a deck lay in the deck before, or in one up to four before.",
        example: "--memory in-place with three riffles: each deck has 7.9 rising sequences relative to the one before, and should have \
                  26.5.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["fit", "likelihood", "log-likelihood", "model"],
        about: "What made these decks: for each model, a shuffle by hand or a wrong program, how likely it is to give just \
            these orders. The parameters are those that make the decks likeliest. Each has an interval that holds the true \
            value in 95 of 100 such records. The likelihood is exact where the law of whole orders is known. Otherwise, \
            and for all decks with copies, it is a simulated likelihood of named statistics. Of first cards and hands \
            (--view) it is that of one coarse statistic, the class of a view by a few counts. A model is named if it is \
            100 times as likely as the next (4.6 in the logarithm) and passes a test of fit. Each parameter costs half the \
            logarithm of the number of decks.",
        example: "20 mashes with packets of one or two cards: mash packet=1..2 error=2, its log-likelihood far above the next. 100 decks \
                  of swap-with-any are told from fair ones in 95 of 100 records.",
        advice: "colddeck fit decks.txt --deck 60; before you record any, colddeck fit --plan --deck 60 says how many it takes.",
        source: "Schwarz (1978), Estimating the dimension of a model; Wood (2010), Statistical inference for noisy nonlinear ecological \
                 dynamic systems",
        group: Group::Things,
    },
    Entry {
        names: &["effective riffles", "neighbours kept together"],
        about: "How many riffles move the order as far as one of your shuffles. The number need not be whole. It is the \
            number of riffles that leaves as many cards directly below their old neighbour. A riffle of a packets leaves \
            (n - 1)/a x the sum of (1 - j/a)^(n-1), j from 0 to below a. x riffles are 2^x packets.",
        example: "One riffle leaves about half of all neighbours together. A mash with packets of one to six cards leaves seven in ten, as \
                  half a riffle does.",
        advice: "",
        source: "the law of Bayer and Diaconis (1992), Trailing the dovetail shuffle to its lair",
        group: Group::Things,
    },
    Entry {
        names: &["suite"],
        about: "A choice of statistics: `quick`, `standard` (what a run has unless told otherwise) or `deep`.",
        example: "--suite quick takes a sixth of the time of standard: 0.15 us for a deck of 52 cards, instead of 0.9 us.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["statistic", "test"],
        about: "A number that is counted in each deck, or in all of them together. A test says how likely a fair shuffle is to give \
                such numbers.",
        example: "Rising sequences are a statistic; that their mean is 7.9 where it should be 26.5 is found by a test.",
        advice: "colddeck list statistics",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["few decks"],
        about: "Up to 200 decks that were read get an answer of their own. It says which tests they are enough for, and \
            which bad shuffles they would have shown.",
        example: "20 decks of 52 cards would have shown six riffles or fewer; for seven it takes about 45 decks.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["spec"],
        about: "A file (TOML) that says what a run is: cards, decks, routines, statistics, and what is expected to come out.",
        example: "colddeck new my-routine writes one that runs as it is.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["record"],
        about: "All that a run found, as a file (JSON) for programs. Reports are made from it, and it can be compared with a later one.",
        example: "colddeck run \"GGG\" --deck 52 --json prints one.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["claim"],
        about: "A statement in a spec that a run checks, with the verdict that is expected of it. Where a spec has claims, they alone \
                decide the exit code.",
        example: "\"HRR has 699.648 duplicates\", expected to be reproduced; \"HRR is the best\", expected to be refuted.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["baseline"],
        about: "A record of the shuffle as it should be. --baseline compares each new run with it and ends with exit code 1 when a figure \
                moved beyond chance.",
        example: "colddeck exec --deck 52 --decks 200000 --baseline baseline.json -- ./shuffler",
        advice: "Keep it with the program, and make a new one when a change is meant.",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["exit code"],
        about: "The number with which colddeck ends, for scripts. 0: no evidence against the shuffle. 1: evidence. 2: a \
            wrong input or a failure. 3: too little data to say.",
        example: "colddeck run GGG --deck 52 ends with 1, colddeck run S --deck 52 with 0.",
        advice: "",
        source: "",
        group: Group::Things,
    },
    Entry {
        names: &["JUnit", "annotation"],
        about: "Formats that build machines show. JUnit is a file (XML) with a test case for each test and claim. \
            Annotations are lines that GitHub shows beside a run.",
        example: "--export shuffle.xml writes JUnit. In GitHub Actions annotations are printed without asking.",
        advice: "",
        source: "",
        group: Group::Things,
    },
];
