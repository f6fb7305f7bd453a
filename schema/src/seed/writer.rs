//! Puts a review's words together: sentences of the bank that suit the establishment and the stars, each at most
//! once on an establishment's page. Rejects nothing: where the bank runs dry the review is shorter.

use super::bank::{Bank, Theme};
use super::chance::Chance;
use super::reviews::Subject;
use std::collections::HashSet;

/// As `hotel_reviews.review_text` has it.
const LONGEST_TEXT: usize = 500;

/// Title and text of a review.
#[derive(Default)]
pub struct Words {
    pub title: String,
    pub text: String,
}

/// Deals the bank's sentences in turn, so that all are heard about equally often.
pub struct Writer<'b> {
    themes: Vec<ThemeDecks<'b>>,
    frames: Vec<FrameDecks<'b>>,
}

struct ThemeDecks<'b> {
    theme: &'b Theme,
    praise: Deck<'b>,
    quibble: Deck<'b>,
    complaint: Deck<'b>,
}

#[derive(Clone, Copy)]
enum Tone {
    Praise,
    Quibble,
    Complaint,
}

struct FrameDecks<'b> {
    stars: u8,
    titles: Deck<'b>,
    openings: Deck<'b>,
    closings: Deck<'b>,
}

/// What has been said on one establishment's page, and the themes in the order in which its guests take them up.
pub struct Page<'b> {
    said: HashSet<&'b str>,
    themes: Vec<usize>,
}

impl<'b> Writer<'b> {
    pub fn new(bank: &'b Bank) -> Writer<'b> {
        let themes = bank.themes.iter().map(|theme| ThemeDecks {
            theme,
            praise: Deck::new(&theme.praise),
            quibble: Deck::new(&theme.quibble),
            complaint: Deck::new(&theme.complaint),
        });
        let frames = bank.frames.iter().map(|frame| FrameDecks {
            stars: frame.stars,
            titles: Deck::new(&frame.titles),
            openings: Deck::new(&frame.openings),
            closings: Deck::new(&frame.closings),
        });
        Writer { themes: themes.collect(), frames: frames.collect() }
    }

    /// A page without reviews.
    pub fn page(&self, subject: &Subject<'_>) -> Page<'b> {
        let suits =
            |decks: &ThemeDecks<'_>| decks.theme.fit.suits(subject.kind, subject.setting, subject.amenities);
        let themes = self.themes.iter().enumerate().filter(|(_, decks)| suits(decks)).map(|(index, _)| index);
        Page { said: HashSet::new(), themes: themes.collect() }
    }

    /// The words of one review. `month` reads like "en juin".
    pub fn write(
        &mut self,
        page: &mut Page<'b>,
        city: &str,
        stars: u8,
        month: &str,
        chance: &mut Chance,
    ) -> Words {
        let mut themes = self.choose(page, chance).into_iter();
        let Some(frame) = self.frames.iter_mut().find(|frame| frame.stars == stars) else {
            return Words::default();
        };
        let opens = stars < 3 || chance.percent(60);
        let opening = if opens { frame.openings.draw(&mut page.said, chance) } else { None };
        let mut body = Vec::new();
        for tone in tones(stars, chance) {
            let sentence =
                themes.find_map(|theme| self.themes[theme].deck(tone).draw(&mut page.said, chance));
            body.extend(sentence);
        }
        // One sentence alone is no review.
        let closes = body.len() < 2 || chance.percent(55);
        let closing = if closes { frame.closings.draw(&mut page.said, chance) } else { None };
        let fill = |words: &str| words.replace("{city}", city).replace("{month}", month);
        Words {
            title: fill(frame.titles.draw(&mut page.said, chance).unwrap_or_default()),
            text: joined(opening.into_iter().chain(body).chain(closing).map(fill)),
        }
    }

    /// The themes that a guest may take up, in a chance order.
    fn choose(&self, page: &mut Page<'b>, chance: &mut Chance) -> Vec<usize> {
        chance.shuffle(&mut page.themes);
        let mut worth_a_word = |theme: &usize| !self.themes[*theme].theme.aside || chance.percent(33);
        page.themes.iter().copied().filter(|theme| worth_a_word(theme)).collect()
    }
}

/// What a review of so many stars says, sentence by sentence.
fn tones(stars: u8, chance: &mut Chance) -> Vec<Tone> {
    use Tone::{Complaint, Praise, Quibble};
    let talkative = chance.percent(50);
    match (stars, talkative) {
        (5, true) => vec![Praise, Praise, Praise],
        (5, false) => vec![Praise, Praise],
        (4, true) => vec![Praise, Praise, Quibble],
        (4, false) => vec![Praise, Quibble],
        (3, true) => vec![Praise, Quibble, Complaint],
        (3, false) => vec![Praise, Quibble],
        (2, true) => vec![Quibble, Complaint, Complaint],
        (2, false) => vec![Complaint, Complaint],
        _ => vec![Complaint, Complaint, Complaint],
    }
}

/// The sentences in a row, as many as a review may hold.
fn joined(sentences: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for sentence in sentences {
        if text.chars().count() + 1 + sentence.chars().count() > LONGEST_TEXT {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&sentence);
    }
    text
}

impl<'b> ThemeDecks<'b> {
    fn deck(&mut self, tone: Tone) -> &mut Deck<'b> {
        match tone {
            Tone::Praise => &mut self.praise,
            Tone::Quibble => &mut self.quibble,
            Tone::Complaint => &mut self.complaint,
        }
    }
}

/// Sentences that are dealt in a chance order, all of them before any comes again.
struct Deck<'b> {
    cards: Vec<&'b str>,
    dealt: usize,
}

impl<'b> Deck<'b> {
    fn new(cards: &'b [String]) -> Deck<'b> {
        Deck { cards: cards.iter().map(String::as_str).collect(), dealt: 0 }
    }

    /// The next sentence that the page does not hold yet.
    fn draw(&mut self, said: &mut HashSet<&'b str>, chance: &mut Chance) -> Option<&'b str> {
        let all = self.cards.len();
        for _ in 0..all {
            if self.dealt.is_multiple_of(all) {
                chance.shuffle(&mut self.cards);
            }
            let card = self.cards[self.dealt % all];
            self.dealt += 1;
            if said.insert(card) {
                return Some(card);
            }
        }
        None
    }
}
