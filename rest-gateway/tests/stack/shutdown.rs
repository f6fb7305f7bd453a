//! The graceful end of a stack, over real connections.

use crate::postgrest_server::eventually;
use crate::processes::signal;
use crate::running::Place;
use hyper::StatusCode;
use serde_json::json;
use tokio::net::TcpStream;

const FUNCTION: &str = "/rest/v1/rpc/wait_for_lock";

#[tokio::test(flavor = "multi_thread")]
async fn a_request_in_flight_at_sigterm_finishes_after_the_listener_has_closed() {
    let place = Place::with_config(
        "[api]\nshutdown_timeout = 60\n[storage]\nenabled = false\n[realtime]\nenabled = false\n",
    );
    let mut stack = place.start();
    let function = "create function public.wait_for_lock() returns text language sql volatile
                      set statement_timeout = '1min'
                      as 'select ''finished'' from pg_advisory_xact_lock(1)';
                    grant execute on function public.wait_for_lock to anon; notify pgrst";
    stack.query(function).await.unwrap();
    let nothing = json!({});
    eventually(async || stack.post_for_status(FUNCTION, &nothing).await.0 == StatusCode::OK).await;

    let (holder, connection) =
        tokio_postgres::connect(stack.value("DB_URL"), tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    holder.batch_execute("select pg_advisory_lock(1)").await.unwrap();
    let address = stack.value("API_URL").trim_start_matches("http://").to_owned();
    let while_it_ends = async {
        let waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted";
        eventually(async || stack.query(waiting).await.unwrap() == "1").await;
        signal(stack.pid(), "TERM");
        eventually(async || TcpStream::connect(&address).await.is_err()).await;
        holder.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
    };
    let (answer, ()) = tokio::join!(stack.post(FUNCTION, &nothing), while_it_ends);
    assert_eq!(answer, json!("finished"));
    assert!(stack.wait().success());
}
