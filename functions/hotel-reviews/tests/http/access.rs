//! Access to the function and to the table.

use crate::{PATH, Stage, review};
use serde_json::json;
use service_test::invalid_tokens;

#[tokio::test]
async fn listing_and_posting_require_a_persons_valid_token() {
    let stage = Stage::set().await;
    let anonymous = stage.service.client();
    let list = format!("{PATH}?hotelId=105");
    let refused = anonymous.get(&list).await;
    refused.expect_error(401, "unauthorized");
    assert_eq!(refused.body["success"], false);
    anonymous.post(PATH, review(1)).await.expect_error(401, "unauthorized");
    for (what, token) in invalid_tokens(&stage.marie) {
        let client = anonymous.bearer(&token);
        assert_eq!(client.post(PATH, review(1)).await.status, 401, "{what}");
        assert_eq!(client.get(&list).await.status, 401, "{what}");
    }
    assert_eq!(stage.count().await, 0);
}

#[tokio::test]
async fn rejects_the_token_of_a_deleted_account() {
    let stage = Stage::set().await;
    stage.database.client().await.execute("delete from auth.users", &[]).await.unwrap();
    stage.marie().post(PATH, review(1)).await.expect_error(401, "unauthorized");
}

#[tokio::test]
async fn policies_hide_the_table_from_people() {
    let stage = Stage::set().await;
    stage.marie().post(PATH, review(4)).await.expect(201);
    let client = stage.database.client().await;
    let claims = json!({ "sub": stage.marie.id, "role": "authenticated" }).to_string();
    client.batch_execute("begin; set local role authenticated").await.unwrap();
    client.execute("select set_config('request.jwt.claims', $1, true)", &[&claims]).await.unwrap();
    let seen: i64 = client.query_one("select count(*) from hotel_reviews", &[]).await.unwrap().get(0);
    assert_eq!(seen, 0);
    assert_eq!(client.execute("update hotel_reviews set is_verified = true", &[]).await.unwrap(), 0);
    let insert = "insert into hotel_reviews (hotel_identifier, user_name, rating) values ('105', 'x', 5)";
    assert!(client.execute(insert, &[]).await.is_err());
}
