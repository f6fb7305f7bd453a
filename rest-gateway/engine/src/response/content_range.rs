//! `Content-Range`: which rows were sent, of how many.

pub(super) fn content_range(offset: i64, rows: i64, total: Option<i64>) -> String {
    let total_text = total.map_or_else(|| "*".to_owned(), |total| total.to_string());
    if rows <= 0 || total == Some(0) {
        return format!("*/{total_text}");
    }
    format!("{offset}-{}/{total_text}", offset + rows - 1)
}

#[cfg(test)]
mod tests {
    use super::content_range;

    #[test]
    fn an_empty_page_has_no_range() {
        assert_eq!(content_range(0, 10, None), "0-9/*");
        assert_eq!(content_range(5, 2, Some(7)), "5-6/7");
        assert_eq!(content_range(0, 0, None), "*/*");
        assert_eq!(content_range(0, 0, Some(0)), "*/0");
        assert_eq!(content_range(9, 0, Some(9)), "*/9");
    }
}
