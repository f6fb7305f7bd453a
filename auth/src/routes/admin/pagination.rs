//! Pages of lists: the parameters `page` and `per_page`, and the headers `X-Total-Count` and `Link`.

use actix_web::HttpResponseBuilder;
use actix_web::http::header::LINK;

use crate::error::{Error, Result};

const DEFAULT_PER_PAGE: i64 = 50;
/// The most rows of a page.
const MAX_PER_PAGE: i64 = 1000;

/// A page of a list, from 1.
#[derive(Clone, Copy)]
pub(super) struct Pagination {
    page: i64,
    per_page: i64,
}

impl Pagination {
    /// Numbers are texts, because auth-js sends an empty one for a number that it leaves out.
    ///
    /// # Errors
    /// 400 for a text that is not a number.
    pub fn parse(page: &str, per_page: &str) -> Result<Pagination> {
        let per_page = number(per_page, DEFAULT_PER_PAGE)?.clamp(1, MAX_PER_PAGE);
        Ok(Pagination { page: number(page, 1)?.max(1), per_page })
    }

    pub fn limit(self) -> i64 {
        self.per_page
    }

    pub fn offset(self) -> i64 {
        (self.page - 1).saturating_mul(self.per_page)
    }

    /// Adds the headers for a list of `total` rows at `path`.
    pub fn add_headers(self, response: &mut HttpResponseBuilder, path: &str, total: i64) {
        let Pagination { page, per_page } = self;
        let last = (total + per_page - 1) / per_page;
        let link = |page: i64, rel| format!("<{path}?page={page}&per_page={per_page}>; rel=\"{rel}\"");
        let mut links = Vec::new();
        if page < last {
            links.push(link(page + 1, "next"));
        }
        links.push(link(last.max(1), "last"));
        response.insert_header(("X-Total-Count", total.to_string())).insert_header((LINK, links.join(", ")));
    }
}

fn number(text: &str, default: i64) -> Result<i64> {
    if text.is_empty() {
        return Ok(default);
    }
    text.parse().map_err(|error| Error::invalid(format!("Bad Pagination Parameters: {text:?}: {error}")))
}
