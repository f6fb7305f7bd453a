//! The document of a hotel.

use crate::stage::{Page, Stage, built};

const FACTS: &str = ", description, images, amenities, rating, reviews_count";
const VALUES: &str = ", E'Face à la citadelle.\\n\\nLa plage est en bas.', \
    array['/storage/v1/object/public/hotel-images/villa-1.webp', 'https://a.example/2.jpg'], \
    array['Piscine', 'Cours de cuisine corse'], 4.23, 15";

async fn stage() -> Stage {
    let stage = Stage::set().await;
    stage.hotel(FACTS, VALUES).await;
    stage
}

/// The document without what may be filled in.
fn outside(page: &Page) -> String {
    ["head", "title", "cover", "text"].iter().fold(page.text.clone(), |document, place| {
        let filled = page.between(&format!("<!--page-{place}-->"), &format!("<!--/page-{place}-->"));
        document.replacen(filled, "", 1)
    })
}

#[tokio::test]
async fn a_shared_link_shows_the_hotel() {
    let page = stage().await.page("/hotel-detail?id=7").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.title(), "Villa Marine, Calvi · Isula");
    assert_eq!(page.meta("description"), Some("Face à la citadelle."));
    assert_eq!(page.meta("og:title"), Some("Villa Marine, Calvi · Isula"));
    assert_eq!(page.meta("og:description"), Some("Face à la citadelle."));
    assert_eq!(page.meta("og:url"), Some("https://isula.invalid/hotel-detail?id=7"));
    let cover = "https://isula.invalid/storage/v1/object/public/hotel-images/villa-1.webp";
    assert_eq!(page.meta("og:image"), Some(cover));
    assert_eq!(page.meta("twitter:card"), Some("summary_large_image"));
    assert_eq!(page.meta("og:locale"), Some("fr_FR"));
    assert_eq!(page.meta("robots"), None);
    assert_eq!(page.headers["cache-control"], "public, max-age=0, s-maxage=60");
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
}

#[tokio::test]
async fn the_hotel_can_be_read_without_scripts() {
    let page = stage().await.page("/hotel-detail?id=7").await;
    assert_eq!(
        page.between("<!--page-title-->", "<!--/page-title-->"),
        "<h1>Villa Marine</h1><p>Route de la Pinède, Calvi</p><p>8,5/10 (15 avis)</p>"
    );
    let cover = page.between("<!--page-cover-->", "<!--/page-cover-->");
    assert!(cover.contains("/pictures/villa-1-0a1b2c3d-800.avif 800w") && !cover.contains("<!--"), "{cover}");
    let text = page.between("<!--page-text-->", "<!--/page-text-->");
    for part in [
        "<p>145\u{a0}€ par nuit</p>",
        "<p>Face à la citadelle.</p><p>La plage est en bas.</p>",
        "<h2>Équipements</h2><ul><li>Piscine</li><li>Cours de cuisine corse</li></ul>",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[tokio::test]
async fn nothing_else_in_the_document_changes() {
    let stage = stage().await;
    let document = Page { status: 200, headers: Default::default(), text: built("fr") };
    let unfilled = outside(&document);
    for path in ["/hotel-detail?id=7", "/hotel-detail?id=8", "/hotel-detail?id=h2"] {
        assert_eq!(outside(&stage.page(path).await), unfilled, "{path}");
    }
    let bare = "<html><body>another build</body></html>";
    assert_eq!(stage.post("/hotel-detail?id=7", bare.to_owned()).await.text, bare);
}

#[tokio::test]
async fn the_page_is_in_the_language_of_its_path() {
    let stage = stage().await;
    let page = stage.page("/de/hotel-detail?id=7").await;
    page.assert_contains(r#"<html lang="de">"#);
    assert_eq!(page.meta("og:locale"), Some("de_DE"));
    assert_eq!(
        page.meta("description"),
        Some(
            "Villa Marine, Calvi: 145\u{a0}€ pro Nacht, mit 8,5/10 bewertet (15 Bewertungen). Ausstattung, Preise und Buchung bei Isula."
        )
    );
    page.assert_contains(r#"<link rel="canonical" href="https://isula.invalid/de/hotel-detail?id=7""#);
    page.assert_contains(r#"hreflang="x-default" href="https://isula.invalid/hotel-detail?id=7""#);
    page.assert_contains(r#"hreflang="fr" href="https://isula.invalid/hotel-detail?id=7""#);
    assert_eq!(page.text.matches("hreflang=").count(), 11);
    page.assert_contains(r#"<p lang="fr">Face à la citadelle.</p>"#);
    page.assert_contains(r#"<li>Pool</li><li lang="fr">Cours de cuisine corse</li>"#);
    let japanese = stage.page("/ja/hotel-detail?id=7").await;
    japanese.assert_contains("<p>€145 / 泊</p>");
}

#[tokio::test]
async fn an_unknown_or_inactive_hotel_is_a_404_that_is_not_indexed() {
    let stage = stage().await;
    stage.sql("update hotels set is_active = false").await;
    for (path, title, sentence, way) in [
        (
            "/hotel-detail?id=7",
            "Cet établissement est introuvable · Isula",
            "Cet établissement est introuvable.",
            "/hotels",
        ),
        (
            "/hotel-detail?id=8",
            "Cet établissement est introuvable · Isula",
            "Cet établissement est introuvable.",
            "/hotels",
        ),
        (
            "/de/hotel-detail?id=8",
            "Diese Unterkunft wurde nicht gefunden · Isula",
            "Diese Unterkunft wurde nicht gefunden.",
            "/de/hotels",
        ),
    ] {
        let page = stage.page(path).await;
        assert_eq!(page.status, 404, "{path}");
        assert_eq!(page.title(), title);
        assert_eq!(page.meta("robots"), Some("noindex"));
        page.assert_contains(&format!("<h1>{sentence}</h1>"));
        page.assert_contains(&format!(r#"<a href="{way}">"#));
        assert!(!page.text.contains("canonical") && !page.text.contains("Villa Marine"), "{}", page.text);
        assert_eq!(page.headers["cache-control"], "no-cache");
    }
}

#[tokio::test]
async fn an_address_names_a_hotel_as_it_does_for_the_site() {
    let stage = stage().await;
    stage.sql("insert into hotels (id, name, city, location, price_per_night) values
               (20, 'Grand Hôtel Napoléon', 'Bastia', 'Bastia', 90), (21, 'Hôtel Napoléon', 'Calvi', 'Calvi', 90)").await;
    for (query, name) in [
        ("?id=%207%20", "Villa Marine"),
        ("?id=007", "Villa Marine"),
        ("?hotel=7", "Villa Marine"),
        ("?id=&hotel=7", "Villa Marine"),
        ("?id=7&id=h2", "Villa Marine"),
        ("?hotel=villa%20marine", "Villa Marine"),
        ("", "Hôtel Les Palmiers"),
        ("?id=", "Hôtel Les Palmiers"),
        ("?hotel=H%C3%B4tel%20Les%20Palmiers", "Hôtel Les Palmiers"),
        ("?id=H2", "Hôtel du Grain de Sable"),
        ("?id=h2&id=7", "Hôtel du Grain de Sable"),
        ("?id=hotel-napoleon", "Hôtel Napoléon"),
        ("?id=grand-h%C3%B4tel", "Grand Hôtel Napoléon"),
    ] {
        let page = stage.page(&format!("/hotel-detail{query}")).await;
        assert_eq!(page.status, 200, "{query}");
        page.assert_contains(&format!("<h1>{name}</h1>"));
    }
    let long = format!("?id={}", "x".repeat(300));
    for query in [&long, "?id=h99", "?id=1e3", "?id=-8", "?id=%E3%82%B3", "?id=%25"] {
        assert_eq!(stage.page(&format!("/hotel-detail{query}")).await.status, 404, "{query}");
    }
    assert_eq!(stage.page("/xx/hotel-detail?id=7").await.status, 204);
}

#[tokio::test]
async fn a_sample_hotel_is_filled_in_from_the_built_document() {
    let page = stage().await.page("/de/hotel-detail?id=1").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.title(), "Hôtel Les Palmiers, Ajaccio · Isula");
    assert_eq!(
        page.meta("description"),
        Some("Première."),
        "the build wrote it in the language of the document"
    );
    assert_eq!(page.meta("og:image"), Some("https://isula.invalid/pictures/villa-1-0a1b2c3d-800.webp"));
    page.assert_contains("<p>Première.</p><p>Seconde.</p>");
    page.assert_contains("Diese Seite ist ein Beispiel");
    page.assert_contains(r#"<p lang="fr">Centre-ville, Ajaccio</p><p>8,4/10 (11 Bewertungen)</p>"#);
    page.assert_contains("/pictures/villa-1-0a1b2c3d-800.avif 800w");
    assert!(!page.text.contains("aggregateRating") && !page.text.contains("reviews_count"), "{}", page.text);
}

#[tokio::test]
async fn a_sample_hotel_is_not_indexed() {
    let stage = stage().await;
    for path in ["/hotel-detail?id=1", "/ja/hotel-detail?id=h2"] {
        let page = stage.page(path).await;
        assert_eq!((page.status, page.meta("robots")), (200, Some("noindex")), "{path}");
        assert_eq!(page.meta("og:url"), None);
        assert!(!page.text.contains("canonical") && !page.text.contains("hreflang"), "{}", page.text);
    }
}

#[tokio::test]
async fn a_hotel_has_one_canonical_address_whatever_names_it() {
    let stage = stage().await;
    for query in ["?id=7", "?id=007", "?id=villa-marine", "?hotel=Villa%20Marine", "?id=7&checkin=2031-07-01"]
    {
        let page = stage.page(&format!("/de/hotel-detail{query}")).await;
        page.assert_contains(
            r#"<link rel="canonical" href="https://isula.invalid/de/hotel-detail?id=7" data-prerendered>"#,
        );
        page.assert_contains(r#"hreflang="ja" href="https://isula.invalid/ja/hotel-detail?id=7""#);
        assert_eq!(page.meta("og:url"), Some("https://isula.invalid/de/hotel-detail?id=7"), "{query}");
        assert_eq!(page.meta("robots"), None);
    }
}

#[tokio::test]
async fn the_databases_hotel_comes_before_the_sample_with_its_number() {
    let stage = stage().await;
    stage.sql("update hotels set id = 1").await;
    stage.page("/hotel-detail?id=1").await.assert_contains("<h1>Villa Marine</h1>");
    stage.page("/hotel-detail").await.assert_contains("<h1>Villa Marine</h1>");
}

#[tokio::test]
async fn a_document_without_sample_hotels_stays_as_it_was_built() {
    let stage = stage().await;
    let bare = "<!--page-head--><!--/page-head-->";
    assert_eq!(stage.post("/hotel-detail?id=7", bare.to_owned()).await.status, 200);
    assert_eq!(stage.post("/hotel-detail?id=h2", bare.to_owned()).await.status, 204);
}

#[tokio::test]
async fn a_hotels_texts_cannot_break_out_of_the_document() {
    let stage = Stage::set().await;
    let evil = r#"</title></script><!--/page-head--><script>alert(1)</script>"x' & "#;
    let quoted = evil.replace('\'', "''");
    stage
        .hotel(
            ", description, images, amenities",
            &format!(", '{quoted}', array['/{quoted}'], array['{quoted}']"),
        )
        .await;
    stage.sql(&format!("update hotels set name = '{quoted}', city = '{quoted}'")).await;
    for path in ["/hotel-detail?id=7", "/en/hotel-detail?id=7"] {
        let page = stage.page(path).await;
        assert!(!page.text.contains("<script>alert"), "{}", page.text);
        assert_eq!(page.text.matches("<script").count(), 2, "the built one and the JSON-LD: {}", page.text);
        assert_eq!(page.text.matches("</script>").count(), 2);
        assert_eq!(page.text.matches("<!--/page-head-->").count(), 1);
        assert_eq!(page.text.matches("</title>").count(), 1);
        let description = page.meta("og:title").unwrap();
        assert!(
            description.contains("&lt;/title&gt;") && description.contains("&quot;x&#39; &amp;"),
            "{description}"
        );
    }
}

#[tokio::test]
async fn a_hotel_without_reviews_price_or_pictures_says_so() {
    let stage = Stage::set().await;
    stage.hotel("", "").await;
    stage.sql("update hotels set price_per_night = 0").await;
    let page = stage.page("/hotel-detail?id=7").await;
    page.assert_contains("<p>Nouveau</p>");
    page.assert_contains("<p>Prix non communiqué</p>");
    assert_eq!((page.meta("og:image"), page.meta("twitter:card")), (None, Some("summary")));
    assert!(!page.text.contains("<h2>") && !page.text.contains("<img"), "{}", page.text);
    let description = page.meta("description").unwrap();
    assert!(description.starts_with("Villa Marine, Calvi. ") && !description.contains('€'), "{description}");
}
