//! Calls 7 and 8.

use contract::visitor;
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn call_7_publishes_a_review_that_call_8_lists_with_statistics() {
    let lucie = visitor().signed_in().await;
    let another = visitor().signed_in().await;
    // A new establishment, so that the statistics contain only these reviews.
    let slug = format!("contrat-{}", Uuid::new_v4().simple());
    for (person, rating) in [(&another, 5), (&lucie, 4)] {
        let review = json!({
            "hotelId": slug, "hotelName": "Contrat", "rating": rating, "reviewTitle": "Très bien",
            "reviewText": "Nous reviendrons.", "stayDate": null,
        });
        assert_eq!(person.post("hotel-reviews", review).await.assert_success().body["success"], true);
    }
    let body = lucie.get("hotel-reviews", &[("hotelId", &slug)]).await.assert_success().body;
    assert_eq!((&body["success"], body["reviews"].as_array().unwrap().len()), (&json!(true), 2));
    let review = &body["reviews"][0];
    assert_eq!((&review["user_name"], &review["rating"]), (&json!("Lucie C."), &json!(4)));
    assert_eq!((&review["review_title"], &review["is_verified"]), (&json!("Très bien"), &json!(false)));
    assert_eq!(
        (&body["statistics"]["totalReviews"], &body["statistics"]["averageRating"]),
        (&json!(2), &json!(4.5))
    );
    let distribution = json!({ "5": 1, "4": 1, "3": 0, "2": 0, "1": 0 });
    assert_eq!(body["statistics"]["ratingDistribution"], distribution);
}

#[tokio::test]
async fn calls_7_and_8_need_a_signed_in_user() {
    let guest = visitor();
    let error = guest.get("hotel-reviews", &[("hotelId", "1")]).await;
    error.assert_error(401);
    assert_eq!(error.body["success"], false);
    guest.post("hotel-reviews", json!({ "hotelId": 1, "rating": 5 })).await.assert_error(401);
}

#[tokio::test]
async fn call_7_rejects_a_review_without_rating() {
    let lucie = visitor().signed_in().await;
    let error = lucie.post("hotel-reviews", json!({ "hotelId": 1, "rating": null })).await;
    error.assert_error(400);
    assert_eq!(error.body["success"], false);
}
