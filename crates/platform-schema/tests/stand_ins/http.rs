//! `http`. Requests are tested with the server that sends them, in `rest-gateway/tests/extension_workers`.

use crate::{error, rows, with};
use platform_schema::stand_ins::STAND_INS;

#[tokio::test]
async fn values_are_encoded_for_urls() {
    let (_database, client) = with("http").await;
    let encoded = "select extensions.urlencode('a b-c_~.é/&'), extensions.urlencode('\\x2041ff'::bytea),
                   extensions.urlencode('{\"a\": \"b c\", \"d\": null, \"e\": 1.5, \"f\": [1], \"g\": true}'::jsonb),
                   extensions.urlencode('{}'::jsonb)";
    assert_eq!(rows(&client, encoded).await, ["a+b-c_~.%C3%A9%2F%26|+A%FF|a=b+c&d=&e=1.5&g=true|null"]);
    let bytes = "select extensions.bytea_to_text(extensions.text_to_bytea('Ajaccio'))";
    assert_eq!(rows(&client, bytes).await, ["Ajaccio"]);
    let headers =
        "select extensions.http_headers('a', 'b', 'c', 'd')::text, extensions.http_header('e', 'f')::text";
    assert_eq!(rows(&client, headers).await, [r#"{"(a,b)","(c,d)"}|(e,f)"#]);
    let odd = error(&client, "select extensions.http_headers('a')").await;
    assert_eq!(odd, "Arguments must be provided in key-value pairs");
}

#[tokio::test]
async fn options_are_kept_in_the_session() {
    let (_database, client) = with("http").await;
    let set = "select extensions.http_set_curlopt('CURLOPT_TIMEOUT_MS', '200');
               set http.curlopt_useragent = 'me'; select * from extensions.http_list_curlopt() order by curlopt";
    assert_eq!(rows(&client, set).await, ["CURLOPT_TIMEOUT_MS|200", "CURLOPT_USERAGENT|me"]);
    let reset = "select extensions.http_reset_curlopt(); select * from extensions.http_list_curlopt()";
    assert!(rows(&client, reset).await.is_empty());
    let proxy = error(&client, "select extensions.http_set_curlopt('CURLOPT_PROXY', 'a')").await;
    assert_eq!(proxy, "the stand-in for the extension http does not support the curl option 'CURLOPT_PROXY'");
    let number = error(&client, "select extensions.http_set_curlopt('CURLOPT_TIMEOUT', 'a')").await;
    assert_eq!(number, "invalid integer provided for 'CURLOPT_TIMEOUT'");
    client.batch_execute("set http.curlopt_proxy = 'a'").await.unwrap();
    let setting = error(&client, "select extensions.http_get('http://localhost')").await;
    assert_eq!(setting, "the stand-in for the extension http does not support http.curlopt_proxy");
}

#[tokio::test]
async fn incomplete_requests_and_those_of_another_server_fail() {
    let (_database, client) = with("http").await;
    for (request, message) in [
        ("('GET', null, null, null, null)", "http_request.uri is NULL"),
        ("(null, 'http://localhost', null, null, null)", "http_request.method is NULL"),
        ("('POST', 'http://localhost', null, null, 'a')", "http_request.content_type is NULL"),
    ] {
        assert_eq!(
            error(&client, &format!("select extensions.http({request}::extensions.http_request)")).await,
            message
        );
    }
    let failed = client.batch_execute("select extensions.http_get('http://localhost')").await.unwrap_err();
    let failed = failed.as_db_error().unwrap();
    assert_eq!(
        failed.message(),
        "the extension http is not installed on this server, and its stand-in sends no requests here"
    );
    assert!(failed.hint().unwrap().contains("-http of Debian or apt.postgresql.org"), "{failed:?}");
}

#[tokio::test]
async fn everybody_may_send_requests_only_by_its_functions() {
    let (_database, client) = with("http").await;
    let may = "select has_function_privilege('anon', 'extensions.http(extensions.http_request)', 'execute'),
                      has_function_privilege('anon', 'extensions._http_send(text, text)', 'execute')";
    assert_eq!(rows(&client, may).await, ["t|f"]);
    let stand_in = STAND_INS.into_iter().find(|it| it.name == "http").unwrap();
    let in_public = stand_in.script.replace("@extschema@", "public");
    let with_defaults =
        "alter default privileges in schema public grant all on functions to anon, authenticated";
    client.batch_execute(&format!("{};{with_defaults};{in_public}", stand_in.drop)).await.unwrap();
    let send = "select has_function_privilege('anon', 'public._http_send(text, text)', 'execute')";
    assert_eq!(rows(&client, send).await, ["f"]);
    client.batch_execute(stand_in.drop).await.unwrap();
    let left =
        "select count(*) from pg_proc where proname ~ '^_?http|^urlencode|^text_to_bytea|^bytea_to_text'
                  and pronamespace in ('public'::regnamespace, 'extensions'::regnamespace)";
    assert_eq!(rows(&client, left).await, ["0"]);
}
