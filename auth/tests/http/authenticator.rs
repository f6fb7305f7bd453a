//! A software authenticator: makes keys and signs, as a security key does.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use uuid::Uuid;

const USER_PRESENT_AND_VERIFIED: u8 = 0x05;
const HAS_CREDENTIAL: u8 = 0x40;

pub struct Authenticator {
    rp_id: String,
    pub origin: String,
    id: [u8; 16],
    key: EcdsaKeyPair,
    user_handle: Value,
    sign_count: u32,
}

impl Authenticator {
    pub fn new(rp_id: &str, origin: &str) -> Authenticator {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, document.as_ref(), &random).unwrap();
        let id = *Uuid::new_v4().as_bytes();
        let (rp_id, origin) = (rp_id.to_owned(), origin.to_owned());
        Authenticator { rp_id, origin, id, key, user_handle: Value::Null, sign_count: 0 }
    }

    /// `navigator.credentials.create()`.
    pub fn create(&mut self, options: &Value) -> Value {
        self.user_handle = options["user"]["id"].clone();
        let mut data = self.data(USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend([0, 16]);
        data.extend(self.id);
        // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
        let (x, y) = self.key.public_key().as_ref()[1..].split_at(32);
        data.extend([&b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20"[..], x, b"\x22\x58\x20", y].concat());
        let length = u8::try_from(data.len()).unwrap();
        let head = [&b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"[..], &[length]].concat();
        let client_data = self.client_data("webauthn.create", options);
        json!({
            "id": encode(&self.id), "rawId": encode(&self.id), "type": "public-key",
            "response": {
                "clientDataJSON": encode(&client_data),
                "attestationObject": encode(&[head, data].concat()),
                "transports": ["usb"],
            },
        })
    }

    /// `navigator.credentials.get()`.
    pub fn get(&mut self, options: &Value) -> Value {
        self.sign_count += 1;
        let data = self.data(USER_PRESENT_AND_VERIFIED);
        let client_data = self.client_data("webauthn.get", options);
        let signed = [&data, digest(&SHA256, &client_data).as_ref()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": encode(&self.id), "rawId": encode(&self.id), "type": "public-key",
            "response": {
                "clientDataJSON": encode(&client_data),
                "authenticatorData": encode(&data),
                "signature": encode(signature.as_ref()),
                "userHandle": self.user_handle,
            },
        })
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = digest(&SHA256, self.rp_id.as_bytes()).as_ref().to_vec();
        data.push(flags);
        data.extend(self.sign_count.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = &options["challenge"];
        json!({ "type": kind, "challenge": challenge, "origin": self.origin }).to_string().into_bytes()
    }
}

fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
