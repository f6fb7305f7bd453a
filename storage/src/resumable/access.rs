//! Who may create, continue or terminate an upload: an authenticated caller whom the policies allow to upload the object,
//! or the bearer of a signed upload URL for it.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use uuid::Uuid;

use super::error::{Result, TusError};
use super::location::SIGNED;
use super::part_size::MAX_UPLOAD_BYTES;
use super::upload_id::UploadId;
use super::upload_metadata::UploadMetadata;
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::resumable_uploads::ResumableUpload;
use crate::database::{Operation, Transaction};
use crate::error::Error;
use crate::headers::header;
use crate::upload::reservation::{self, Mode, Permission, Target};

/// What a request presents: a token of a user or of a key, or, on the signed routes, the token of a signed URL.
pub enum Credentials {
    Caller(Caller),
    Signature(Option<String>),
}

/// What the credentials may allow: limits and policies decide.
pub struct Access {
    permission: Permission,
    pub target: Target,
}

impl Access {
    /// Checks limits and policies for an upload of this length, if known. Returns the size limit in bytes.
    pub async fn check(
        &self,
        state: &AppState,
        transaction: &Transaction<'_>,
        version: Uuid,
        metadata: &UploadMetadata,
        length: Option<u64>,
    ) -> Result<u64> {
        let description = metadata.description(length);
        let checked =
            reservation::check(state, transaction, &self.permission, &self.target, version, &description);
        let size_limit = checked.await?.min(MAX_UPLOAD_BYTES);
        if length.is_some_and(|length| length > size_limit) {
            Err(TusError::MaximumSizeExceeded)
        } else {
            Ok(size_limit)
        }
    }

    /// As [`Access::check`], in a transaction of its own.
    pub async fn check_upload(
        &self,
        state: &AppState,
        upload: &ResumableUpload,
        metadata: &UploadMetadata,
    ) -> Result<u64> {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        self.check(state, &transaction, upload.id.version, metadata, upload.length).await
    }
}

impl FromRequest for Credentials {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if request.match_pattern().is_some_and(|pattern| pattern.contains(SIGNED)) {
            let signature = header(request, "x-signature").map(str::to_owned);
            return ready(Ok(Self::Signature(signature)));
        }
        ready(Caller::from_request(request, payload).into_inner().map(Self::Caller))
    }
}

impl Credentials {
    pub fn is_signature(&self) -> bool {
        matches!(self, Self::Signature(_))
    }

    /// Verifies a signature for this upload. A caller's token has been verified, and its policies are checked later.
    pub fn grant(
        self,
        state: &AppState,
        id: &UploadId,
        operation: Operation,
        upsert: bool,
    ) -> Result<Access> {
        let (permission, owner, upsert) = match self {
            Self::Caller(caller) => {
                let owner = caller.owner();
                (Permission::Check(caller, operation), owner, upsert)
            }
            Self::Signature(token) => {
                let token = token.ok_or(TusError::SignatureRequired)?;
                let token = state.urls.verify_upload(&token, &id.bucket, &id.key)?;
                (Permission::Granted, token.owner, token.upsert)
            }
        };
        let mode = Mode::upsert_if(upsert);
        let target =
            Target { bucket: id.bucket.clone(), key: id.key.clone(), owner, mode, precondition: None };
        Ok(Access { permission, target })
    }
}
