//! `DELETE`: ends an upload before it is complete, and removes its bytes.

use actix_web::http::{Method, StatusCode};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::access::Credentials;
use super::error::{Result, TusError};
use super::finish::{discard, find_settled};
use super::headers::TusHeaders;
use super::lock::{UploadLock, find};
use super::response::tus_response;
use super::upload_id::UploadId;
use super::upload_metadata::UploadMetadata;
use crate::app_state::AppState;
use crate::database::Operation;
use crate::database::resumable_uploads::Phase;

pub async fn terminate(
    state: Data<AppState>,
    credentials: Credentials,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let headers = TusHeaders::read(&request, &Method::DELETE)?;
    let id = UploadId::parse(&path)?.ok_or(TusError::NotFound)?;
    let access = credentials.grant(&state, &id, Operation::RESUMABLE_DELETE, headers.upsert)?;
    let upload = find_settled(&state, &id).await?;
    if upload.phase == Phase::Completed {
        return Err(TusError::AlreadyCompleted);
    }
    let metadata = UploadMetadata::parse(&upload.metadata)?;
    access.check_upload(&state, &upload, &metadata).await?;

    let lock = UploadLock::acquire(&state, id.version).await?;
    let deletion = async {
        let upload = find(&state, &id).await?;
        match upload.phase {
            Phase::Receiving => Ok(discard(&state, &lock, &upload).await?),
            Phase::Completing | Phase::Completed => Err(TusError::AlreadyCompleted),
        }
    };
    lock.hold(&state, deletion).await?;
    Ok(tus_response(StatusCode::NO_CONTENT).finish())
}
