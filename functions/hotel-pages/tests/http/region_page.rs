//! The document of a region.

use crate::stage::{Page, Stage, document, language_of};
use serde_json::{Value, json};

const REGIONS: &str = r#"{"regions":[
    {"name":"Golfe de Porto","query":"region=Golfe+de+Porto","heading":"Golf von Porto","title":"Golf von Porto: unsere Hotels",
     "text":"Rot & Blau.","picture":"/pictures/villa-1-0a1b2c3d-800.webp","towns":["Porto","Piana"],
     "hotels":[{"id":"h12","name":"Hôtel E Calanche","city":"Piana","location":"Route des Calanche, Piana",
       "description":"Das letzte Dach.","images":[],"amenities":[],"rating":4.45,"reviews_count":58,"price_per_night":119,
       "property_type":"hotel","latitude":null,"longitude":null}]},
    {"name":"Balagne","query":"region=Balagne","heading":"Balagne","title":"Balagne","text":"Garten.",
     "picture":"/pictures/beach-1-0a1b2c3d-800.webp","towns":["Calvi"],"hotels":[]}]}"#;

async fn page(path: &str) -> Page {
    Stage::set().await.post(path, document(language_of(path), REGIONS)).await
}

#[tokio::test]
async fn has_the_regions_text_and_hotels() {
    let page = page("/de/region-hotels?region=golfe%20de%20PORTO").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["cache-control"], "public, max-age=0, s-maxage=60");
    assert_eq!(page.title(), "Golf von Porto: unsere Hotels · Isula");
    assert_eq!(page.meta("description"), Some("Rot &amp; Blau."));
    assert_eq!(page.meta("og:image"), Some("https://isula.invalid/pictures/villa-1-0a1b2c3d-800.webp"));
    assert_eq!(page.meta("robots"), None);
    let own = "https://isula.invalid/de/region-hotels?region=Golfe+de+Porto";
    page.assert_contains(&format!(r#"<link rel="canonical" href="{own}""#));
    assert_eq!(page.meta("og:url"), Some(own));
    assert_eq!(page.text.matches("hreflang=").count(), 11);
    let title = page.between("<!--page-title-->", "<!--/page-title-->");
    assert_eq!(title, "<h1>Golf von Porto</h1><p>Rot &amp; Blau.</p>");
    page.assert_contains("/pictures/villa-1-0a1b2c3d-800.avif 800w");
    for part in [
        "<ul><li>Porto</li><li>Piana</li></ul>",
        r#"<li><h3><a href="/de/hotel-detail?id=h12">Hôtel E Calanche</a></h3><p lang="fr">Route des Calanche, Piana</p>"#,
        "<p>4,4/5 (58 Bewertungen)</p><p>119\u{a0}€ pro Nacht</p><p>Das letzte Dach.</p></li>",
        r#"<li><a href="/de/region-hotels?region=Balagne">Balagne</a></li>"#,
    ] {
        page.assert_contains(part);
    }
    let data = page.between(r#"<script type="application/ld+json" data-prerendered>"#, "</script>");
    assert_eq!(
        serde_json::from_str::<Value>(data).unwrap(),
        json!({
            "@context": "https://schema.org",
            "@type": "ItemList",
            "name": "Golf von Porto: unsere Hotels",
            "itemListElement": [{
                "@type": "ListItem", "position": 1, "name": "Hôtel E Calanche",
                "url": "https://isula.invalid/de/hotel-detail?id=h12",
            }],
        })
    );
}

#[tokio::test]
async fn an_unknown_region_is_a_404_that_is_not_indexed() {
    let long = format!("?region={}", "x".repeat(300));
    for query in ["", "?region=", "?region=Sardaigne", &long] {
        let page = page(&format!("/region-hotels{query}")).await;
        assert_eq!(page.status, 404, "{query}");
        assert_eq!(page.title(), "Région non trouvée · Isula");
        assert_eq!(page.meta("robots"), Some("noindex"));
        page.assert_contains("<h1>Région non trouvée</h1><p>La région demandée n&#39;existe pas.</p>");
        page.assert_contains(r#"<a href="/">Retour à l&#39;accueil</a>"#);
        assert!(!page.text.contains("canonical") && !page.text.contains("Balagne"), "{}", page.text);
        assert_eq!(page.headers["cache-control"], "no-cache");
    }
    let german = page("/de/region-hotels?region=Sardinien").await;
    assert_eq!(german.status, 404);
    german.assert_contains(r#"<a href="/de">"#);
}

#[tokio::test]
async fn a_document_without_regions_stays_as_it_was_built() {
    let stage = Stage::set().await;
    assert_eq!(stage.post("/region-hotels?region=Balagne", "<html></html>".to_owned()).await.status, 204);
    assert_eq!(page("/xx/region-hotels?region=Balagne").await.status, 204);
}
