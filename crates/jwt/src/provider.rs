//! Registers *ring* as the cryptographic backend of `jsonwebtoken`.

use crate::{signer, verifier};
use jsonwebtoken::crypto::{CryptoProvider, KeyUtils};
use jsonwebtoken::errors::ErrorKind;
use std::sync::Once;

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: signer::create,
    verifier_factory: verifier::create,
    // Used only to derive a JWK from an `EncodingKey` and to compute thumbprints, which nothing here does.
    key_utils: KeyUtils {
        rsa_pub_components_from_private_key: |_| Err(ErrorKind::UnsupportedAlgorithm.into()),
        rsa_pub_components_from_public_key: |_| Err(ErrorKind::UnsupportedAlgorithm.into()),
        ec_pub_components_from_private_key: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
        ed_pub_components_from_private_key: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
        compute_digest: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
    },
};

/// Sets the backend of this process. The second call and all later ones do nothing.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    // It fails only if a backend is set already, and nothing else in the workspace sets one.
    INSTALLED.call_once(|| {
        let _ = PROVIDER.install_default();
    });
}
