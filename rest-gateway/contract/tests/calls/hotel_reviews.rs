//! Calls 7 and 8.

use contract::Backend;
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn call_7_publishes_a_review_that_call_8_lists_with_statistics() {
    let lucie = Backend::get().visitor().signed_in().await;
    let another = Backend::get().visitor().signed_in().await;
    // An establishment of its own, so that nobody else's reviews count in.
    let slug = format!("contrat-{}", Uuid::new_v4().simple());
    for (person, rating) in [(&another, 5), (&lucie, 4)] {
        let review = json!({
            "hotelId": slug, "hotelName": "Contrat", "rating": rating, "reviewTitle": "Très bien",
            "reviewText": "Nous reviendrons.", "stayDate": null,
        });
        assert_eq!(person.post("hotel-reviews", review).await.succeeded().body["success"], true);
    }
    let body = lucie.get("hotel-reviews", &[("hotelId", &slug)]).await.succeeded().body;
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
async fn calls_7_and_8_need_a_person() {
    let visitor = Backend::get().visitor();
    let refused = visitor.get("hotel-reviews", &[("hotelId", "1")]).await;
    refused.refused(401);
    assert_eq!(refused.body["success"], false);
    visitor.post("hotel-reviews", json!({ "hotelId": 1, "rating": 5 })).await.refused(401);
}

#[tokio::test]
async fn call_7_refuses_a_review_without_rating() {
    let lucie = Backend::get().visitor().signed_in().await;
    let refused = lucie.post("hotel-reviews", json!({ "hotelId": 1, "rating": null })).await;
    refused.refused(400);
    assert_eq!(refused.body["success"], false);
}
