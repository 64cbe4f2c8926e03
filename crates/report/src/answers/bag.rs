//! `bag`: what a shuffle bag does to a sequence of draws; the page.

use crate::table::Page;
use record::answers::bag::{Adding, Bag, Growth, Work};
use text::names::{figure, grouped, significant};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Bag, _name: &str, _cards: usize) {
    let size: u64 = found.items.iter().map(|items| u64::from(*items)).sum();
    sentences(page, found, size);
    let whole = |number: Option<u64>| number.map_or_else(|| "no end".to_owned(), grouped);
    let power = |log10: Option<f64>| {
        log10.map_or_else(String::new, |log10| {
            let whole = log10.floor();
            let digits = significant(libm::exp10(log10 - whole), 2);
            if whole == 0.0 {
                digits
            } else {
                format!("{digits}e{whole}")
            }
        })
    };
    page.table(found.symbols.iter().zip(&found.items).enumerate())
        .right("symbol", |(at, _)| at + 1)
        .right("items", |(_, (_, items))| **items)
        .right("share", |(_, (symbol, _))| figure(symbol.share, 4))
        .right("again at once", |(_, (symbol, _))| {
            symbol
                .at_once
                .map_or_else(String::new, |share| figure(share, 4))
        })
        .right("streak at most", |(_, (symbol, _))| {
            whole(symbol.longest_streak)
        })
        .right("at a seam", |(_, (symbol, _))| power(symbol.streak_log10))
        .right("drought at most", |(_, (symbol, _))| {
            whole(symbol.longest_drought)
        })
        .right("in the window", |(_, (symbol, _))| {
            format!("{} to {}", grouped(symbol.fewest), grouped(symbol.most))
        })
        .right("give or take", |(_, (symbol, _))| {
            symbol
                .deviation
                .map_or_else(String::new, |of| figure(of, 2))
        });
    page.note(format!(
        "at a seam: the probability of the longest streak where two bags meet; in the window: how often the symbol comes in \
         any {}, and its standard deviation",
        match found.window {
            1 => "one draw".to_owned(),
            window => format!("{} draws in a row", grouped(window)),
        }
    ));
    if let Some(trace) = &found.trace {
        page.table(trace.iter().enumerate())
            .right("draw", |(at, step)| match step.picked {
                Some(_) => (at + 1).to_string(),
                None => "added".to_owned(),
            })
            .right("picked", |(_, step)| {
                step.picked.map_or_else(String::new, |at| at.to_string())
            })
            .right("drawn", |(_, step)| {
                step.drawn.map_or_else(String::new, |of| of.to_string())
            })
            .left("array after it", |(_, step)| {
                let array: Vec<String> = step.array.iter().map(ToString::to_string).collect();
                array.join(" ")
            })
            .right("cursor", |(_, step)| step.cursor);
        page.note("the bag's program: the picked item swaps places with the one at the cursor, and the cursor moves down. \
            At index 0 nothing is swapped, and the cursor goes back to the end");
    }
    if let Some(adding) = &found.adding {
        of_adding(page, adding);
    }
    if let Some(work) = &found.work {
        of_work(page, work, size);
    }
    if let Some(growth) = &found.growth {
        of_growth(page, growth);
    }
}

/// Says what a bag of `size` items is, and what someone who counts knows of it.
fn sentences(page: &mut Page, found: &Bag, size: u64) {
    page.line(if u64::from(found.take) == size {
        format!(
            "This bag holds {} items. It is drawn until it is empty, then filled again.",
            grouped(size)
        )
    } else {
        format!(
            "This bag holds {} items. After {} it is full again.",
            grouped(size),
            match found.take {
                1 => "one draw".to_owned(),
                take => format!("{} draws", grouped(u64::from(take))),
            }
        )
    });
    page.line(format!(
        "To someone who counts, a draw holds {} bits; an independent draw with the same shares holds {}.",
        figure(found.entropy, 4),
        figure(found.entropy_independent, 4)
    ));
    if let Some(right) = found.right {
        let draws = match found.take {
            1 => "one draw".to_owned(),
            take => format!("{} draws", grouped(u64::from(take))),
        };
        page.line(format!(
            "Of {draws}, someone who counts calls {} right on average; chance gives {}.",
            figure(right, 4),
            figure(found.right_independent, 4)
        ));
    }
    if let (Some(bags), Some(streak)) = (found.bags, found.streak_in_bags) {
        page.line(format!(
            "In {}, the longest streak is {} draws long on average.",
            match bags {
                1 => "one bag".to_owned(),
                bags => format!("{} bags in a row", grouped(bags)),
            },
            figure(streak, 4)
        ));
    }
}

/// Says what adding items in the middle of a sequence skews.
fn of_adding(page: &mut Page, adding: &Adding) {
    let added = match adding.added {
        1 => "one item is".to_owned(),
        added => format!("{} items are", grouped(added as u64)),
    };
    page.line(format!(
        "After draw {}, {added} added; the next sequence has all {} items, also those drawn already.",
        grouped(adding.after.into()),
        grouped(adding.items.into())
    ));
    page.line(format!(
        "Over the draws before that and the {} after it, the shares are off by {} on average, and the next draw by {}.",
        grouped(adding.items.into()),
        figure(adding.shares, 4),
        figure(adding.next, 4)
    ));
    page.note("off by: the total variation of the shares from those in the bag, and of the next draw from the one in a bag \
        that keeps drawn items out");
}

/// Says how much programs move that draw all items once.
fn of_work(page: &mut Page, work: &Work, size: u64) {
    page.line(format!(
        "To draw all {} items, a list moves {} items if you draw from its front, and {} if from its end.",
        grouped(size),
        grouped(work.front_moves),
        grouped(work.end_moves)
    ));
    page.line(format!(
        "A list that is refilled and shuffled when it is empty takes {} steps for that draw, {} for any other, and {} in \
         all. The bag takes at most {} swap a draw, and {} in all.",
        grouped(work.refill_most),
        grouped(work.refill_least),
        grouped(work.refill_all),
        grouped(work.bag_most),
        grouped(work.bag_all)
    ));
}

/// The array as it grows.
fn of_growth(page: &mut Page, growth: &[Growth]) {
    page.table(growth.iter())
        .right("added", |step| grouped(step.added))
        .right("items", |step| grouped(step.items))
        .right("places", |step| grouped(step.places))
        .right("copied", |step| grouped(step.copied));
    page.note("a full array grows by half and one more place, or as far as it must, and its items are copied");
}
