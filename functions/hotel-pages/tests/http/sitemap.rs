//! The sitemap.

use crate::stage::{Page, Stage};

const BUILT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
  <url>
    <loc>https://isula.invalid/villas</loc>
    <xhtml:link rel="alternate" hreflang="de" href="https://isula.invalid/de/villas"/>
  </url>
</urlset>
"#;

async fn sitemap(stage: &Stage, query: &str) -> Page {
    let page = stage.post(&format!("/sitemap.xml{query}"), BUILT.to_owned()).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["content-type"], "application/xml; charset=utf-8");
    assert_eq!(page.headers["cache-control"], "no-cache");
    page
}

fn addresses(page: &Page) -> Vec<&str> {
    let locations = page.text.split("<loc>").skip(1).filter_map(|rest| rest.split_once("</loc>"));
    locations.map(|(address, _)| address.strip_prefix("https://isula.invalid").unwrap()).collect()
}

#[tokio::test]
async fn has_the_sites_pages_and_the_active_hotels_in_every_language() {
    let stage = Stage::set().await;
    assert_eq!(addresses(&sitemap(&stage, "").await), ["/villas"]);
    stage.hotel("", "").await;
    let page = sitemap(&stage, "").await;
    assert_eq!(addresses(&page)[..3], ["/villas", "/hotel-detail?id=7", "/en/hotel-detail?id=7"]);
    assert_eq!(addresses(&page).len(), 11);
    page.assert_contains(r#"hreflang="de" href="https://isula.invalid/de/villas"/>"#);
    page.assert_contains(r#"hreflang="x-default" href="https://isula.invalid/hotel-detail?id=7"/>"#);
    assert_eq!(
        page.text.matches(r#"hreflang="ja" href="https://isula.invalid/ja/hotel-detail?id=7""#).count(),
        10
    );
    assert_eq!(page.text.matches("<url>").count(), page.text.matches("</url>").count());

    stage.sql("update hotels set is_active = false").await;
    assert_eq!(addresses(&sitemap(&stage, "").await), ["/villas"]);
}

#[tokio::test]
async fn is_an_index_when_there_are_more_hotels_than_fit() {
    let stage = Stage::set().await;
    let insert = |from: u32, to: u32| {
        format!(
            "insert into hotels (id, name, city, location, price_per_night)
             select 10 * n, 'Hôtel', 'Calvi', 'Calvi', 80 from generate_series({from}, {to}) as n"
        )
    };
    stage.sql(&insert(1, 500)).await;
    assert_eq!(addresses(&sitemap(&stage, "").await).len(), 5001, "still one file");

    stage.sql(&insert(501, 1000)).await;
    assert_eq!(addresses(&sitemap(&stage, "").await).len(), 3, "no empty sitemap after the last hotel");

    stage.sql(&insert(1001, 1001)).await;
    let index = sitemap(&stage, "").await;
    index.assert_contains("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">");
    let parts = addresses(&index);
    assert_eq!(
        parts,
        [
            "/sitemap.xml?part=pages",
            "/sitemap.xml?after=0",
            "/sitemap.xml?after=5000",
            "/sitemap.xml?after=10000"
        ]
    );
    let mut listed = Vec::new();
    for part in parts {
        let part = sitemap(&stage, part.strip_prefix("/sitemap.xml").unwrap()).await;
        assert!(part.text.contains("<urlset ") && part.text.ends_with("</urlset>\n"));
        listed.extend(addresses(&part).into_iter().map(str::to_owned));
    }
    let french = listed.iter().filter_map(|address| address.strip_prefix("/hotel-detail?id=")?.parse().ok());
    assert_eq!(french.collect::<Vec<u32>>(), (1..=1001).map(|n| 10 * n).collect::<Vec<u32>>());
    assert_eq!(listed[0], "/villas");
}
