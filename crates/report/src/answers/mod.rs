//! The page of each answer, as data: words, tables, pictures. There is one file per question; others draw the page.

mod adaptive_dice;
mod advice;
mod bag;
mod cycles;
mod distance;
mod duplicates;
mod enough;
mod enough_of_stake;
mod fill_up;
pub mod fit;
mod footrule;
mod game;
mod hitting_times;
mod hot_hand;
mod law;
mod loader;
mod luck;
mod null;
mod pairs;
mod parts;
mod piles;
mod pocket_cube;
mod position;
mod quantity;
mod roll_and_keep;
mod socks;
mod streak;
mod support;
mod wait;

use super::table::Page;
use record::answers::{Answer, Found};

/// Makes the page that shows an answer.
pub fn page(answer: &Answer) -> Page {
    let name = answer.routine.as_deref().unwrap_or_default();
    let cards = answer.deck.unwrap_or_default();
    let mut page = Page::default();
    let to = &mut page;
    match &answer.found {
        Found::Distance(found) => distance::page(to, found, name, cards),
        Found::Enough(found) => enough::page(to, found, name, cards),
        Found::Position(found) => position::page(to, found, name, cards),
        Found::Quantity(found) => quantity::page(to, found, name, cards),
        Found::Luck(found) => luck::page(to, found, name, cards),
        Found::Pairs(found) => pairs::page(to, found, name, cards),
        Found::Duplicates(found) => duplicates::page(to, found, name, cards),
        Found::HittingTimes(found) => hitting_times::page(to, found, name, cards),
        Found::Support(found) => support::page(to, found, name, cards),
        Found::Law(found) => law::page(to, found, name, cards),
        Found::Game(found) => game::page(to, found, name, cards),
        Found::Cycles(found) => cycles::page(to, found, name, cards),
        Found::Piles(found) => piles::page(to, found, name, cards),
        Found::Null(found) => null::page(to, found, name, cards),
        Found::Footrule(found) => footrule::page(to, found, name, cards),
        Found::Bag(found) => bag::page(to, found, name, cards),
        Found::FillUp(found) => fill_up::page(to, found, name, cards),
        Found::AdaptiveDice(found) => adaptive_dice::page(to, found, name, cards),
        Found::Streak(found) => streak::page(to, found, name, cards),
        Found::HotHand(found) => hot_hand::page(to, found, name, cards),
        Found::Socks(found) => socks::page(to, found, name, cards),
        Found::RollAndKeep(found) => roll_and_keep::page(to, found, name, cards),
        Found::Wait(found) => wait::page(to, found, name, cards),
        Found::PocketCube(found) => pocket_cube::page(to, found, name, cards),
        Found::Advice(found) => advice::page(to, found, name, cards),
        Found::Loader(found) => loader::page(to, found, name, cards),
        Found::Fit(found) => fit::page(to, found, name, cards),
    }
    page
}
