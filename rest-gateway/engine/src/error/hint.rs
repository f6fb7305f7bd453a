//! The name that a client probably meant, by how few letters must change.

/// No name of Postgres is longer; comparing longer ones would only cost time.
const LONGEST: usize = 256;

/// Below this likeness a suggestion would only confuse.
pub(crate) const LIKELY: f64 = 0.75;

/// The candidate most like `wanted`, if it is at least `floor` like it.
pub(crate) fn closest<'a>(
    wanted: &str,
    candidates: impl Iterator<Item = &'a str>,
    floor: f64,
) -> Option<&'a str> {
    if wanted.len() > LONGEST {
        return None;
    }
    candidates
        .map(|candidate| (likeness(wanted, candidate), candidate))
        .filter(|(score, _)| *score >= floor)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate)
}

fn likeness(a: &str, b: &str) -> f64 {
    let longest = a.chars().count().max(b.chars().count());
    if longest == 0 {
        return 1.0;
    }
    let distance = edit_distance(&a.to_lowercase(), &b.to_lowercase());
    1.0 - distance as f64 / longest as f64
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
        assert_eq!(closest("planets", names.into_iter(), LIKELY), None);
    }
}
