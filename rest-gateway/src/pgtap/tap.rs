//! Reads the output of a file's tests: the Test Anything Protocol, line by line.

/// The tests of one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The number of tests that the file announces.
    planned: Option<usize>,
    /// Tests that have run.
    pub run: usize,
    /// The lines of failed tests, each with the comments that follow it.
    pub failures: Vec<String>,
    /// Why the file did not run to its end.
    stopped: Option<String>,
}

impl Outcome {
    /// Reads lines of output. Lines outside the protocol are ignored.
    pub fn read(&mut self, text: &str) {
        for line in text.lines() {
            self.read_line(line);
        }
    }

    fn read_line(&mut self, line: &str) {
        if let Some(count) = line.strip_prefix("1..") {
            // `1..0 # SKIP` leaves a file out.
            let digits = count.split([' ', '#']).next().unwrap_or_default();
            self.planned = digits.parse().ok();
        } else if let Some(reason) = line.strip_prefix("Bail out!") {
            self.stop(format!("bailed out: {}", reason.trim()));
        } else if is_result(line, "not ok") {
            self.run += 1;
            // A test that is known to fail for now.
            if !has_directive(line, "todo") {
                self.failures.push(line.to_owned());
            }
        } else if is_result(line, "ok") {
            self.run += 1;
        } else if line.starts_with('#')
            && !line.starts_with("# Looks like")
            && let Some(failure) = self.failures.last_mut()
        {
            *failure += &format!("\n{line}");
        }
    }

    /// Notes that an error ended the file.
    pub fn stop(&mut self, reason: String) {
        self.stopped.get_or_insert(reason);
    }

    /// The failures and deviations from the plan; empty if every planned test has passed.
    pub fn errors(&self) -> Vec<String> {
        let mut errors = self.failures.clone();
        match self.planned {
            None if self.stopped.is_none() => errors.push("the file has no plan".to_owned()),
            Some(planned) if planned != self.run => {
                errors.push(format!("{planned} tests are planned, {} have run", self.run));
            }
            _ => {}
        }
        errors.extend(self.stopped.clone());
        errors
    }
}

/// Whether a line is a result of this kind: the word, alone or before a space.
fn is_result(line: &str, word: &str) -> bool {
    line.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn has_directive(line: &str, name: &str) -> bool {
    line.rsplit_once('#').is_some_and(|(_, directive)| {
        directive.trim_start().get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
    })
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    fn outcome(text: &str) -> Outcome {
        let mut outcome = Outcome::default();
        outcome.read(text);
        outcome
    }

    #[test]
    fn all_planned_tests_pass() {
        let passed = outcome("1..3\nok 1 - has table\nok 2 - no psql # SKIP\nnot ok 3 - later # TODO\n");
        assert_eq!((passed.run, passed.errors()), (3, Vec::new()));
        assert!(outcome("1..0 # SKIP no extension").errors().is_empty());
    }

    #[test]
    fn a_failed_test_is_shown_with_its_comments() {
        let failed = outcome(
            "1..2\nok 1\nnot ok 2 - sum\n# Failed test 2: \"sum\"\n#   have: 2\n# Looks like you failed 1 test of 2\n",
        );
        assert_eq!(failed.errors(), ["not ok 2 - sum\n# Failed test 2: \"sum\"\n#   have: 2"]);
    }

    #[test]
    fn a_file_that_ends_early_fails() {
        assert_eq!(outcome("1..3\nok 1\n").errors(), ["3 tests are planned, 1 have run"]);
        assert_eq!(outcome("").errors(), ["the file has no plan"]);
        assert_eq!(outcome("1..1\nok 1\nBail out! no data\n").errors(), ["bailed out: no data"]);
        let mut broken = outcome("");
        broken.stop("relation \"a\" does not exist".to_owned());
        assert_eq!(broken.errors(), ["relation \"a\" does not exist"]);
    }
}
