//! Prepared statements.

use postgres_wire::Error;

use crate::{count, session};

#[tokio::test]
async fn a_prepared_statement_has_the_names_and_types_of_its_columns() {
    let (_database, mut session) = session().await;
    session.execute("create domain short as varchar(3)").await.unwrap();
    let kept = session.prepare("select 1 as \"a b\", 'x'::short as c").await.unwrap();
    let columns: Vec<_> =
        kept.columns().iter().map(|column| (column.name.as_str(), column.type_oid)).collect();
    assert_eq!(columns, [("a b", 23), ("c", 1043)]);
    assert!(session.prepare("set work_mem = '1MB'").await.unwrap().columns().is_empty());
}

#[tokio::test]
async fn a_statement_stays_prepared_until_it_is_forgotten() {
    let (_database, mut session) = session().await;
    let first = session.prepare("select 1").await.unwrap();
    session.prepare("select 2").await.unwrap();
    assert!(session.prepare("select from nothing").await.is_err());
    assert_eq!(count(&mut session, "pg_prepared_statements").await, 2);
    session.forget(&first);
    assert_eq!(count(&mut session, "pg_prepared_statements").await, 1);
}

#[tokio::test]
async fn a_forgotten_statement_is_closed_even_if_the_next_batch_is_unsendable() {
    let (_database, mut session) = session().await;
    let kept = session.prepare("select 1").await.unwrap();
    session.forget(&kept);
    assert!(matches!(session.execute("select '\0'").await, Err(Error::Unsendable(_))));
    assert!(session.pipeline().is_ok());
    assert_eq!(count(&mut session, "pg_prepared_statements").await, 0);
}
