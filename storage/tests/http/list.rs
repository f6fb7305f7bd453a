//! Lists: one level of a folder with offset pagination (`list`), names with keyset pagination (`list-v2`).

use crate::support::{Stack, eventually, names};
use serde_json::{Value, json};

const NAMES: [&str; 7] =
    ["a.txt", "B.txt", "dir/x.txt", "dir/y.txt", "dir/deep/z.txt", "100%/one.txt", "100x/two.txt"];

async fn stack() -> Stack {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    for name in NAMES {
        let path = format!("/object/files/{}", name.replace('%', "pc"));
        stack.service().upload(&path, "text/plain", name).await.expect(200);
    }
    stack
}

#[tokio::test]
async fn lists_files_and_folders_case_insensitively() {
    let stack = stack().await;
    let rows = stack.service().post("/object/list/files", json!({ "prefix": "" })).await.expect(200).json();
    assert_eq!(names(&rows), ["100pc", "100x", "a.txt", "B.txt", "dir"]);
    let folder = json!({
        "name": "dir", "id": null, "updated_at": null, "created_at": null, "last_accessed_at": null, "metadata": null,
    });
    assert_eq!(rows[4], folder);
    assert!(rows[2]["id"].is_string());
    assert_eq!(rows[2]["metadata"]["size"], 5);
    assert_eq!(rows[2]["metadata"]["mimetype"], "text/plain");
    for field in ["eTag", "cacheControl", "lastModified", "contentLength", "httpStatusCode"] {
        assert!(!rows[2]["metadata"][field].is_null(), "{field}");
    }
}

#[tokio::test]
async fn lists_a_folder_by_its_prefix() {
    let stack = stack().await;
    for prefix in ["dir", "dir/", "DIR"] {
        let rows =
            stack.service().post("/object/list/files", json!({ "prefix": prefix })).await.expect(200).json();
        assert_eq!(names(&rows), ["deep", "x.txt", "y.txt"], "{prefix}");
    }
    let nothing = stack.service().post("/object/list/files", json!({ "prefix": "none" })).await.expect(200);
    assert_eq!(nothing.json(), json!([]));
}

#[tokio::test]
async fn lists_with_pagination_search_and_sort() {
    let stack = stack().await;
    let list = async |body: Value| stack.service().post("/object/list/files", body).await.expect(200).json();
    let page = list(json!({ "prefix": "", "limit": 2, "offset": 1 })).await;
    assert_eq!(names(&page), ["100x", "a.txt"]);
    assert_eq!(names(&list(json!({ "prefix": "", "search": "b" })).await), ["B.txt"]);
    assert_eq!(names(&list(json!({ "prefix": "dir", "search": "Y" })).await), ["y.txt"]);
    // Wildcards of SQL patterns have no special meaning.
    assert_eq!(names(&list(json!({ "prefix": "", "search": "_" })).await), Vec::<&str>::new());
    // The level is that of prefix and search together. Names are relative to the prefix.
    assert_eq!(names(&list(json!({ "prefix": "", "search": "dir/x" })).await), ["dir/x.txt"]);
    assert_eq!(
        names(&list(json!({ "prefix": "", "search": "DIR/" })).await),
        ["dir/deep", "dir/x.txt", "dir/y.txt"]
    );
    assert_eq!(names(&list(json!({ "prefix": "dir", "search": "deep/z" })).await), ["deep/z.txt"]);
    let down = json!({ "prefix": "", "sortBy": { "column": "name", "order": "desc" } });
    assert_eq!(names(&list(down).await), ["dir", "B.txt", "a.txt", "100x", "100pc"]);
    let newest = json!({ "prefix": "dir", "sortBy": { "column": "created_at", "order": "desc" } });
    assert_eq!(names(&list(newest).await), ["deep", "y.txt", "x.txt"]);
}

#[tokio::test]
async fn rejects_a_missing_prefix_and_unknown_columns() {
    let stack = stack().await;
    let missing = stack.service().post("/object/list/files", json!({})).await;
    assert_eq!(missing.expect_error("400", "InvalidRequest"), "body must have required property 'prefix'");
    let column = json!({ "prefix": "", "sortBy": { "column": "owner; drop table storage.objects" } });
    stack.service().post("/object/list/files", column).await.expect_error("400", "InvalidRequest");
}

#[tokio::test]
async fn other_roles_list_what_policies_allow() {
    let stack = stack().await;
    assert_eq!(
        stack.anon().post("/object/list/files", json!({ "prefix": "" })).await.expect(200).json(),
        json!([])
    );
    stack.sql("create policy \"dir\" on storage.objects for select to anon using (name like 'dir/%')").await;
    let rows = stack.anon().post("/object/list/files", json!({ "prefix": "" })).await.expect(200).json();
    assert_eq!(names(&rows), ["dir"]);
    let rows = stack.anon().post("/object/list-v2/files", json!({})).await.expect(200).json();
    assert_eq!(names(&rows["objects"]), ["dir/deep/z.txt", "dir/x.txt", "dir/y.txt"]);
}

#[tokio::test]
async fn keyset_pagination_returns_each_name_once() {
    let stack = stack().await;
    for sort in [
        json!({ "column": "name", "order": "asc" }),
        json!({ "column": "name", "order": "desc" }),
        json!({ "column": "created_at", "order": "asc" }),
        json!({ "column": "updated_at", "order": "desc" }),
    ] {
        for with_delimiter in [false, true] {
            let mut seen = Vec::new();
            let mut cursor = json!(null);
            loop {
                let body = json!({
                    "prefix": "", "limit": 2, "cursor": cursor, "with_delimiter": with_delimiter, "sortBy": sort,
                });
                let page = stack.service().post("/object/list-v2/files", body).await.expect(200).json();
                seen.extend(
                    names(&page["folders"]).into_iter().chain(names(&page["objects"])).map(str::to_owned),
                );
                if page["hasNext"] == false {
                    assert!(page.get("nextCursor").is_none());
                    break;
                }
                cursor = page["nextCursor"].clone();
            }
            seen.sort();
            let all = match with_delimiter {
                true => vec!["100pc/", "100x/", "B.txt", "a.txt", "dir/"],
                false => {
                    vec![
                        "100pc/one.txt",
                        "100x/two.txt",
                        "B.txt",
                        "a.txt",
                        "dir/deep/z.txt",
                        "dir/x.txt",
                        "dir/y.txt",
                    ]
                }
            };
            assert_eq!(seen, all, "{sort} {with_delimiter}");
        }
    }
}

#[tokio::test]
async fn a_page_may_end_with_a_file_whose_name_ends_with_a_slash() {
    let stack = stack().await;
    stack.sql("insert into storage.objects (bucket_id, name) values ('files', 'dir/')").await;
    let list =
        async |body: Value| stack.service().post("/object/list-v2/files", body).await.expect(200).json();
    let first = list(json!({ "prefix": "dir/", "with_delimiter": true, "limit": 1 })).await;
    assert_eq!((names(&first["objects"]), &first["hasNext"]), (vec!["dir/"], &json!(true)));
    let rest = json!({ "prefix": "dir/", "with_delimiter": true, "cursor": first["nextCursor"] });
    let rest = list(rest).await;
    assert_eq!(
        (names(&rest["folders"]), names(&rest["objects"])),
        (vec!["dir/deep/"], vec!["dir/x.txt", "dir/y.txt"])
    );
}

#[tokio::test]
async fn list_v2_returns_full_names() {
    let stack = stack().await;
    let body = json!({ "prefix": "dir/", "with_delimiter": true });
    let page = stack.service().post("/object/list-v2/files", body).await.expect(200).json();
    assert_eq!(page["hasNext"], false);
    assert_eq!(page["folders"], json!([{ "name": "dir/deep/", "key": "deep" }]));
    assert_eq!(names(&page["objects"]), ["dir/x.txt", "dir/y.txt"]);
    let top =
        stack.service().post("/object/list-v2/files", json!({ "with_delimiter": true, "cursor": "" })).await;
    let top = top.expect(200).json();
    let folders = [("100pc/", "100pc"), ("100x/", "100x"), ("dir/", "dir")];
    assert_eq!(top["folders"], json!(folders.map(|(name, key)| json!({ "name": name, "key": key }))));
    let garbage = stack.service().post("/object/list-v2/files", json!({ "cursor": "garbage" })).await;
    garbage.expect_error("400", "InvalidParameter");
}

#[tokio::test]
async fn cancels_the_statement_of_an_abandoned_list() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.service().upload("/object/files/a.txt", "text/plain", "x").await.expect(200);
    // A policy that makes the list slow.
    stack
        .sql(
            "create policy \"slow\" on storage.objects for select to authenticated
             using ((select pg_sleep(25)) is not null)",
        )
        .await;
    let person = stack.person(uuid::Uuid::new_v4());
    let asked = tokio::spawn(async move { person.post("/object/list/files", json!({ "prefix": "" })).await });
    let running = "select count(*) from pg_stat_activity
                   where application_name = 'storage' and state = 'active' and wait_event = 'PgSleep'
                   and datname = current_database()";
    eventually(async || stack.number(running).await == 1).await;
    let since = std::time::Instant::now();
    asked.abort();
    eventually(async || stack.number(running).await == 0).await;
    assert!(since.elapsed() < std::time::Duration::from_secs(10));
}
