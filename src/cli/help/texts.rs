//! The groups of options, and of each command the options that most people use and examples.

/// A group of options, by their long names.
pub(super) struct Group {
    pub title: &'static str,
    pub options: &'static [&'static str],
}

const SHUFFLES: Group = Group {
    title: "Shuffles",
    options: &["shuffle", "generator", "seeding", "memory", "like"],
};

const PROGRAM: Group = Group {
    title: "Program",
    options: &["jobs", "timeout", "time-per-job", "allow-commands"],
};

const DECK: Group = Group {
    title: "Deck",
    options: &["deck", "view", "types", "arrangement", "start", "in-place"],
};

const INPUT: Group = Group {
    title: "Input",
    options: &[
        "each",
        "column",
        "by",
        "subject",
        "weights",
        "format",
        "from",
        "from-format",
        "base",
        "skip-invalid",
        "header",
        "columns",
        "separator",
        "key",
        "place",
        "groups",
        "epoch-size",
        "ranks",
        "items",
        "loader",
        "epochs",
        "permutation",
        "exec",
        "rounds",
        "batch",
        "labels",
        "files",
    ],
};

const EVIDENCE: Group = Group {
    title: "Evidence",
    options: &[
        "trials",
        "decks",
        "alpha",
        "seed",
        "suite",
        "statistic",
        "lags",
        "no-control",
        "times",
        "plan",
        "until-decided",
        "delta",
        "max-trials",
        "accept-within",
        "stake",
        "stakes",
        "accept-stakes",
    ],
};

const ROWS: Group = Group {
    title: "Rows (--subject rows, --format 17lands)",
    options: &[
        "copies",
        "drawn",
        "found",
        "covariate",
        "time",
        "mulligans",
        "card-table",
        "class",
        "only",
    ],
};

const PUZZLES: Group = Group {
    title: "Puzzles (--subject state)",
    options: &["puzzle"],
};

const WATCHING: Group = Group {
    title: "Watching for ever",
    options: &["follow", "every", "status"],
};

const LONG_RUNS: Group = Group {
    title: "Long runs",
    options: &["shard", "checkpoint", "resume", "time-limit"],
};

const MACHINE: Group = Group {
    title: "Machine",
    options: &["threads", "isa"],
};

const OUTPUT: Group = Group {
    title: "Output",
    options: &[
        "as",
        "names",
        "out",
        "no-results",
        "json",
        "quiet",
        "brief",
        "full",
        "export",
        "junit",
        "baseline",
        "only-common",
    ],
};

const LOADERS: Group = Group {
    title: "Loaders of training data",
    options: &["loader", "items", "files", "classes", "batch", "want"],
};

/// Groups of the commands that simulate and test.
pub(super) const OF_DECKS: &[&Group] = &[
    &SHUFFLES, &PROGRAM, &DECK, &INPUT, &EVIDENCE, &ROWS, &PUZZLES, &WATCHING, &LONG_RUNS,
    &MACHINE, &OUTPUT,
];

/// Groups of all other commands, whose own options stand first.
const OF_OTHERS: &[&Group] = &[&LONG_RUNS, &MACHINE, &OUTPUT];

/// The help of one command.
pub(super) struct Help {
    pub command: &'static str,
    pub groups: &'static [&'static Group],
    /// The options of its `-h`; all of them if there are none.
    pub most_used: &'static [&'static str],
    /// Command lines, and what each does.
    pub examples: &'static [(&'static str, &'static str)],
}

pub(super) const HELP: &[Help] = &[
    Help {
        command: "run",
        groups: OF_DECKS,
        most_used: &["deck", "trials", "shuffle", "full", "json", "export"],
        examples: &[
            (
                "colddeck run \"mash*7 cut\" --deck 60",
                "seven mashes and a cut",
            ),
            (
                "colddeck run \"G*7\" M*7 --deck \"24 land, 36 spell\"",
                "two routines, with types",
            ),
            (
                "colddeck run experiments/refutation",
                "all specs of a folder",
            ),
        ],
    },
    Help {
        command: "test",
        groups: OF_DECKS,
        most_used: &["deck", "format", "weights", "full", "json", "export"],
        examples: &[
            ("colddeck test decks.txt", "one deck on each line"),
            (
                "colddeck test deals.csv --columns 2-53",
                "decks in columns of a table",
            ),
            ("my-shuffler | colddeck test --deck 52", "decks from a pipe"),
            (
                "colddeck test draft.csv --place number",
                "one lottery: is its order fair?",
            ),
        ],
    },
    Help {
        command: "order",
        groups: OF_DECKS,
        most_used: &[
            "epoch-size",
            "ranks",
            "batch",
            "labels",
            "files",
            "column",
            "json",
            "export",
        ],
        examples: &[
            ("colddeck order seen.npy", "was this epoch shuffled well?"),
            (
                "colddeck order seen.npy --files 100 --batch 256",
                "how varied are its batches?",
            ),
            (
                "colddeck order draft.csv --place number",
                "one lottery: is its order fair?",
            ),
            (
                "colddeck order keys.npy --permutation",
                "is each key's order fair?",
            ),
        ],
    },
    Help {
        command: "exec",
        groups: OF_DECKS,
        most_used: &[
            "decks", "jobs", "deck", "in-place", "baseline", "json", "export",
        ],
        examples: &[
            (
                "colddeck exec --deck 52 -- ./shuffler",
                "starts it, and tests its decks",
            ),
            (
                "colddeck exec --deck 52 --jobs 4 -- python3 shuffle.py",
                "four copies at once",
            ),
            (
                "colddeck exec --deck 52 --baseline baseline.json -- ./shuffler",
                "did it change?",
            ),
        ],
    },
    Help {
        command: "fit",
        groups: OF_DECKS,
        most_used: &[
            "deck", "times", "plan", "start", "in-place", "view", "full", "json",
        ],
        examples: &[
            (
                "colddeck fit hands.txt --deck 60",
                "which shuffle made these decks?",
            ),
            (
                "colddeck fit hands.txt --deck 60 --times 3",
                "each was shuffled three times",
            ),
            (
                "colddeck fit --plan --deck 60",
                "how many decks will be enough?",
            ),
        ],
    },
    Help {
        command: "emit",
        groups: OF_DECKS,
        most_used: &["deck", "as", "trials", "seed", "like"],
        examples: &[
            (
                "colddeck emit S --deck 52 --as decks --trials 3",
                "three fair decks",
            ),
            (
                "colddeck emit --like python --seed 1 --as ints:6",
                "rolls as Python draws them",
            ),
            (
                "colddeck emit \"G*7\" --deck 52 --as bits | dieharder -g 200 -a",
                "their bits",
            ),
        ],
    },
    Help {
        command: "merge",
        groups: OF_OTHERS,
        most_used: &["out", "full", "json", "quiet", "export"],
        examples: &[
            (
                "colddeck run my/night.toml --shard 3/16",
                "on each machine: its part",
            ),
            (
                "colddeck merge results/my/night/part-*",
                "at last: all parts",
            ),
        ],
    },
    Help {
        command: "exact",
        groups: OF_OTHERS,
        most_used: &[],
        examples: &[
            (
                "colddeck exact tv \"G*7\" --deck 52",
                "how far seven riffles are from fair",
            ),
            (
                "colddeck exact enough G --deck 60",
                "how many riffles are enough",
            ),
            (
                "colddeck exact piles --cards 540",
                "how many piles mix a cube",
            ),
        ],
    },
    Help {
        command: "advise",
        groups: &[&LOADERS, &LONG_RUNS, &MACHINE, &OUTPUT],
        most_used: &[
            "deck", "within", "moves", "check", "by", "loader", "items", "files", "batch", "want",
            "json", "export",
        ],
        examples: &[
            (
                "colddeck advise --deck 60 --within 60s --moves M,O,C",
                "the best minute",
            ),
            (
                "colddeck advise --deck 60 --check \"M*7 C\"",
                "is my routine enough?",
            ),
            (
                "colddeck advise --loader --items 1e6 --files 100 --batch 64 --want variety=50",
                "which buffer?",
            ),
        ],
    },
    Help {
        command: "compare",
        groups: OF_OTHERS,
        most_used: &["only-common", "full", "json", "export"],
        examples: &[("colddeck compare baseline.json new.json", "what moved?")],
    },
    Help {
        command: "report",
        groups: OF_OTHERS,
        most_used: &["routine", "full", "json", "export"],
        examples: &[
            (
                "colddeck report record.json --full",
                "all tables of a result",
            ),
            (
                "colddeck report record.json --export page.html",
                "a page with pictures",
            ),
            (
                "colddeck report results",
                "the pages of a folder of results",
            ),
        ],
    },
    Help {
        command: "calibrate",
        groups: OF_OTHERS,
        most_used: &[
            "deck",
            "only",
            "replicates",
            "trials",
            "suite",
            "out",
            "json",
        ],
        examples: &[(
            "colddeck calibrate --deck 52 --replicates 500",
            "500 runs of ideal decks",
        )],
    },
    Help {
        command: "claims",
        groups: OF_OTHERS,
        most_used: &["out", "quiet"],
        examples: &[("colddeck claims", "results/claims.md, from all results")],
    },
    Help {
        command: "explain",
        groups: OF_OTHERS,
        most_used: &[],
        examples: &[
            ("colddeck explain total variation", "a word of a screen"),
            (
                "colddeck explain mash",
                "a shuffle: its parameters, time and source",
            ),
        ],
    },
    Help {
        command: "new",
        groups: OF_DECKS,
        most_used: &[],
        examples: &[(
            "colddeck new mine --from \"mash*7 cut\" --deck 60",
            "mine.toml",
        )],
    },
    Help {
        command: "list",
        groups: OF_OTHERS,
        most_used: &[],
        examples: &[
            ("colddeck list", "what there are lists of"),
            ("colddeck list shuffles", "all shuffles"),
            ("colddeck list shuffles mash", "all about one"),
        ],
    },
    Help {
        command: "generate",
        groups: OF_OTHERS,
        most_used: &[],
        examples: &[
            ("colddeck generate man --out man", "a page for each command"),
            (
                "colddeck generate completions bash > colddeck.bash",
                "to be sourced by bash",
            ),
            (
                "colddeck generate schema > schema.json",
                "the JSON schema of records",
            ),
        ],
    },
];
