//! Programs that write decks, as they do.
