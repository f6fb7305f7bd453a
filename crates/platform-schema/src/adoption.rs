//! Takes over the history of earlier versions, which had one table for the migrations of the platform and of the product:
//! `public.__diesel_schema_migrations`. The table is moved out of `public`, and each history copies its own rows.

use crate::history::{Connection, Found, History};
use diesel::connection::SimpleConnection;
use diesel::sql_types::{Array, Text};
use diesel::{Connection as _, QueryResult, RunQueryDsl};

/// Keeps the rows until every part was taken.
const MOVE: &str = "
    do $$ begin
      if to_regclass('public.__diesel_schema_migrations') is not null then
        alter table public.__diesel_schema_migrations set schema extensions;
        alter table extensions.__diesel_schema_migrations rename to migrations_before_the_split;
      end if;
    end $$;
";

/// Whether there is such a history.
pub fn is_needed(connection: &mut Connection) -> QueryResult<bool> {
    let query = "select coalesce(to_regclass('public.__diesel_schema_migrations'), \
                 to_regclass('extensions.migrations_before_the_split')) is not null as found";
    Ok(diesel::sql_query(query).get_result::<Found>(connection)?.found)
}

/// Takes over the versions of `migrations`, which are pairs of version and name.
pub fn take_over(
    connection: &mut Connection,
    history: History,
    migrations: &[(String, String)],
) -> QueryResult<()> {
    let (versions, names): (Vec<&str>, Vec<&str>) =
        migrations.iter().map(|(version, name)| (version.as_str(), name.as_str())).unzip();
    let copy = format!(
        "insert into {} (version, name)
         select known.version, known.name from unnest($1, $2) as known (version, name)
         join extensions.migrations_before_the_split as earlier on earlier.version = known.version
         on conflict do nothing",
        history.table
    );
    connection.transaction(|connection| {
        connection.batch_execute(MOVE)?;
        diesel::sql_query(copy)
            .bind::<Array<Text>, _>(versions)
            .bind::<Array<Text>, _>(names)
            .execute(connection)
            .map(drop)
    })
}

/// Removes the moved table. The platform and the product have taken over what is theirs.
pub fn finish(connection: &mut Connection) -> QueryResult<()> {
    connection.batch_execute("drop table if exists extensions.migrations_before_the_split")
}
