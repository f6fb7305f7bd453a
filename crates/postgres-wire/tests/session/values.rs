//! Rows: values in both formats, large rows, and the fields of an error.

use bytes::Bytes;
use postgres_wire::{Bind, NextRow, Session, Transaction};

use crate::{bind, count, session, text};

#[tokio::test]
async fn sends_and_reads_values_in_text_and_binary_format() {
    let (_database, mut session) = session().await;
    let binds = [Bind::Bytes(Bytes::from_static(&[0, 255])), bind("42"), bind("é\"'\\")];
    let sql = "select $1::bytea, $2::bigint, null::int, $3::text";
    let rows = session.query(sql, &binds).await.unwrap();
    let values: Vec<_> = rows[0].values().map(Result::unwrap).collect();
    assert_eq!(values, [Some(&[0, 255][..]), Some(&42_i64.to_be_bytes()), None, Some("é\"'\\".as_bytes())]);
    assert_eq!(rows[0].bytes(0).unwrap().unwrap(), [0, 255][..]);
    assert_eq!(rows[0].bigint(1).unwrap(), Some(42));
    assert_eq!(rows[0].text(2).unwrap(), None);
    // A value of another type, or a column that does not exist, is an error.
    assert!(rows[0].bigint(0).is_err());
    assert!(rows[0].text(0).is_err());
    assert!(rows[0].value(4).is_err());
}

#[tokio::test]
async fn an_error_has_all_fields_that_the_server_sent() {
    let (_database, mut session) = session().await;
    let raise = "do $$ begin raise 'what' using errcode = 'PT418', detail = 'which', hint = 'how'; end $$";
    let error = session.execute(raise).await.unwrap_err();
    let server = error.server().unwrap();
    assert_eq!((server.code.as_str(), server.message.as_str()), ("PT418", "what"));
    assert_eq!((server.detail.as_deref(), server.hint.as_deref()), (Some("which"), Some("how")));
    assert_eq!(error.to_string(), "what");
}

/// Sends a statement whose row has a large value between small ones, and a second statement.
async fn send_large_row<'a>(session: &'a mut Session) -> postgres_wire::Results<'a> {
    let mut batch = session.pipeline().unwrap();
    batch.add_text("select 'before', repeat('x', 3000000), null, 'after'", &[]).unwrap();
    batch.add_text("select 'small'", &[]).unwrap();
    batch.send().await.unwrap()
}

#[tokio::test]
async fn a_large_row_is_read_in_parts() {
    let (_database, mut session) = session().await;
    let mut results = send_large_row(&mut session).await;
    let Some(NextRow::Large(mut row)) = results.row_up_to(1_000_000).await.unwrap() else {
        panic!("the row was not streamed")
    };
    assert_eq!(row.next_value().await.unwrap(), Some(Some(6)));
    assert_eq!(row.rest().await.unwrap(), b"before");
    assert_eq!(row.next_value().await.unwrap(), Some(Some(3_000_000)));
    let mut length = 0;
    while let Some(part) = row.part().await.unwrap() {
        assert!(part.len() < 200_000 && part.iter().all(|byte| *byte == b'x'));
        length += part.len();
    }
    assert_eq!(length, 3_000_000);
    assert_eq!(row.next_value().await.unwrap(), Some(None));
    assert_eq!(row.next_value().await.unwrap(), Some(Some(5)));
    assert_eq!(row.rest().await.unwrap(), b"after");
    assert_eq!(row.next_value().await.unwrap(), None);
    assert!(results.row_up_to(1_000_000).await.unwrap().is_none());
    let Some(NextRow::Whole(small)) = results.row_up_to(1_000_000).await.unwrap() else {
        panic!("the row was streamed")
    };
    assert_eq!(text(&small), "small");
    results.skip().await.unwrap();
    results.finish().await.unwrap();
    assert_eq!(session.transaction(), Some(Transaction::None));
}

#[tokio::test]
async fn an_abandoned_large_row_leaves_the_session_usable() {
    let (_database, mut session) = session().await;
    let mut results = send_large_row(&mut session).await;
    if let Some(NextRow::Large(mut row)) = results.row_up_to(1000).await.unwrap() {
        row.next_value().await.unwrap();
        row.next_value().await.unwrap();
        row.part().await.unwrap();
    }
    session.finish_batch().await.unwrap();
    assert_eq!(count(&mut session, "generate_series(1, 7)").await, 7);
}
