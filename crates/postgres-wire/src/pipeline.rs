//! Statements that are sent together and end with one Sync: when one is refused, the server passes over those behind it.

use postgres_protocol::IsNull;
use postgres_protocol::message::backend::Message;
use postgres_protocol::message::frontend::{self, BindError};

use crate::error::Error;
use crate::row::Row;
use crate::session::Session;
use crate::statement::{Bind, Statement};

/// Every value of a row in the binary format.
const BINARY: [i16; 1] = [1];

/// What is to be sent. Dropped, none of it is.
pub struct Pipeline<'a> {
    session: &'a mut Session,
}

impl<'a> Pipeline<'a> {
    pub(crate) fn new(session: &'a mut Session) -> Pipeline<'a> {
        Pipeline { session }
    }

    pub fn add(&mut self, statement: &Statement, binds: &[Bind]) -> Result<(), Error> {
        self.run(&statement.name, binds)
    }

    /// A statement that goes out whole and without a name: nothing of it stays on the server.
    pub fn add_text(&mut self, sql: &str, binds: &[Bind]) -> Result<(), Error> {
        frontend::parse("", sql, [], &mut self.session.outbox).map_err(Error::unsendable)?;
        self.run("", binds)
    }

    /// Has a statement kept on the server, until `Session::forget` or the end of the session. It may run in this batch.
    pub fn prepare(&mut self, sql: &str) -> Result<Preparing, Error> {
        let name = self.session.next_name();
        let out = &mut self.session.outbox;
        frontend::parse(&name, sql, [], out).map_err(Error::unsendable)?;
        frontend::describe(b'S', &name, out).map_err(Error::unsendable)?;
        Ok(Preparing { name })
    }

    pub fn add_new(&mut self, statement: &Preparing, binds: &[Bind]) -> Result<(), Error> {
        self.run(&statement.name, binds)
    }

    fn run(&mut self, name: &str, binds: &[Bind]) -> Result<(), Error> {
        let out = &mut self.session.outbox;
        let formats = binds.iter().map(Bind::format);
        frontend::bind(
            "",
            name,
            formats,
            binds,
            |bind, out| match bind.bytes() {
                Some(bytes) => {
                    out.extend_from_slice(bytes);
                    Ok(IsNull::No)
                }
                None => Ok(IsNull::Yes),
            },
            BINARY,
            out,
        )
        .map_err(|error| match error {
            BindError::Conversion(error) => Error::unsendable(error),
            BindError::Serialization(error) => Error::unsendable(error),
        })?;
        frontend::execute("", 0, out).map_err(Error::unsendable)
    }

    pub async fn send(self) -> Result<Results<'a>, Error> {
        frontend::sync(&mut self.session.outbox);
        self.session.send().await?;
        Ok(Results { session: self.session, changed: 0 })
    }
}

/// A statement that is prepared by the batch that it is part of.
#[must_use = "what the server says of it must be read"]
pub struct Preparing {
    name: String,
}

/// What the statements give, one after the other. A refusal is told where it is met, and then all has been read; when
/// it is dropped before that, the session can be asked nothing more.
pub struct Results<'a> {
    session: &'a mut Session,
    changed: u64,
}

impl Results<'_> {
    pub(crate) fn session(&mut self) -> &mut Session {
        self.session
    }

    /// The next row of the statement whose turn it is. `None` ends it: what comes then is the next one's.
    pub async fn row(&mut self) -> Result<Option<Row>, Error> {
        loop {
            match self.session.receive().await? {
                Message::ParseComplete | Message::BindComplete => {}
                Message::DataRow(body) => return Ok(Some(Row(body))),
                Message::CommandComplete(body) => {
                    // `INSERT 0 3`, `UPDATE 3`, `BEGIN`.
                    self.changed =
                        body.tag()?.rsplit(' ').next().and_then(|rows| rows.parse().ok()).unwrap_or(0);
                    return Ok(None);
                }
                Message::EmptyQueryResponse => return Ok(None),
                Message::ErrorResponse(body) => return Err(self.session.refused(body.into()).await),
                _ => return Err(Error::Unexpected),
            }
        }
    }

    /// The statement whose turn it is to be prepared.
    pub async fn prepared(&mut self, statement: Preparing) -> Result<Statement, Error> {
        loop {
            match self.session.receive().await? {
                Message::ParseComplete | Message::ParameterDescription(_) => {}
                Message::RowDescription(body) => return Statement::new(statement.name, Some(body)),
                Message::NoData => return Statement::new(statement.name, None),
                Message::ErrorResponse(body) => return Err(self.session.refused(body.into()).await),
                _ => return Err(Error::Unexpected),
            }
        }
    }

    /// The first row of a statement; the others are passed over.
    pub async fn first(&mut self) -> Result<Option<Row>, Error> {
        let first = self.row().await?;
        if first.is_some() {
            self.skip().await?;
        }
        Ok(first)
    }

    /// How many rows the statement that ended last has written, or given.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// Passes over the rows of a statement.
    pub async fn skip(&mut self) -> Result<(), Error> {
        while self.row().await?.is_some() {}
        Ok(())
    }

    /// After the last statement: the server has done everything, a commit at the end of an open batch included.
    pub async fn finish(self) -> Result<(), Error> {
        match self.session.receive().await? {
            Message::ReadyForQuery(_) => Ok(()),
            Message::ErrorResponse(body) => Err(self.session.refused(body.into()).await),
            _ => Err(Error::Unexpected),
        }
    }
}
