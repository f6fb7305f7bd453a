//! Channels whose session ends.

use crate::client::Realtime;
use serde_json::json;
use service_test::sign;
use uuid::Uuid;

#[tokio::test]
async fn a_channel_ends_with_the_session_of_its_token() {
    let realtime = Realtime::start_with(&[("REALTIME_SESSION_CHECK_INTERVAL_MS", "50")]).await;
    let client = realtime.database().client().await;
    let (user, session, other) = (Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4());
    client
        .batch_execute(&format!(
            "insert into auth.users (id, email) values ('{user}', 'marie@example.com');
             insert into auth.sessions (id, user_id) values ('{session}', '{user}'), ('{other}', '{user}');"
        ))
        .await
        .unwrap();
    let token = |session: Uuid| {
        let exp = chrono::Utc::now().timestamp() + 3600;
        sign(&json!({ "role": "authenticated", "sub": user, "session_id": session, "exp": exp }))
    };
    let mut socket = realtime.connect().await;
    socket.join_with("realtime:ends", json!({ "access_token": token(session) })).await;
    socket.join_with("realtime:stays", json!({ "access_token": token(other) })).await;
    socket.join("realtime:key", json!({})).await;
    client.batch_execute(&format!("delete from auth.sessions where id = '{session}'")).await.unwrap();
    let system = loop {
        let event = socket.event("system").await;
        // A topic also names a table to follow, as in supabase/realtime. That there is none is another system event.
        if event.payload["extension"] == "system" {
            break event;
        }
    };
    assert_eq!(system.topic, "realtime:ends");
    assert_eq!(system.payload["message"], "The session of the token has ended");
    assert_eq!(socket.event("phx_close").await.topic, "realtime:ends");

    // A banned account has no session; a new token moves the channel to another one.
    client
        .batch_execute(&format!(
            "update auth.users set banned_until = now() + interval '1 day' where id = '{user}'"
        ))
        .await
        .unwrap();
    assert_eq!(socket.event("phx_close").await.topic, "realtime:stays");
    // As with supabase/realtime a join does not look at the session; the channel ends soon.
    socket.join_with("realtime:late", json!({ "access_token": token(session) })).await;
    assert_eq!(socket.event("phx_close").await.topic, "realtime:late");
    socket.until_heartbeat().await;
    let reply = socket.call("realtime:key", "presence", json!({})).await;
    assert_eq!(reply["status"], "ok", "a key has no session");
}
