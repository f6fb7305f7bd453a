//! The CPU time of a process while it answers requests. Supabase's runtime measures each request; a process that answers
//! several at once has their sum.

use std::time::Duration;

use super::connections::ConnectionCount;

/// The time between two measurements.
#[cfg(target_os = "linux")]
const INTERVAL: Duration = Duration::from_millis(250);

/// The unit of the files in `/proc`, on every platform for which Deno is built.
#[cfg(target_os = "linux")]
const TICKS_A_SECOND: u64 = 100;

/// Resolves when the process has used more than `limit` per request since it was last idle; never without a limit.
#[cfg(target_os = "linux")]
pub(super) async fn exceeded(pid: Option<u32>, count: &ConnectionCount, limit: Option<Duration>) {
    let Some((pid, limit)) = pid.zip(limit) else { return std::future::pending().await };
    loop {
        count.until_open().await;
        let opened_before = count.opened().saturating_sub(1);
        // The process may have ended, which its supervisor notices.
        let Some(before) = used(pid) else { return std::future::pending().await };
        while count.is_open() {
            tokio::time::sleep(INTERVAL).await;
            let Some(now) = used(pid) else { return std::future::pending().await };
            let requests = u32::try_from(count.opened() - opened_before).unwrap_or(u32::MAX);
            if now.saturating_sub(before) > limit.saturating_mul(requests) {
                return;
            }
        }
    }
}

/// Other systems have no such files; only the wall-clock limit applies there.
#[cfg(not(target_os = "linux"))]
pub(super) async fn exceeded(_pid: Option<u32>, _count: &ConnectionCount, _limit: Option<Duration>) {
    std::future::pending().await
}

/// The user and system time of a process (proc_pid_stat(5)).
#[cfg(target_os = "linux")]
fn used(pid: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(Duration::from_millis(ticks(&stat)?.saturating_mul(1000 / TICKS_A_SECOND)))
}

/// Fields 14 and 15. The second field, the program's name in parentheses, may contain spaces.
#[cfg(target_os = "linux")]
fn ticks(stat: &str) -> Option<u64> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let (user, system) = (fields.next()?.parse::<u64>().ok()?, fields.next()?.parse::<u64>().ok()?);
    Some(user + system)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_program_may_contain_anything() {
        let stat = "42 (a ) b) S 1 42 42 0 -1 4194304 1 2 3 4 70 30 5 6 20 0 1 0 100 0 0";
        assert_eq!(ticks(stat), Some(100));
        assert_eq!(ticks(""), None);
        assert!(used(std::process::id()).is_some());
    }
}
