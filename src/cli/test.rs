//! `colddeck test`: decks that something else shuffled, from a file or standard input.

use clap::Args;

use super::screen::screen;
use super::stdio::print;
use super::{Exit, POINTER, follow, machine, output};
use crate::options;
use crate::options::decks::looked::Unweighted;
use reader::FORMATS;

/// The help that goes beyond that of the options.
const HELP: &str = "\
Numbers count from 0 or from 1. Top card first, in all formats. Without --deck, decks have as many cards as \
the deck of --start, or as the first deck; bytes (u8, u16) and hands do not say how many.

The deck before the shuffle: numbers are taken to have been sorted, unless --start gives the order: as a \
deck in any notation above, or as a list, top first, such as `Lightning Bolt` or `20 Forest` on each \
line. Without it, names are numbered by suit and rank, or by their letters: all tests stay valid, but \
those that look at the order from before the shuffle look at that order. With --in-place each deck is \
taken to have been shuffled from the one before it, the first from the start; where names come without \
--start, the first deck is the start.

Copies, cards of the same name: --start says how many. As nobody can tell them apart, each copy is \
labelled at random in each deck, every labelling equally likely (from --seed and the deck's index). \
After an ideal shuffle all orders of the labels are then equally likely, so every statistic stays \
valid; what it loses is what copies hide. What up to 200 decks would have shown is simulated with the same \
copies; of more, nothing is promised.

Card types (--types) with --start lie where the start has their names; `other` is all that no other type names. \
Names that are not there need --arrangement, a list from the top.

A file is told by its content, never by its ending alone: decks, boards (PBN, LIN), poker hands (PHH, PokerStars), replay \
data of 17lands, one order (a number on each line, all different), draws, scrambles. Text may be in UTF-8, UTF-16 or \
Latin-1. Where it may be several things, it is asked about.

Draws (--weights): one after the other, as names or numbers, in a column (--column) or under a key (--key item.rarity). \
--by player makes a stream of each player's draws: no pair of draws is of two players, and the longest drought and the \
longest streak, whose laws are of one sequence, are left out. Without weights it is said what can be said.

One order instead of decks (--place): a lottery, a ballot, a raffle. Each row of a csv file is an item, in the \
order before the draw; the column that --place names holds its place, from 1 on, and the one that --groups names \
its group. Nothing is simulated beside it: the laws of one order are exact, or the title of a test says by what \
they are approximated.

States of a puzzle (--subject state): each line is a scramble of a solved pocket cube, in the common notation (R U2 F') or in \
lower case for counterclockwise and upper case for clockwise turns about the axes (x Y2 z), or it is the number of a state, from \
0 (solved) to 3674159. The corner at the back, at the bottom and on the left is held, so that three faces turn.

A wrong deck ends the test with exit code 2, and its line and byte; --skip-invalid N passes over up to N \
of them: wrong lines, or in binary as many bytes as a deck has, so that a lost byte spoils all that \
follows. A line without end is never passed over.";

/// Options of `colddeck test`.
#[derive(Debug, Args)]
#[command(after_long_help = help())]
pub(super) struct Options {
    #[command(flatten)]
    what: options::test::Options,
    #[command(flatten)]
    follow: follow::Options,
    #[command(flatten)]
    machine: machine::Options,
    #[command(flatten)]
    output: output::Options,
}

/// The formats, and [`HELP`].
fn help() -> String {
    let formats = FORMATS.iter();
    let formats: Vec<String> = formats
        .map(|format| format!("  {:<6} {}", format.name, format.about))
        .collect();
    format!(
        "Formats (--format):\n{}\n\n{HELP}\n\n{}\n\n{POINTER}",
        formats.join("\n"),
        follow::HELP
    )
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    if options.follow.follow {
        let asked = options.what.followed()?;
        let (follow, machine) = (&options.follow, &options.machine);
        let done = follow::run(&asked.experiment, follow, machine, &options.output);
        return done.map_err(|error| asked.explained(error));
    }
    let asked = match options.what.asked() {
        Ok(asked) => asked,
        Err(error) if error.is::<Unweighted>() && options.output.json.is_none() => {
            if !options.output.quiet {
                let lacks = if options.what.names_stakes() {
                    "No stake is looked at: its fair chance takes the weight of each symbol.\n"
                } else {
                    ""
                };
                print(&format!(
                    "{}\n",
                    screen().wrapped(&format!("{lacks}{error}"))
                ))?;
            }
            return Ok(Exit::TooLittle);
        }
        Err(error) => return Err(error),
    };
    let mut exit = Exit::NoEvidence;
    for test in &asked {
        let experiments = std::slice::from_ref(&test.experiment);
        let done = output::conduct(experiments, options.machine.machine(), &options.output);
        exit = exit.and(done.map_err(|error| test.explained(error))?);
    }
    Ok(exit)
}
