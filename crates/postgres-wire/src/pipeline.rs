//! Batches of statements that end with one Sync: when a statement fails, the server skips the rest of the batch.

use postgres_protocol::IsNull;
use postgres_protocol::message::backend::Message;
use postgres_protocol::message::frontend::{self, BindError};

use crate::error::Error;
use crate::row::Row;
use crate::session::Session;
use crate::statement::{Bind, Statement};

/// Result format: binary for every column.
const BINARY: [i16; 1] = [1];

/// A batch that is being built. If it is dropped, nothing is sent.
pub struct Pipeline<'a> {
    session: &'a mut Session,
}

impl Session {
    /// Starts a batch.
    ///
    /// # Errors
    /// When an earlier batch was not read to its end.
    pub fn pipeline(&mut self) -> Result<Pipeline<'_>, Error> {
        self.begin()?;
        Ok(Pipeline::new(self))
    }

    /// Runs one statement and returns its rows. The statement is not kept.
    ///
    /// # Errors
    /// When the statement or the connection fails.
    pub async fn query(&mut self, sql: &str, binds: &[Bind]) -> Result<Vec<Row>, Error> {
        let mut pipeline = self.pipeline()?;
        pipeline.add_text(sql, binds)?;
        let mut results = pipeline.send().await?;
        let mut rows = Vec::new();
        while let Some(row) = results.row().await? {
            rows.push(row);
        }
        results.finish().await?;
        Ok(rows)
    }

    /// Prepares a statement, which the server keeps until [`Session::forget`] or the end of the session.
    ///
    /// # Errors
    /// When the statement or the connection fails.
    pub async fn prepare(&mut self, sql: &str) -> Result<Statement, Error> {
        let mut pipeline = self.pipeline()?;
        let statement = pipeline.prepare(sql)?;
        let mut results = pipeline.send().await?;
        let statement = results.prepared(statement).await?;
        results.finish().await?;
        Ok(statement)
    }
}

impl<'a> Pipeline<'a> {
    pub(crate) fn new(session: &'a mut Session) -> Pipeline<'a> {
        Pipeline { session }
    }

    /// Runs a prepared statement.
    ///
    /// # Errors
    /// [`Error::Unsendable`].
    pub fn add(&mut self, statement: &Statement, binds: &[Bind]) -> Result<(), Error> {
        self.run(&statement.name, binds)
    }

    /// Runs an unnamed statement, which the server does not keep.
    ///
    /// # Errors
    /// [`Error::Unsendable`].
    pub fn add_text(&mut self, sql: &str, binds: &[Bind]) -> Result<(), Error> {
        frontend::parse("", sql, [], &mut self.session.stream.outbox).map_err(Error::unsendable)?;
        self.run("", binds)
    }

    /// Prepares a statement, which the server keeps until [`Session::forget`] or the end of the session.
    /// [`Self::add_new`] runs it in the same batch.
    ///
    /// # Errors
    /// [`Error::Unsendable`].
    pub fn prepare(&mut self, sql: &str) -> Result<Preparing, Error> {
        let name = self.session.next_name();
        let out = &mut self.session.stream.outbox;
        frontend::parse(&name, sql, [], out).map_err(Error::unsendable)?;
        frontend::describe(b'S', &name, out).map_err(Error::unsendable)?;
        Ok(Preparing { name })
    }

    /// Runs a statement that this batch prepares.
    ///
    /// # Errors
    /// [`Error::Unsendable`].
    pub fn add_new(&mut self, statement: &Preparing, binds: &[Bind]) -> Result<(), Error> {
        self.run(&statement.name, binds)
    }

    fn run(&mut self, name: &str, binds: &[Bind]) -> Result<(), Error> {
        let out = &mut self.session.stream.outbox;
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

    /// Sends the batch.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn send(self) -> Result<Results<'a>, Error> {
        frontend::sync(&mut self.session.stream.outbox);
        self.session.send().await?;
        Ok(Results { session: self.session, changed: 0 })
    }
}

/// A statement that the batch prepares.
#[must_use = "its result must be read with `Results::prepared`"]
pub struct Preparing {
    name: String,
}

/// The results of a batch, to be read in the order of its statements. After an error the batch is over and the session
/// can be used again. If the results are dropped before the end, the session needs [`Session::finish_batch`].
pub struct Results<'a> {
    session: &'a mut Session,
    changed: u64,
}

impl Results<'_> {
    pub(crate) fn session(&mut self) -> &mut Session {
        self.session
    }

    /// The next row of the current statement. `None` ends the statement; the next call reads the following one.
    ///
    /// # Errors
    /// When a statement of the batch or the connection fails.
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
                Message::ErrorResponse(body) => return Err(self.session.discard_batch(body.into()).await),
                _ => return Err(Error::Unexpected),
            }
        }
    }

    /// Reads the result of preparing the current statement.
    ///
    /// # Errors
    /// As [`Self::row`].
    pub async fn prepared(&mut self, statement: Preparing) -> Result<Statement, Error> {
        loop {
            match self.session.receive().await? {
                Message::ParseComplete | Message::ParameterDescription(_) => {}
                Message::RowDescription(body) => return Statement::new(statement.name, Some(body)),
                Message::NoData => return Statement::new(statement.name, None),
                Message::ErrorResponse(body) => return Err(self.session.discard_batch(body.into()).await),
                _ => return Err(Error::Unexpected),
            }
        }
    }

    /// The first row of the current statement. The others are skipped.
    ///
    /// # Errors
    /// As [`Self::row`].
    pub async fn first(&mut self) -> Result<Option<Row>, Error> {
        let first = self.row().await?;
        if first.is_some() {
            self.skip().await?;
        }
        Ok(first)
    }

    /// The number of rows that the last finished statement wrote or returned.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// Skips the rows of the current statement.
    ///
    /// # Errors
    /// As [`Self::row`].
    pub async fn skip(&mut self) -> Result<(), Error> {
        while self.row().await?.is_some() {}
        Ok(())
    }

    /// Call it after the last statement: waits for the end of the batch, which commits an implicit transaction.
    ///
    /// # Errors
    /// When the commit or the connection fails.
    pub async fn finish(self) -> Result<(), Error> {
        match self.session.receive().await? {
            Message::ReadyForQuery(_) => Ok(()),
            Message::ErrorResponse(body) => Err(self.session.discard_batch(body.into()).await),
            _ => Err(Error::Unexpected),
        }
    }
}
