//! The binary data that an authenticator signs (WebAuthn, section 6.1).

use ring::digest::{SHA256, digest};
use uuid::Uuid;

use super::cbor;
use super::credential::Flags;
use super::error::{Result, WebAuthnError};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const BACKUP_ELIGIBLE: u8 = 0x08;
const BACKUP_STATE: u8 = 0x10;
const HAS_CREDENTIAL: u8 = 0x40;
/// The longest id of a credential, in bytes.
const MAX_CREDENTIAL_ID: usize = 1023;

/// The parts of the data.
pub(super) struct AuthenticatorData<'a> {
    rp_id_hash: &'a [u8],
    pub flags: Flags,
    /// Signatures that the key has made; zero for an authenticator that does not count.
    pub sign_count: u32,
    /// A registration's new key.
    pub credential: Option<NewCredential<'a>>,
}

/// The key that an authenticator has made.
pub(super) struct NewCredential<'a> {
    /// The authenticator's model (AAGUID); zero when it is not disclosed.
    pub aaguid: Uuid,
    pub id: &'a [u8],
    /// A COSE key.
    pub public_key: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    pub fn parse(data: &'a [u8]) -> Result<AuthenticatorData<'a>> {
        const MALFORMED: WebAuthnError = WebAuthnError::Malformed("authenticator data");
        let (rp_id_hash, rest) = data.split_at_checked(32).ok_or(MALFORMED)?;
        let (bits, rest) = rest.split_first().ok_or(MALFORMED)?;
        let (sign_count, rest) = rest.split_first_chunk().ok_or(MALFORMED)?;
        let credential = if bits & HAS_CREDENTIAL == 0 {
            None
        } else {
            Some(NewCredential::parse(rest).ok_or(MALFORMED)?)
        };
        Ok(AuthenticatorData {
            rp_id_hash,
            flags: Flags {
                user_present: bits & USER_PRESENT != 0,
                user_verified: bits & USER_VERIFIED != 0,
                backup_eligible: bits & BACKUP_ELIGIBLE != 0,
                backup_state: bits & BACKUP_STATE != 0,
            },
            sign_count: u32::from_be_bytes(*sign_count),
            credential,
        })
    }

    /// Checks that a user touched the authenticator, for this site.
    pub fn check(&self, rp_id: &str) -> Result<()> {
        if digest(&SHA256, rp_id.as_bytes()).as_ref() != self.rp_id_hash {
            return Err(WebAuthnError::Mismatch("relying party"));
        }
        if !self.flags.user_present {
            return Err(WebAuthnError::Mismatch("no user was present"));
        }
        if self.flags.backup_state && !self.flags.backup_eligible {
            return Err(WebAuthnError::Malformed("backup flags"));
        }
        Ok(())
    }
}

impl<'a> NewCredential<'a> {
    fn parse(data: &'a [u8]) -> Option<NewCredential<'a>> {
        let (aaguid, rest) = data.split_first_chunk::<16>()?;
        let (length, rest) = rest.split_first_chunk::<2>()?;
        let length = usize::from(u16::from_be_bytes(*length));
        let (id, rest) = rest.split_at_checked(length)?;
        if length == 0 || length > MAX_CREDENTIAL_ID {
            return None;
        }
        let (_, after) = cbor::read(rest).ok()?;
        let public_key = rest.get(..rest.len() - after.len())?;
        Some(NewCredential { aaguid: Uuid::from_bytes(*aaguid), id, public_key })
    }
}
