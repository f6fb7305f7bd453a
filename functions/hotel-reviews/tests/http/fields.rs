//! The fields of a review.

use crate::{PATH, Stage, review, with};
use serde_json::json;

#[tokio::test]
async fn a_review_has_the_language_of_its_request() {
    let stage = Stage::set().await;
    for (asked, expected) in [("de-AT,de;q=0.9", json!("de")), ("*", json!(null)), ("pt", json!(null))] {
        let client = stage.any_client().await.header("accept-language", asked);
        client.post(PATH, review(4)).await.expect(201);
        // The reader prefers another language.
        let reader = stage.marie().header("accept-language", "ja");
        let listed = reader.get(&format!("{PATH}?hotelId=105")).await.expect(200).body;
        assert_eq!(listed["reviews"][0]["language"], expected, "{asked}");
    }
    let silent = stage.marie().post(PATH, review(4)).await.expect(201).body;
    assert_eq!(silent["review"]["language"], json!(null));
}

#[tokio::test]
async fn title_text_and_stay_date_may_be_empty() {
    let stage = Stage::set().await;
    for body in [
        json!({ "hotelId": 105, "rating": 5 }),
        json!({ "hotelId": 105, "rating": 5, "reviewTitle": "", "reviewText": "", "stayDate": null }),
    ] {
        let created = stage.any_client().await.post(PATH, body).await.expect(201).body["review"].clone();
        assert_eq!((&created["review_title"], &created["stay_date"]), (&json!(""), &json!(null)));
    }
}

#[tokio::test]
async fn lengths_count_characters() {
    let stage = Stage::set().await;
    let mut longest = with("reviewTitle", json!("é".repeat(100)));
    longest["reviewText"] = json!("🏝".repeat(500));
    stage.marie().post(PATH, longest).await.expect(201);
    stage
        .marie()
        .post(PATH, with("reviewTitle", json!("é".repeat(101))))
        .await
        .expect_error(400, "validation_failed");
    stage
        .marie()
        .post(PATH, with("reviewText", json!("🏝".repeat(501))))
        .await
        .expect_error(400, "validation_failed");
}

#[tokio::test]
async fn rejects_a_review_without_a_rating_with_the_specs_sentence() {
    let stage = Stage::set().await;
    let refused = stage.marie().post(PATH, with("rating", json!(null))).await;
    assert_eq!(refused.expect_error(400, "rating_required"), "Veuillez attribuer une note.");
    assert_eq!(refused.body["success"], false);
}

#[tokio::test]
async fn an_error_has_the_language_of_its_request() {
    let stage = Stage::set().await;
    let long = with("reviewText", json!("x".repeat(501)));
    for (asked, expected) in [
        ("de", "Das Feld „Ihr Kommentar“ darf höchstens 500 Zeichen lang sein."),
        ("pt", "Le champ «\u{a0}Votre commentaire\u{a0}» ne doit pas dépasser 500 caractères."),
    ] {
        let refused = stage.marie().header("accept-language", asked).post(PATH, long.clone()).await;
        assert_eq!(refused.expect_error(400, "validation_failed"), expected);
    }
}

#[tokio::test]
async fn rejects_malformed_and_out_of_range_reviews() {
    let stage = Stage::set().await;
    for body in [
        with("rating", json!(0)),
        with("rating", json!(6)),
        with("rating", json!(4.5)),
        with("rating", json!("4")),
        with("hotelId", json!(0)),
        with("hotelId", json!(-105)),
        with("hotelId", json!(10.5)),
        with("hotelId", json!(["105"])),
        with("hotelId", json!("x".repeat(201))),
        with("stayDate", json!("15/08/2025")),
        with("stayDate", json!("2025-02-30")),
        with("reviewText", json!({ "html": "<b>" })),
        json!({ "rating": 4 }),
        json!({ "hotelId": " ", "hotelName": "", "rating": 4 }),
    ] {
        let refused = stage.marie().post(PATH, body).await;
        refused.expect_error(400, "validation_failed");
        assert_eq!(refused.body["success"], false);
    }
    stage.marie().post(PATH, with("reviewText", json!("\0"))).await.expect_error(400, "bad_json");
    assert_eq!(stage.count().await, 0);
}

#[tokio::test]
async fn rejects_a_stay_after_today_in_paris() {
    let stage = Stage::set().await;
    let today = functions_shared::clock::today();
    stage.marie().post(PATH, with("stayDate", json!(today))).await.expect(201);
    // Two days later, so that midnight during the test makes no difference.
    let future = today + chrono::Days::new(2);
    let refused = stage.marie().post(PATH, with("stayDate", json!(future))).await;
    assert!(refused.expect_error(400, "validation_failed").contains("futur"));
}

#[tokio::test]
async fn ignores_is_verified_and_user_name_in_the_body() {
    let stage = Stage::set().await;
    let mut body = with("is_verified", json!(true));
    body["isVerified"] = json!(true);
    body["user_name"] = json!("Quelqu'un d'autre");
    let created = stage.marie().post(PATH, body).await.expect(201).body["review"].clone();
    assert_eq!((&created["is_verified"], &created["user_name"]), (&json!(false), &json!("Marie D.")));
}
