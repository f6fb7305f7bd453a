//! The text that a scrape returns.

use std::fmt::{Display, Write as _};

use crate::histogram::{BOUNDS, Histogram};

/// The type of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number that only grows.
    Counter,
    /// A number at the moment of the scrape.
    Gauge,
    /// A distribution.
    Histogram,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        }
    }
}

/// The answer to a scrape, built metric by metric.
#[derive(Debug, Default)]
pub struct Exposition(String);

impl Exposition {
    /// Begins a metric. `help` is one line without a backslash.
    pub fn family<'a>(&'a mut self, name: &'a str, kind: Kind, help: &str) -> Family<'a> {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {}", kind.name());
        Family { text: &mut self.0, name }
    }

    /// A metric with a single number.
    pub fn single(&mut self, name: &str, kind: Kind, help: &str, value: impl Display) {
        self.family(name, kind, help).sample(&[], value);
    }

    /// The whole text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.0
    }
}

/// The samples of one metric.
#[derive(Debug)]
pub struct Family<'a> {
    text: &'a mut String,
    name: &'a str,
}

impl Family<'_> {
    /// Adds a number. `labels` are pairs of name and value.
    pub fn sample(&mut self, labels: &[(&str, &str)], value: impl Display) {
        self.line("", labels, None, value);
    }

    /// Adds a distribution.
    pub fn histogram(&mut self, labels: &[(&str, &str)], histogram: &Histogram) {
        let counts = histogram.cumulative();
        for (count, bound) in counts.iter().zip(BOUNDS.map(Some).into_iter().chain([None])) {
            let bound = bound.map_or("+Inf".to_owned(), |bound| bound.to_string());
            self.line("_bucket", labels, Some(&bound), count);
        }
        self.line("_sum", labels, None, histogram.sum());
        self.line("_count", labels, None, counts[BOUNDS.len()]);
    }

    fn line(&mut self, suffix: &str, labels: &[(&str, &str)], bound: Option<&str>, value: impl Display) {
        let labels: Vec<String> = labels
            .iter()
            .copied()
            .chain(bound.map(|bound| ("le", bound)))
            .map(|(name, value)| format!("{name}=\"{}\"", escaped(value)))
            .collect();
        let name = self.name;
        // Writing to a string cannot fail.
        let _ = match labels.is_empty() {
            true => writeln!(self.text, "{name}{suffix} {value}"),
            false => writeln!(self.text, "{name}{suffix}{{{}}} {value}", labels.join(",")),
        };
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn writes_what_prometheus_reads() {
        let histogram = Histogram::default();
        for milliseconds in [1, 2, 40_000] {
            histogram.observe(Duration::from_millis(milliseconds));
        }
        let mut exposition = Exposition::default();
        exposition.single("up", Kind::Gauge, "1 while it runs.", 1);
        exposition
            .family("took", Kind::Histogram, "Durations.")
            .histogram(&[("of", "a \"b\"\n")], &histogram);
        let text = exposition.into_text();
        assert!(text.starts_with("# HELP up 1 while it runs.\n# TYPE up gauge\nup 1\n# HELP took"), "{text}");
        for line in [
            r#"took_bucket{of="a \"b\"\n",le="0.001"} 1"#,
            r#"took_bucket{of="a \"b\"\n",le="0.0025"} 2"#,
            r#"took_bucket{of="a \"b\"\n",le="30"} 2"#,
            r#"took_bucket{of="a \"b\"\n",le="+Inf"} 3"#,
            r#"took_sum{of="a \"b\"\n"} 40.003"#,
            r#"took_count{of="a \"b\"\n"} 3"#,
        ] {
            assert!(text.lines().any(|written| written == line), "{line} is missing in\n{text}");
        }
    }
}
