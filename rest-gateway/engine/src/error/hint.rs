//! The name that a client probably meant. As PostgREST does it: names that share a run of three letters with the wanted
//! one, else of two, ordered by how few letters must change.

use std::collections::HashMap;

/// No name of Postgres is longer; comparing longer ones would only cost time.
const LONGEST: usize = 256;

/// How many of the names that share letters are compared letter by letter.
const COMPARED: usize = 50;

/// Below this likeness a suggestion of a table or function would only confuse, and tell names that were not asked for.
pub(crate) const LIKELY: f64 = 0.75;

/// Enough likeness where the names are of what was asked for.
pub(crate) const ALIKE: f64 = 0.33;

/// How often a name has each run of up to three letters.
type Runs = HashMap<[char; 3], f64>;

/// The candidate most like `wanted`, if it is at least `floor` like it.
pub(crate) fn closest<'a>(
    wanted: &str,
    candidates: impl Iterator<Item = &'a str>,
    floor: f64,
) -> Option<&'a str> {
    if wanted.len() > LONGEST {
        return None;
    }
    let wanted = wanted.to_lowercase();
    let candidates: Vec<(&str, String)> = candidates.map(|name| (name, name.to_lowercase())).collect();
    let same = candidates.iter().find(|(_, key)| *key == wanted);
    same.map(|(name, _)| *name)
        .or_else(|| closest_by_runs(&wanted, &candidates, 3, floor))
        .or_else(|| closest_by_runs(&wanted, &candidates, 2, floor))
}

fn closest_by_runs<'a>(
    wanted: &str,
    candidates: &[(&'a str, String)],
    length: usize,
    floor: f64,
) -> Option<&'a str> {
    let runs = count_runs(wanted, length);
    let mut sharing: Vec<(f64, &(&str, String))> = candidates
        .iter()
        .map(|candidate| (cosine(&runs, &count_runs(&candidate.1, length)), candidate))
        .filter(|(cosine, _)| *cosine > 0.0)
        .collect();
    sharing.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.1.cmp(&b.1.1)));
    let mut best: Option<(f64, &str)> = None;
    for (_, (name, key)) in sharing.into_iter().take(COMPARED) {
        let likeness = likeness(wanted, key);
        if likeness >= floor && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, name));
        }
    }
    best.map(|(_, name)| name)
}

/// How often each run of letters occurs between the ends of a name; signs do not count.
fn count_runs(name: &str, length: usize) -> Runs {
    let counts = |c: &char| c.is_alphanumeric() || c.is_whitespace() || *c == ',';
    let letters: Vec<char> =
        std::iter::once('-').chain(name.chars().filter(counts)).chain(std::iter::once('-')).collect();
    let mut runs = Runs::new();
    for run in letters.windows(length) {
        let mut key = ['\0'; 3];
        key.iter_mut().zip(run).for_each(|(place, letter)| *place = *letter);
        *runs.entry(key).or_insert(0.0) += 1.0;
    }
    runs
}

fn cosine(a: &Runs, b: &Runs) -> f64 {
    let shared: f64 = a.iter().filter_map(|(run, count)| b.get(run).map(|other| count * other)).sum();
    let norm = |runs: &Runs| runs.values().map(|count| count * count).sum::<f64>().sqrt();
    if shared == 0.0 { 0.0 } else { shared / (norm(a) * norm(b)) }
}

fn likeness(a: &str, b: &str) -> f64 {
    let longest = a.chars().count().max(b.chars().count()).max(1);
    1.0 - edit_distance(a, b) as f64 / longest as f64
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut current = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let replaced = previous[j] + usize::from(from != *to);
            current.push(replaced.min(previous[j + 1] + 1).min(current[j] + 1));
        }
        previous = current;
    }
    previous.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_its_name() {
        let names = ["films", "directors", "actors"];
        assert_eq!(closest("film", names.into_iter(), LIKELY), Some("films"));
        assert_eq!(closest("FILMS", names.into_iter(), LIKELY), Some("films"));
        assert_eq!(closest("planets", names.into_iter(), LIKELY), None);
    }

    #[test]
    fn a_name_of_the_same_family_is_enough_among_those_asked_for() {
        let names = ["sales", "models", "brands"];
        assert_eq!(closest("sales_2021_01", names.into_iter(), ALIKE), Some("sales"));
        assert_eq!(closest("sales_2021_01", names.into_iter(), LIKELY), None);
        assert_eq!(closest("noclosealternative", names.into_iter(), ALIKE), None);
    }
}
