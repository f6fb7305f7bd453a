//! The list of reviews and its statistics.

use crate::{PATH, Stage, review};
use serde_json::json;
use service_test::sorted_statuses;

#[tokio::test]
async fn lists_a_new_review_with_first_name_and_initial() {
    let stage = Stage::set().await;
    let created = stage.marie().post(PATH, review(4)).await.expect(201);
    assert_eq!(created.body["success"], true);

    let listed = stage.list("hotelId=105").await.expect(200).body;
    assert_eq!((&listed["success"], listed["reviews"].as_array().unwrap().len()), (&json!(true), 1));
    let shown = &listed["reviews"][0];
    assert_eq!(shown, &created.body["review"]);
    assert_eq!((&shown["user_name"], &shown["is_verified"]), (&json!("Marie D."), &json!(false)));
    assert_eq!((&shown["hotel_id"], &shown["hotel_name"]), (&json!("105"), &json!("Casa Paoli")));
    assert_eq!((&shown["rating"], &shown["stay_date"]), (&json!(4), &json!("2025-08-15")));
    assert_eq!(shown["review_title"], "Un beau séjour");
    assert_eq!(shown["review_text"], "Accueil chaleureux.");
    assert!(shown["id"].is_string() && shown["created_at"].is_string());
    assert!(!listed.to_string().contains("@exemple.fr"), "an e-mail must not be shown");
}

#[tokio::test]
async fn statistics_have_count_average_and_distribution() {
    let stage = Stage::set().await;
    for rating in [5, 5, 4] {
        stage.any_client().await.post(PATH, review(rating)).await.expect(201);
    }
    let statistics = stage.list("hotelId=105").await.expect(200).body["statistics"].clone();
    let expected = json!({
        "totalReviews": 3, "averageRating": 4.67, "ratingDistribution": { "5": 2, "4": 1, "3": 0, "2": 0, "1": 0 },
    });
    assert_eq!(statistics, expected);
    assert_eq!(stage.figures().await, ("4.67".into(), 3));
}

#[tokio::test]
async fn a_hotel_without_reviews_has_an_empty_list_and_zeros() {
    let stage = Stage::set().await;
    let listed = stage.list("hotelId=105").await.expect(200).body;
    assert_eq!((&listed["reviews"], &listed["statistics"]["totalReviews"]), (&json!([]), &json!(0)));
    assert_eq!(listed["statistics"]["ratingDistribution"]["1"], 0);
}

#[tokio::test]
async fn ratings_are_exact_under_concurrency() {
    let stage = Stage::set().await;
    let mut reviews = Vec::new();
    for number in 0..40 {
        let client = stage.any_client().await;
        reviews.push(async move { client.post(PATH, review(number % 5 + 1)).await });
    }
    assert_eq!(sorted_statuses(reviews).await, [201; 40]);
    assert_eq!(stage.figures().await, ("3.00".into(), 40));
    let statistics = stage.list("hotelId=105").await.expect(200).body["statistics"].clone();
    assert_eq!((&statistics["totalReviews"], &statistics["averageRating"]), (&json!(40), &json!(3.0)));
    assert_eq!(statistics["ratingDistribution"]["1"], 8);
}

#[tokio::test]
async fn lists_the_newest_200_and_counts_all() {
    let stage = Stage::set().await;
    let many = "insert into hotel_reviews (hotel_id, hotel_identifier, user_name, rating, review_title, created_at)
                select 105, '105', 'Paul L.', 5, n::text, now() - n * interval '1 hour' from generate_series(1, 230) n";
    stage.database.client().await.execute(many, &[]).await.unwrap();
    let listed = stage.list("hotelId=105").await.expect(200).body;
    let reviews = listed["reviews"].as_array().unwrap();
    assert_eq!((reviews.len(), &listed["statistics"]["totalReviews"]), (200, &json!(230)));
    assert_eq!((&reviews[0]["review_title"], &reviews[199]["review_title"]), (&json!("1"), &json!("200")));
}
