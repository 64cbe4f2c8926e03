//! Text and numbers as people write and read them: names, whole numbers, durations, parameters, files, the words of
//! judgements, and text from outside made fit to be shown. It knows nothing of cards.

pub mod duration;
pub mod figures;
pub mod files;
pub mod found;
pub mod harmless;
pub mod judgement;
pub mod names;
pub mod params;
pub mod pieces;
pub mod shown;
pub mod sorting;
pub mod whole;
