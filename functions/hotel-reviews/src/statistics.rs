//! The statistics of an establishment's reviews.

use serde::Serialize;

/// Count, mean and distribution of the ratings.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Statistics {
    total_reviews: i64,
    /// With two decimals; 0 without reviews.
    average_rating: f64,
    rating_distribution: Distribution,
}

/// The number of reviews with each rating; every rating has its key, five first.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(crate) struct Distribution {
    #[serde(rename = "5")]
    five: i64,
    #[serde(rename = "4")]
    four: i64,
    #[serde(rename = "3")]
    three: i64,
    #[serde(rename = "2")]
    two: i64,
    #[serde(rename = "1")]
    one: i64,
}

impl Statistics {
    /// The statistics of pairs of a rating and its number of reviews.
    pub(crate) fn from_counts(counts: &[(i16, i64)]) -> Statistics {
        let count = |rating| counts.iter().find(|(given, _)| *given == rating).map_or(0, |(_, count)| *count);
        let distribution =
            Distribution { five: count(5), four: count(4), three: count(3), two: count(2), one: count(1) };
        let total: i64 = counts.iter().map(|(_, count)| count).sum();
        let sum: i64 = counts.iter().map(|(rating, count)| i64::from(*rating) * count).sum();
        Statistics {
            total_reviews: total,
            average_rating: mean(sum, total),
            rating_distribution: distribution,
        }
    }
}

/// Rounded half up to two decimals, as Postgres rounds `hotels.rating`. Integers avoid the error of a binary fraction.
fn mean(sum: i64, total: i64) -> f64 {
    if total == 0 {
        return 0.0;
    }
    let hundredths = (200 * sum + total) / (2 * total);
    hundredths as f64 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_has_two_decimals_rounded_half_up() {
        assert_eq!(Statistics::from_counts(&[(5, 2), (4, 1)]).average_rating, 4.67);
        assert_eq!(Statistics::from_counts(&[(5, 1), (4, 7)]).average_rating, 4.13);
        assert_eq!(Statistics::from_counts(&[(3, 10)]).average_rating, 3.0);
    }

    #[test]
    fn without_reviews_every_key_is_there_and_zero() {
        let json = serde_json::to_string(&Statistics::from_counts(&[])).unwrap();
        let expected =
            r#"{"totalReviews":0,"averageRating":0.0,"ratingDistribution":{"5":0,"4":0,"3":0,"2":0,"1":0}}"#;
        assert_eq!(json, expected);
    }
}
