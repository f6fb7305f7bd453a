//! Base types of domains, and the casts that convert domain values from and to clients (data representations).

use foldhash::HashMap;
use postgres_types::Type;

use super::rows::{CastRow, CatalogueRows, DomainRow};
use super::table::{Casts, QualifiedName};

pub(super) struct Domains<'a> {
    by_oid: HashMap<u32, &'a DomainRow>,
    casts: HashMap<u32, Casts>,
}

impl<'a> Domains<'a> {
    pub fn new(rows: &'a CatalogueRows) -> Domains<'a> {
        let by_oid: HashMap<u32, &DomainRow> = rows.domains.iter().map(|row| (row.oid, row)).collect();
        Domains { casts: casts(&by_oid, &rows.casts), by_oid }
    }

    /// `None` for a type that is not a domain.
    pub fn get(&self, oid: u32) -> Option<&'a DomainRow> {
        self.by_oid.get(&oid).copied()
    }

    /// Follows domains over domains to the innermost one, whose base is not a domain.
    pub fn innermost(&self, oid: u32) -> Option<&'a DomainRow> {
        let mut domain = self.get(oid)?;
        while let Some(base) = self.get(domain.base) {
            domain = base;
        }
        Some(domain)
    }

    pub fn casts(&self, oid: u32) -> Option<&Casts> {
        self.casts.get(&oid)
    }
}

fn casts(domains: &HashMap<u32, &DomainRow>, rows: &[CastRow]) -> HashMap<u32, Casts> {
    let mut casts: HashMap<u32, Casts> = HashMap::default();
    for row in rows {
        let function = Some(QualifiedName::new(&row.schema, &row.function));
        if row.target == Type::JSON.oid() && domains.contains_key(&row.source) {
            casts.entry(row.source).or_default().to_json = function;
        } else if row.source == Type::JSON.oid() && domains.contains_key(&row.target) {
            casts.entry(row.target).or_default().from_json = function;
        } else if row.source == Type::TEXT.oid() && domains.contains_key(&row.target) {
            casts.entry(row.target).or_default().from_text = function;
        }
    }
    casts
}
