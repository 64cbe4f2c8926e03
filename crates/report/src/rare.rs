//! Departures that laws over all decks do not show the size of, in words.

use record::Unaveraged;

/// The departure, as something that one looks for in such subjects: `decks`, `draws`.
pub(super) fn sought(what: Unaveraged, subjects: &str) -> String {
    let of_decks = match what {
        Unaveraged::RareDecks => "single bad decks",
        Unaveraged::SingleCells => "one card at one place or after one card",
        Unaveraged::Drift => "a change while the decks came",
        Unaveraged::TooEven => "counts more even than chance makes them",
        Unaveraged::Seeds => "decks that come again",
        Unaveraged::Alike => "decks that are made from earlier ones",
        // Shares of symbols that change or take turns also make an order that is not fair.
        Unaveraged::Memory if subjects == "draws" => "an order of draws that is not fair",
        Unaveraged::Memory => "decks that depend on those before them",
    };
    of_decks.replace("decks", subjects)
}

/// The departure, once it was seen in such subjects.
pub(super) fn shown(what: Unaveraged, subjects: &str) -> String {
    let of_decks = match what {
        Unaveraged::RareDecks => "some of its decks are far from any that a fair shuffle gives",
        Unaveraged::SingleCells => {
            "one card comes to one place, or after one card, too often or too seldom"
        }
        Unaveraged::Drift => "its decks changed while they came",
        Unaveraged::TooEven => "its decks are more even than chance makes them",
        Unaveraged::Seeds => "the same decks come again",
        Unaveraged::Alike => "some of its decks are more alike than fair ones",
        Unaveraged::Memory if subjects == "draws" => "the order of its draws is not fair",
        Unaveraged::Memory => "its decks depend on those before them",
    };
    of_decks.replace("decks", subjects)
}
