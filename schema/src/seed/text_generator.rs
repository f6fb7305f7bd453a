//! Composes a review's title and text from sentences of the bank that apply to the establishment and the stars. A
//! sentence appears at most once on an establishment's page; when the bank has no unused one left, the review is
//! shorter.

use super::seeded_rng::SeededRng;
use super::sentence_bank::{SentenceBank, Theme};
use super::subject::Subject;
use std::collections::HashSet;

/// Characters of `hotel_reviews.review_text`, by the table's check.
const MAX_TEXT_LENGTH: usize = 500;

/// Title and text of a review.
#[derive(Default)]
pub struct ReviewText {
    pub title: String,
    pub text: String,
}

/// Draws the bank's sentences in turn, so that all of them are used about equally often.
pub struct TextGenerator<'b> {
    themes: Vec<ThemePools<'b>>,
    frames: Vec<FramePools<'b>>,
}

struct ThemePools<'b> {
    theme: &'b Theme,
    praise: SentencePool<'b>,
    quibble: SentencePool<'b>,
    complaint: SentencePool<'b>,
}

#[derive(Clone, Copy)]
enum Tone {
    Praise,
    Quibble,
    Complaint,
}

struct FramePools<'b> {
    stars: u8,
    titles: SentencePool<'b>,
    openings: SentencePool<'b>,
    closings: SentencePool<'b>,
}

/// The state of one establishment's page: the sentences in use, and the themes that apply to it.
pub struct Page<'b> {
    used: HashSet<&'b str>,
    themes: Vec<usize>,
}

impl<'b> TextGenerator<'b> {
    pub fn new(bank: &'b SentenceBank) -> TextGenerator<'b> {
        let themes = bank.themes.iter().map(|theme| ThemePools {
            theme,
            praise: SentencePool::new(&theme.praise),
            quibble: SentencePool::new(&theme.quibble),
            complaint: SentencePool::new(&theme.complaint),
        });
        let frames = bank.frames.iter().map(|frame| FramePools {
            stars: frame.stars,
            titles: SentencePool::new(&frame.titles),
            openings: SentencePool::new(&frame.openings),
            closings: SentencePool::new(&frame.closings),
        });
        TextGenerator { themes: themes.collect(), frames: frames.collect() }
    }

    /// A page without reviews.
    pub fn page(&self, subject: &Subject<'_>) -> Page<'b> {
        let applies = |pools: &ThemePools<'_>| {
            pools.theme.conditions.are_met(subject.kind, subject.setting, subject.amenities)
        };
        let themes =
            self.themes.iter().enumerate().filter(|(_, pools)| applies(pools)).map(|(index, _)| index);
        Page { used: HashSet::new(), themes: themes.collect() }
    }

    /// Composes one review. `month` includes its preposition: `en juin`.
    pub fn generate(
        &mut self,
        page: &mut Page<'b>,
        city: &str,
        stars: u8,
        month: &str,
        rng: &mut SeededRng,
    ) -> ReviewText {
        let mut themes = self.choose_themes(page, rng).into_iter();
        let Some(frame) = self.frames.iter_mut().find(|frame| frame.stars == stars) else {
            return ReviewText::default();
        };
        let opens = stars < 3 || rng.is_true(60);
        let opening = if opens { frame.openings.draw(&mut page.used, rng) } else { None };
        let mut body = Vec::new();
        for tone in tones(stars, rng) {
            let sentence = themes.find_map(|theme| self.themes[theme].pool(tone).draw(&mut page.used, rng));
            body.extend(sentence);
        }
        // A review has at least two sentences.
        let closes = body.len() < 2 || rng.is_true(55);
        let closing = if closes { frame.closings.draw(&mut page.used, rng) } else { None };
        let fill = |text: &str| text.replace("{city}", city).replace("{month}", month);
        ReviewText {
            title: fill(frame.titles.draw(&mut page.used, rng).unwrap_or_default()),
            text: joined(opening.into_iter().chain(body).chain(closing).map(fill)),
        }
    }

    /// The themes that a guest may mention, in random order.
    fn choose_themes(&self, page: &mut Page<'b>, rng: &mut SeededRng) -> Vec<usize> {
        rng.shuffle(&mut page.themes);
        let mut is_mentioned = |theme: &usize| !self.themes[*theme].theme.aside || rng.is_true(33);
        page.themes.iter().copied().filter(|theme| is_mentioned(theme)).collect()
    }
}

/// The tone of each sentence in the body of a review, by its stars.
fn tones(stars: u8, rng: &mut SeededRng) -> Vec<Tone> {
    use Tone::{Complaint, Praise, Quibble};
    let long = rng.is_true(50);
    match (stars, long) {
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

/// Joins the sentences, up to the length that a review may have.
fn joined(sentences: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for sentence in sentences {
        if text.chars().count() + 1 + sentence.chars().count() > MAX_TEXT_LENGTH {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&sentence);
    }
    text
}

impl<'b> ThemePools<'b> {
    fn pool(&mut self, tone: Tone) -> &mut SentencePool<'b> {
        match tone {
            Tone::Praise => &mut self.praise,
            Tone::Quibble => &mut self.quibble,
            Tone::Complaint => &mut self.complaint,
        }
    }
}

/// Sentences in random order, all of which are drawn before one is drawn again.
struct SentencePool<'b> {
    sentences: Vec<&'b str>,
    drawn: usize,
}

impl<'b> SentencePool<'b> {
    fn new(sentences: &'b [String]) -> SentencePool<'b> {
        SentencePool { sentences: sentences.iter().map(String::as_str).collect(), drawn: 0 }
    }

    /// The next sentence that the page does not use yet.
    fn draw(&mut self, used: &mut HashSet<&'b str>, rng: &mut SeededRng) -> Option<&'b str> {
        let all = self.sentences.len();
        for _ in 0..all {
            if self.drawn.is_multiple_of(all) {
                rng.shuffle(&mut self.sentences);
            }
            let sentence = self.sentences[self.drawn % all];
            self.drawn += 1;
            if used.insert(sentence) {
                return Some(sentence);
            }
        }
        None
    }
}
