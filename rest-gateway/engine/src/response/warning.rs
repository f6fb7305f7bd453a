//! The `Warning` header for deprecated requests.

use crate::VERSION;
use crate::plan::ReadPlan;

/// A warning when parameters refer to aliased embeds by relation name.
pub(super) fn legacy_names(plan: &ReadPlan) -> Option<String> {
    let mut changes = Vec::new();
    collect(plan, &mut changes);
    if changes.is_empty() {
        return None;
    }
    Some(format!(
        "299 PostgRESTv{VERSION} \"Embedded resource was referenced by relation name even though it has an alias. This is \
         deprecated and will stop working in a future release. Update {} in query string filters, orders or limits.\"",
        changes.join(", ")
    ))
}

fn collect(plan: &ReadPlan, changes: &mut Vec<String>) {
    for embed in &plan.embeds {
        if embed.named_by_target {
            changes.push(format!("`{}` to `{}`", embed.target, embed.name));
        }
        collect(&embed.plan, changes);
    }
}
