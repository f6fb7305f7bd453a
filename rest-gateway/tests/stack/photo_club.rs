//! A project with what starter projects have in common: extensions with and without a schema, a trigger on `auth.users`,
//! a hook for tokens, accounts in the seed, policies on `storage.objects`, a request within a transaction, and a
//! publication made anew. Another one stores vectors.

use crate::installation::home_with_vector;
use crate::project::{CONFIG, project};
use hyper::StatusCode;
use serde_json::{Value, json};

const CLUB: &str = "project_id = \"photo-club\"\n[auth.hook.custom_access_token]\nenabled = true\n\
                    uri = \"pg-functions://postgres/public/custom_access_token_hook\"\n";
const ANGE: &str = "00000000-0000-4000-8000-000000000001";
const LISANDRU: &str = "00000000-0000-4000-8000-000000000002";

#[tokio::test(flavor = "multi_thread")]
async fn a_starter_project_runs_unchanged() {
    let place = project(&[
        ("config.toml", CLUB),
        (
            "migrations/20240101000000_extensions.sql",
            include_str!("photo_club/20240101000000_extensions.sql"),
        ),
        ("migrations/20240102000000_members.sql", include_str!("photo_club/20240102000000_members.sql")),
        (
            "migrations/20240103000000_token_hook.sql",
            include_str!("photo_club/20240103000000_token_hook.sql"),
        ),
        ("migrations/20240104000000_pictures.sql", include_str!("photo_club/20240104000000_pictures.sql")),
        ("migrations/20240105000000_realtime.sql", include_str!("photo_club/20240105000000_realtime.sql")),
        ("seed.sql", include_str!("photo_club/seed.sql")),
    ]);
    let stack = place.start();

    let login = json!({ "email": "ange@example.org", "password": "figatellu" });
    let session = stack.post("/auth/v1/token?grant_type=password", &login).await;
    let token = session["access_token"].as_str().unwrap();
    assert_eq!(session["user"]["identities"][0]["provider"], "email");
    assert_eq!(stack.get_as("/rest/v1/rpc/my_role", token).await.1, r#""member""#, "by the hook");
    let (_, members) = stack.get_as("/rest/v1/members?select=id,nickname,role", token).await;
    let members: Value = serde_json::from_str(&members).unwrap();
    assert_eq!(members, json!([{ "id": ANGE, "nickname": "Ange", "role": "member" }]), "by the trigger");

    let upload = async |path: &str| {
        stack
            .send_as(token, "POST", &format!("/storage/v1/object/pictures/{path}"), "image/png", "a picture")
            .await
    };
    let (own, foreign) = (format!("{ANGE}/one.png"), format!("{LISANDRU}/one.png"));
    assert_eq!(upload(&own).await.0, StatusCode::OK);
    assert_eq!(upload(&foreign).await.0, StatusCode::BAD_REQUEST, "the folder of another member");
    let row = json!({ "path": own }).to_string();
    let (created, text) = stack.send_as(token, "POST", "/rest/v1/pictures", "application/json", &row).await;
    assert_eq!(created, StatusCode::CREATED, "{text}");
    let (deleted, text) =
        stack.send_as(token, "DELETE", "/rest/v1/pictures?id=eq.1", "application/json", "").await;
    assert_eq!(deleted, StatusCode::NO_CONTENT, "{text}");

    for (query, expected) in [
        ("select count(*) from storage.objects", "0"),
        ("select count(*) from members where updated_at > '2000-01-02' and nickname = 'Ange'", "1"),
        ("select count(distinct card) from members", "2"),
        ("select count(*) from pg_publication_tables where pubname = 'supabase_realtime'", "2"),
        ("select decrypted_secret from vault.decrypted_secrets where name = 'kitchen'", "brocciu"),
        ("select extnamespace::regnamespace from pg_extension where extname = 'unaccent'", "club"),
    ] {
        assert_eq!(stack.query(query).await.unwrap(), expected, "{query}");
    }
}

const RECIPES: &str = "
    create extension if not exists vector with schema extensions;
    create table recipes (id int primary key, taste extensions.vector(3));
    create index recipes_by_product on recipes using hnsw (taste vector_ip_ops);
    create index recipes_by_angle on recipes using ivfflat (taste vector_cosine_ops) with (lists = 1);
    insert into recipes values (1, '[1, 0, 0]'), (2, '[0, 1, 0]');
    create function match_recipes(taste vector(3)) returns setof recipes language sql
    as $$ select * from recipes order by recipes.taste <=> match_recipes.taste limit 1 $$;";

#[tokio::test(flavor = "multi_thread")]
async fn a_project_finds_the_nearest_vectors_by_their_indexes() {
    let config = CONFIG.replace("major_version = 12", "major_version = 18");
    let place = project(&[("config.toml", &config), ("migrations/1_recipes.sql", RECIPES)]);
    let mut command = place.up_command();
    command.env("XDG_DATA_HOME", home_with_vector());
    let stack = place.start_by(command);
    let nearest = stack.post("/rest/v1/rpc/match_recipes", &json!({ "taste": "[0.1, 0.9, 0]" })).await;
    assert_eq!(nearest[0]["id"], 2);
    for (operator, index) in [("<#>", "recipes_by_product"), ("<=>", "recipes_by_angle")] {
        // So small a table is read whole otherwise.
        let query = format!(
            "set enable_seqscan = off; set search_path = public, extensions;
             explain (format json) select id from recipes order by taste {operator} '[1, 0, 0]' limit 1"
        );
        let plan = stack.query(&query).await.unwrap();
        assert!(plan.contains(&format!("\"Index Name\": \"{index}\"")), "{plan}");
    }
}
