//! How long to wait before a process is started again: not at all after a first death, so that one crash costs one
//! request, then twice as long each time it dies young.

use std::time::Duration;

/// A process that lived longer than this has proved that it can run.
const GROWN_UP: Duration = Duration::from_secs(10);
const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(30);

#[derive(Debug, Default)]
pub(super) struct BackOff {
    young_deaths: u32,
}

impl BackOff {
    pub(super) fn died(&mut self, after: Duration) {
        self.young_deaths = if after < GROWN_UP { self.young_deaths.saturating_add(1) } else { 1 };
    }

    pub(super) fn delay(&self) -> Duration {
        match self.young_deaths {
            0 | 1 => Duration::ZERO,
            deaths => FIRST.saturating_mul(1 << (deaths - 2).min(16)).min(LONGEST),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_death_is_answered_at_once_and_later_ones_ever_more_slowly() {
        let mut back_off = BackOff::default();
        let delays: Vec<u64> = (0..5)
            .map(|_| {
                back_off.died(Duration::from_millis(3));
                u64::try_from(back_off.delay().as_millis()).unwrap_or_default()
            })
            .collect();
        assert_eq!(delays, [0, 100, 200, 400, 800]);
    }

    #[test]
    fn the_wait_never_exceeds_half_a_minute() {
        let mut back_off = BackOff::default();
        for _ in 0..1000 {
            back_off.died(Duration::ZERO);
        }
        assert_eq!(back_off.delay(), LONGEST);
    }

    #[test]
    fn a_long_life_clears_the_record() {
        let mut back_off = BackOff::default();
        for _ in 0..5 {
            back_off.died(Duration::ZERO);
        }
        back_off.died(Duration::from_secs(60));
        assert_eq!(back_off.delay(), Duration::ZERO);
    }
}
