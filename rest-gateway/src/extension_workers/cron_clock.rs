//! The minutes for which jobs start, by the rules of Vixie cron, which pg_cron has too: after a pause of some minutes every
//! passed minute counts; after a jump of the clock jobs at fixed times run once, and others go on with the present minute.

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

/// Up to this many passed minutes are caught up completely.
const MAX_CAUGHT_UP: i64 = 5;
/// A longer jump than this many minutes is a change of the clock, after which nothing is caught up.
const MAX_JUMP: i64 = 180;

/// A minute, and the kinds of jobs that start in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueMinute {
    pub at: DateTime<Utc>,
    /// Whether jobs with an asterisk for minute or hour start.
    pub wildcard: bool,
    /// Whether jobs at fixed times start.
    pub fixed: bool,
}

/// Keeps track of the minutes for which jobs were started.
pub struct CronClock {
    /// The last such minute. It stays when the clock is set back, until the clock has passed it again.
    last: DateTime<Utc>,
    /// The minute of the last call.
    seen: DateTime<Utc>,
}

impl CronClock {
    /// Starts with the next minute.
    pub fn new(now: DateTime<Utc>) -> CronClock {
        CronClock { last: minute_of(now), seen: minute_of(now) }
    }

    /// The time until the next minute begins.
    pub fn until_next_minute(now: DateTime<Utc>) -> TimeDelta {
        minute_of(now) + TimeDelta::minutes(1) - now
    }

    /// The minutes since the last call for which jobs start.
    pub fn advance(&mut self, now: DateTime<Utc>) -> Vec<DueMinute> {
        let current = minute_of(now);
        if std::mem::replace(&mut self.seen, current) == current {
            return Vec::new();
        }
        let due = |at, wildcard, fixed| DueMinute { at, wildcard, fixed };
        let passed = (current - self.last).num_minutes();
        let each = (1..=passed).map(|minute| self.last + TimeDelta::minutes(minute));
        let minutes = match passed {
            0 => Vec::new(),
            1..=MAX_CAUGHT_UP => each.map(|at| due(at, true, true)).collect(),
            passed if passed > 0 && passed <= MAX_JUMP => {
                each.map(|at| due(at, false, true)).chain([due(current, true, false)]).collect()
            }
            // Jobs at fixed times have run already for these minutes.
            passed if passed < 0 && passed > -MAX_JUMP => return vec![due(current, true, false)],
            _ => vec![due(current, true, true)],
        };
        self.last = current;
        minutes
    }
}

fn minute_of(time: DateTime<Utc>) -> DateTime<Utc> {
    time.duration_trunc(TimeDelta::minutes(1)).unwrap_or(time)
}

#[cfg(test)]
// A failed setup step fails the test.
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(time: &str) -> DateTime<Utc> {
        format!("2026-03-01T{time}Z").parse().unwrap()
    }

    fn advance(clock: &mut CronClock, time: &str) -> Vec<String> {
        let due = clock.advance(at(time)).into_iter();
        due.map(|it| {
            format!(
                "{} {}{}",
                it.at.format("%H:%M"),
                if it.wildcard { "*" } else { "" },
                if it.fixed { "f" } else { "" }
            )
        })
        .collect()
    }

    #[test]
    fn every_minute_of_a_short_pause_counts() {
        let mut clock = CronClock::new(at("10:00:30"));
        assert!(advance(&mut clock, "10:00:59").is_empty());
        assert_eq!(advance(&mut clock, "10:01:00"), ["10:01 *f"]);
        assert!(advance(&mut clock, "10:01:01").is_empty());
        assert_eq!(advance(&mut clock, "10:04:10"), ["10:02 *f", "10:03 *f", "10:04 *f"]);
        assert_eq!(CronClock::until_next_minute(at("10:04:10")), TimeDelta::seconds(50));
    }

    #[test]
    fn after_a_jump_fixed_times_are_caught_up_and_others_run_once() {
        let mut clock = CronClock::new(at("10:00:00"));
        let due = advance(&mut clock, "11:00:00");
        assert_eq!(due.len(), 61);
        assert_eq!((due[0].as_str(), due[59].as_str(), due[60].as_str()), ("10:01 f", "11:00 f", "11:00 *"));
    }

    #[test]
    fn a_clock_that_was_set_back_repeats_no_fixed_time() {
        let mut clock = CronClock::new(at("10:00:00"));
        assert_eq!(advance(&mut clock, "09:30:00"), ["09:30 *"]);
        assert!(advance(&mut clock, "09:30:01").is_empty());
        assert_eq!(advance(&mut clock, "10:01:00"), ["10:01 *f"], "caught up");
    }

    #[test]
    fn nothing_is_caught_up_after_hours() {
        let mut clock = CronClock::new(at("10:00:00"));
        assert_eq!(advance(&mut clock, "15:00:00"), ["15:00 *f"]);
        assert_eq!(advance(&mut clock, "09:00:00"), ["09:00 *f"]);
    }
}
