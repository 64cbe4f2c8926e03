//! Single deals in both notations.

use super::super::Hands;
use super::super::written::{self, Written};
use crate::fault::Slip;

const PBN: &str = "N:J954.AQ653.K96.T A82.T94.AJ82.764 T763.KJ872..Q953 KQ..QT7543.AKJ82";
const LIN: &str = "3ST763HKJ872DCQ953,SKQHDQT7543CAKJ82,SJ954HAQ653DK96CT,SA82HT94DAJ82C764";
const HANDS: Hands = [
    Some([3, 4, 8, 10, 13, 15, 17, 18, 24, 31, 34, 38, 48]),
    Some([0, 1, 7, 16, 21, 22, 26, 27, 33, 36, 42, 44, 45]),
    Some([2, 5, 6, 9, 14, 19, 20, 23, 25, 41, 43, 47, 50]),
    Some([11, 12, 28, 29, 30, 32, 35, 37, 39, 40, 46, 49, 51]),
];

fn pbn(text: &str) -> Result<Written, Slip> {
    written::pbn(text.as_bytes(), 0, text.len())
}

fn lin(text: &str) -> Result<Written, Slip> {
    written::lin(text.as_bytes(), 0, text.len())
}

/// Replaces one text by another, in which `^` stands before the wrong character, and expects
/// an error with that place and these words.
fn refuses(read: fn(&str) -> Result<Written, Slip>, text: &str, from: &str, to: &str, words: &str) {
    let marked = text.replacen(from, to, 1);
    let wrong = marked.replace('^', "");
    assert_ne!(wrong, text);
    let slip = read(&wrong).expect_err(&wrong);
    assert!(
        Some(slip.at) == marked.find('^')
            && slip.problem.contains(words)
            && slip.problem.contains("; accepted: "),
        "{marked}: {slip:?}, expected {words}"
    );
}

#[test]
fn both_notations_give_the_same_deal() {
    assert_eq!(pbn(PBN), Ok(Written::Hands(HANDS)));
    assert_eq!(lin(LIN), Ok(Written::Hands(HANDS)));
}

#[test]
fn any_seat_may_come_first() {
    let hands: Vec<_> = PBN[2..].split(' ').collect();
    for (first, letter) in ["N", "E", "S", "W", "n", "e", "s", "w"].iter().enumerate() {
        let from = |at: usize| hands[(first + at) % 4];
        let text = format!("{letter}:{} {} {} {}", from(0), from(1), from(2), from(3));
        assert_eq!(pbn(&text), Ok(Written::Hands(HANDS)), "{text}");
    }
}

#[test]
fn blanks_case_and_the_order_of_ranks_do_not_matter() {
    let blanks = PBN.replace(' ', " \t ").replace(':', ": ");
    let ten = PBN.replace('T', "10");
    let turned = PBN.replace("AQ653", "563QA").to_lowercase();
    for text in [format!("  {blanks} "), ten, turned] {
        assert_eq!(pbn(&text), Ok(Written::Hands(HANDS)), "{text}");
    }
    let blanks = LIN.replace(',', " ,  ");
    let ten = LIN.replace('T', "10");
    let turned = LIN.replace("SJ954HAQ653DK96CT", "ctD69KHAQ653Sj954");
    let void = LIN.replace("HDQ", "DQ").replace("DCQ", "CQ");
    let spread: String = LIN[1..].chars().flat_map(|c| [c, ' ']).collect();
    let comma = format!("{LIN}, ");
    for text in [format!(" {blanks} "), ten, turned, void, spread, comma] {
        assert_eq!(lin(&text), Ok(Written::Hands(HANDS)), "{text}");
    }
}

#[test]
fn the_dealer_is_one_of_four_or_not_told() {
    for dealer in ["", "1", "2", "4"] {
        let text = LIN.replacen('3', dealer, 1);
        assert_eq!(lin(&text), Ok(Written::Hands(HANDS)), "{text}");
    }
}

#[test]
fn one_missing_hand_is_what_the_others_leave() {
    for hand in PBN[2..].split(' ') {
        let text = PBN.replace(hand, "-");
        assert_eq!(pbn(&text), Ok(Written::Hands(HANDS)), "{text}");
    }
    for hand in LIN[1..].split(',') {
        let text = LIN.replace(hand, "");
        assert_eq!(lin(&text), Ok(Written::Hands(HANDS)), "{text}");
    }
    let three = LIN.rsplit_once(',').unwrap().0;
    assert_eq!(lin(three), Ok(Written::Hands(HANDS)));
}

#[test]
fn two_missing_hands_stay_unknown() {
    let [north, _, south, _] = HANDS;
    let half = Ok(Written::Hands([north, None, south, None]));
    let texts: Vec<_> = PBN[2..].split(' ').collect();
    assert_eq!(pbn(&format!("N:{} - {} -", texts[0], texts[2])), half);
    let one = Ok(Written::Hands([None, None, south, None]));
    assert_eq!(pbn(&format!("S:{} - - -", texts[2])), one);
    let texts: Vec<_> = LIN[1..].split(',').collect();
    assert_eq!(lin(&format!("3{},,{},", texts[0], texts[2])), half);
    assert_eq!(lin(&format!("3{},,{}", texts[0], texts[2])), half);
    assert_eq!(lin(&format!("{},,,", texts[0])), one);
}

#[test]
fn nothing_told_is_no_deal() {
    for text in ["", " ", "?", "N:- - - -"] {
        assert_eq!(pbn(text), Ok(Written::Nothing), "{text}");
    }
    for text in ["", " ", "3", "3,,,", ",,,", ",,"] {
        assert_eq!(lin(text), Ok(Written::Nothing), "{text}");
    }
    assert_eq!(pbn("#"), Ok(Written::Before));
}

#[test]
fn pbn_breaks_no_rule_unseen() {
    for (from, to, words) in [
        ("N:", "^X:", "found `X`; accepted: the seat"),
        ("N:", "^", "found `J`; accepted: the seat"),
        ("N:", "N^ ", "found ` `; accepted: a colon"),
        ("N:", "N^E:", "found `E`; accepted: a colon"),
        ("AQ653", "A^X653", "found `X` in North's hand"),
        ("AQ653", "A^1653", "found `1` in North's hand"),
        ("AQ653", "A^♠653", "found `♠` in North's hand"),
        ("AQ653", "A^-653", "found `-` in North's hand"),
        (
            "J954",
            "^J94",
            "found 12 cards in North's hand; accepted: 13, or `-`",
        ),
        ("J954", "^J9542", "found 14 cards in North's hand"),
        ("J954", "J95^5", "the five of spades twice in North's hand"),
        (
            "T763",
            "T76^4",
            "the four of spades in North's hand and in South's",
        ),
        ("..Q953", ".Q953^", "found 3 suits in South's hand"),
        ("..Q953", "..^.Q953", "found a fourth dot in South's hand"),
        ("T A82.", "TA82^.", "found a fourth dot in North's hand"),
        (
            " KQ..QT7543.AKJ82",
            "^",
            "found 3 hands; accepted: four hands",
        ),
        ("AKJ82", "AKJ82 ^-", "found a fifth hand"),
        (
            "KQ..QT7543.AKJ82",
            "^KQ..QT7543.AKJ8 2",
            "found 12 cards in West's hand",
        ),
    ] {
        refuses(pbn, PBN, from, to, words);
    }
    for (text, words) in [
        ("N^", "found the end of the line; accepted: a colon"),
        ("N:^", "found 0 hands"),
        ("N:-^", "found 1 hand; accepted: four"),
        ("^##", "found `#`; accepted: the seat"),
        ("N:^... - - -", "found 0 cards in North's hand"),
    ] {
        refuses(pbn, PBN, PBN, text, words);
    }
}

#[test]
fn lin_breaks_no_rule_unseen() {
    for (from, to, words) in [
        ("3ST", "^5ST", "found `5`; accepted: the dealer"),
        ("3ST", "^0ST", "found `0`; accepted: the dealer"),
        (
            "3ST",
            "3^3ST",
            "found `3` in South's hand; accepted: a suit (S, H, D or C)",
        ),
        ("3ST", "3^XT", "found `X` in South's hand; accepted: a suit"),
        ("3ST", "3^T", "found `T` in South's hand; accepted: a suit"),
        (
            "KJ872",
            "K^X872",
            "found `X` in South's hand; accepted: a suit",
        ),
        ("KJ872", "K^1872", "or a rank (A, K"),
        ("HKJ872D", "HKJ872^H", "found hearts twice in South's hand"),
        (
            "T763",
            "T76",
            "found 12 cards in South's hand; accepted: 13, or nothing",
        ),
        ("T763", "T7632", "found 14 cards in South's hand"),
        ("T763", "T76^6", "the six of spades twice in South's hand"),
        (
            "SJ954",
            "SJ95^3",
            "the three of spades in South's hand and in North's",
        ),
        ("Q953,SK", "Q953^SK", "found spades twice in South's hand"),
        (
            "C764",
            "C764^,-",
            "found a comma and more after the fourth hand",
        ),
        (
            "C764",
            "C764^,,",
            "found a comma and more after the fourth hand",
        ),
    ] {
        // The number of cards is told at the start of the hand.
        let text = if to.contains('^') {
            LIN.into()
        } else {
            LIN.replacen('3', "3^", 1)
        };
        refuses(lin, &text, from, to, words);
    }
    for (text, words) in [
        ("1,^", "found 2 hands; accepted: four hands"),
        ("SAKQJT98765432^", "found 1 hand; accepted"),
        ("1^SHDC,SHDC,SHDC,", "found 0 cards in South's hand"),
        ("1,,,^,,", "found a comma and more after the fourth hand"),
    ] {
        refuses(lin, LIN, LIN, text, words);
    }
}
