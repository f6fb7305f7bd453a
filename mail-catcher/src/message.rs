//! A caught mail, and its JSON in Mailpit's API.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, SecondsFormat, Utc};
use mail_parser::{Addr, Address, MessageParser, MimeHeaders};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

/// The length of a snippet, in characters, as in Mailpit.
const SNIPPET: usize = 250;

/// The sender and recipients that the SMTP client named.
#[derive(Clone, Debug, Default)]
pub(crate) struct Envelope {
    pub sender: String,
    pub recipients: Vec<String>,
}

/// A mailbox in the API.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Mailbox {
    pub name: String,
    pub address: String,
}

/// A mail, parsed once when it arrives.
pub(crate) struct Message {
    pub id: String,
    pub received: DateTime<Utc>,
    pub is_read: AtomicBool,
    pub from: Option<Mailbox>,
    pub to: Vec<Mailbox>,
    cc: Vec<Mailbox>,
    bcc: Vec<Mailbox>,
    reply_to: Vec<Mailbox>,
    pub subject: String,
    message_id: String,
    return_path: String,
    pub text: String,
    pub html: String,
    attachments: Vec<Attachment>,
    /// The headers in their order, by name.
    pub headers: BTreeMap<String, Vec<String>>,
    pub raw: Vec<u8>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Attachment {
    #[serde(rename = "PartID")]
    part_id: String,
    file_name: String,
    content_type: String,
    #[serde(rename = "ContentID")]
    content_id: String,
    size: usize,
}

impl Message {
    /// Parses a mail. What cannot be parsed is empty.
    pub fn parse(envelope: Envelope, raw: Vec<u8>) -> Message {
        let parsed = MessageParser::default().parse(&raw).unwrap_or_default();
        let to = mailboxes(parsed.to());
        let cc = mailboxes(parsed.cc());
        let named =
            |address: &str| to.iter().chain(&cc).any(|mailbox| mailbox.address.eq_ignore_ascii_case(address));
        // Recipients without a header are blind copies.
        let bcc = envelope.recipients.iter().filter(|recipient| !named(recipient));
        let bcc = bcc.map(|address| Mailbox { name: String::new(), address: address.clone() }).collect();
        let html =
            parsed.html_bodies().filter(|part| part.is_text_html()).find_map(|part| part.text_contents());
        let headers = parsed.headers_raw().fold(BTreeMap::new(), |mut headers, (name, value)| {
            let values: &mut Vec<String> = headers.entry(name.to_owned()).or_default();
            values.push(value.trim().to_owned());
            headers
        });
        Message {
            id: Uuid::new_v4().simple().to_string(),
            received: Utc::now(),
            is_read: AtomicBool::new(false),
            from: parsed.from().and_then(Address::first).map(mailbox),
            cc,
            bcc,
            reply_to: mailboxes(parsed.reply_to()),
            subject: parsed.subject().unwrap_or_default().to_owned(),
            message_id: parsed.message_id().unwrap_or_default().to_owned(),
            return_path: envelope.sender,
            text: parsed.body_text(0).unwrap_or_default().into_owned(),
            html: html.unwrap_or_default().to_owned(),
            attachments: attachments(&parsed),
            headers,
            to,
            raw,
        }
    }

    /// The size in bytes.
    pub fn size(&self) -> usize {
        self.raw.len()
    }

    /// Whether it has been read.
    pub fn is_read(&self) -> bool {
        self.is_read.load(Ordering::Relaxed)
    }

    /// Marks it as read or unread.
    pub fn set_read(&self, is_read: bool) {
        self.is_read.store(is_read, Ordering::Relaxed);
    }

    /// All mailboxes that received it.
    pub fn recipients(&self) -> impl Iterator<Item = &Mailbox> {
        self.to.iter().chain(&self.cc).chain(&self.bcc)
    }

    /// The Message-ID, without its brackets.
    pub fn message_id(&self) -> &str {
        &self.message_id
    }

    /// The mail in a list.
    pub fn summary(&self) -> Value {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let snippet: String = words.join(" ").chars().take(SNIPPET).collect();
        json!({
            "ID": self.id, "MessageID": self.message_id, "Read": self.is_read(), "From": self.from, "To": self.to,
            "Cc": self.cc, "Bcc": self.bcc, "ReplyTo": self.reply_to, "Subject": self.subject,
            "Created": self.timestamp(), "Username": "", "Tags": [], "Size": self.size(),
            "Attachments": self.attachments.len(), "Snippet": snippet,
        })
    }

    /// The whole mail.
    pub fn details(&self) -> Value {
        json!({
            "ID": self.id, "MessageID": self.message_id, "From": self.from, "To": self.to, "Cc": self.cc,
            "Bcc": self.bcc, "ReplyTo": self.reply_to, "ReturnPath": self.return_path, "Subject": self.subject,
            "ListUnsubscribe": { "Header": "", "Links": [], "Errors": "", "HeaderPost": "" },
            "Date": self.timestamp(), "Tags": [], "Username": "", "Text": self.text, "HTML": self.html,
            "Size": self.size(), "Inline": [], "Attachments": self.attachments,
        })
    }

    fn timestamp(&self) -> String {
        self.received.to_rfc3339_opts(SecondsFormat::Millis, true)
    }
}

fn mailboxes(address: Option<&Address<'_>>) -> Vec<Mailbox> {
    address.into_iter().flat_map(Address::iter).map(mailbox).collect()
}

fn mailbox(address: &Addr<'_>) -> Mailbox {
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    Mailbox { name: text(address.name()), address: text(address.address()) }
}

fn attachments(parsed: &mail_parser::Message<'_>) -> Vec<Attachment> {
    let parts = parsed.attachments().enumerate();
    let attachment = |(place, part): (usize, &mail_parser::MessagePart<'_>)| {
        let content_type = part.content_type().map(|content| match content.subtype() {
            Some(subtype) => format!("{}/{subtype}", content.ctype()),
            None => content.ctype().to_owned(),
        });
        Attachment {
            part_id: (place + 1).to_string(),
            file_name: part.attachment_name().unwrap_or_default().to_owned(),
            content_type: content_type.unwrap_or_default(),
            content_id: part.content_id().unwrap_or_default().to_owned(),
            size: part.len(),
        }
    };
    parts.map(attachment).collect()
}
