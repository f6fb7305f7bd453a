//! `pgjwt`.

use crate::{rows, with};
use platform_schema::stand_ins::STAND_INS;

#[tokio::test]
async fn tokens_are_signed_and_verified() {
    let (_database, client) = with("pgjwt").await;
    // The example of jwt.io.
    let signed = r#"select extensions.sign('{"sub":"1234567890","name":"John Doe","admin":true}', 'secret')"#;
    let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWV9.\
                 TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ";
    assert_eq!(rows(&client, signed).await, [token]);
    let valid = async |payload: &str, secret: &str| {
        let query = "select valid from extensions.verify(extensions.sign($1::text::json, 'secret', 'HS512'), $2, 'HS512')";
        client.query_one(query, &[&payload, &secret]).await.unwrap().get::<_, bool>(0)
    };
    assert!(valid("{}", "secret").await);
    assert!(!valid("{}", "other").await);
    assert!(valid(r#"{"exp": 99999999999}"#, "secret").await);
    assert!(!valid(r#"{"exp": 1}"#, "secret").await);
    let drop = STAND_INS.into_iter().find(|it| it.name == "pgjwt").unwrap().drop;
    let own = "create function extensions.verify(code text) returns text language sql as 'select code'";
    client.batch_execute(own).await.unwrap();
    client.batch_execute(drop).await.unwrap();
    let left = "select string_agg(proname, ' ') from pg_proc where pronamespace = 'extensions'::regnamespace
                  and proname in ('url_encode', 'url_decode', 'algorithm_sign', 'sign', 'try_cast_double', 'verify')";
    assert_eq!(rows(&client, left).await, ["verify"], "a function of the project");
}
