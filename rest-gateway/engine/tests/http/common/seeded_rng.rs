//! Reproducible random numbers.

/// A linear congruential generator with a fixed seed, so that failures are reproducible.
pub struct SeededRng(pub u64);

impl SeededRng {
    /// A number from 0 to `end`, exclusive.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// Between 1 and `max` pieces, concatenated.
    pub fn text(&mut self, pieces: &[&str], max: usize) -> String {
        (0..=self.below(max)).map(|_| self.pick(pieces)).collect()
    }
}
