//! The error body of calls whose clients read `success`.

use serde_json::json;
use service_kit::ErrorBody;

/// The shape `{"success": false, "error": sentence, "code": code}`; a function registers it as app data.
pub fn error_body_with_success() -> ErrorBody {
    ErrorBody(
        |error, language| json!({ "success": false, "error": error.sentence(language), "code": error.code() }),
    )
}
