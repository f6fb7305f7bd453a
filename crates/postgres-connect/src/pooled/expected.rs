//! The answers that the server owes, in the order of the requests, as far as they matter here.

use std::collections::VecDeque;

use bytes::Bytes;

/// The status of ReadyForQuery outside of a transaction.
const IDLE: u8 = b'I';

#[derive(Debug)]
pub(super) enum Answer {
    /// ParseComplete for the client's own statement.
    Parsed { name: Bytes },
    /// ParseComplete that the client must not see.
    ParsedAgain,
    /// All answers to the settings of a transaction, which the client must not see.
    Settings,
    /// ReadyForQuery.
    Ready,
}

#[derive(Debug, Default)]
pub(super) struct Expected {
    answers: VecDeque<Answer>,
    in_transaction: bool,
}

impl Expected {
    pub(super) fn push(&mut self, answer: Answer) {
        self.answers.push_back(answer);
    }

    /// The answer that a ParseComplete is, or belongs to.
    pub(super) fn parsed(&mut self) -> Option<Answer> {
        while let Some(answer) = self.answers.pop_front() {
            if !matches!(answer, Answer::Ready) {
                return Some(answer);
            }
        }
        None
    }

    /// The server is ready for the next batch. Returns the statements that an error kept from being parsed.
    pub(super) fn ready(&mut self, status: u8) -> Vec<Bytes> {
        let mut unparsed = Vec::new();
        while let Some(answer) = self.answers.pop_front() {
            match answer {
                Answer::Parsed { name } => unparsed.push(name),
                Answer::Ready => break,
                Answer::ParsedAgain | Answer::Settings => {}
            }
        }
        // Later batches may have begun or ended a transaction.
        if self.answers.is_empty() {
            self.in_transaction = status != IDLE;
        }
        unparsed
    }

    /// While the server waits for the rows of a COPY, it ignores the end of the batch.
    pub(super) fn ignores_last_ready(&mut self) {
        self.answers.pop_back_if(|last| matches!(last, Answer::Ready));
    }

    /// Whether the requests so far have begun a transaction and not ended it.
    pub(super) fn in_transaction(&self) -> bool {
        self.in_transaction
    }

    pub(super) fn set_in_transaction(&mut self, is: bool) {
        self.in_transaction = is;
    }
}
