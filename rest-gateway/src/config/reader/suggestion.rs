//! "Did you mean": the known name most similar to an unknown one.

/// The most similar name, unless it differs in too many letters.
pub fn closest<'a>(unknown: &str, known: &[&'a str]) -> Option<&'a str> {
    let unknown = unknown.to_lowercase();
    let similar = known.iter().map(|name| (distance(&unknown, name), *name));
    let (distance, name) = similar.min_by_key(|(distance, _)| *distance)?;
    // A third of the letters may be wrong; in a short name, one.
    (distance <= (name.len().min(unknown.len()) / 3).max(1)).then_some(name)
}

/// The number of insertions, deletions, substitutions and swaps of neighbours that turn one text into the other.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let substituted = last[column] + usize::from(letter != other);
            let mut best = substituted.min(last[column + 1] + 1).min(current[column] + 1);
            let is_swap = row > 0 && column > 0 && *letter == to[column - 1] && from[row - 1] == *other;
            if is_swap {
                best = best.min(before_last[column - 1] + 1);
            }
            current.push(best);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::{closest, distance};

    #[test]
    fn counts_edits() {
        assert_eq!(distance("port", "port"), 0);
        assert_eq!(distance("prot", "port"), 1, "a swap");
        assert_eq!(distance("pot", "port"), 1);
        assert_eq!(distance("", "port"), 4);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn suggests_only_similar_names() {
        let known = ["port", "schemas", "max_rows", "minimum_password_length"];
        assert_eq!(closest("prot", &known), Some("port"));
        assert_eq!(closest("Schemas", &known), Some("schemas"));
        assert_eq!(closest("min_password_length", &known), Some("minimum_password_length"));
        assert_eq!(closest("timeout", &known), None);
        assert_eq!(closest("x", &[]), None);
    }
}
