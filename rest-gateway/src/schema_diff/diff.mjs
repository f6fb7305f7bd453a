// Prints the SQL that gives one database the schema of another, as JSON: `{ files, drops, unmanaged }`. The two
// connection strings and the list of schemas come in SOURCE_URL, DESIRED_URL and SCHEMAS, because command lines are
// visible to other users.
import process from "node:process";
import pg from "pg";
import { isDestructiveAction, renderPlanFiles } from "@supabase/pg-delta/frontends";
import { resolveProfile, supabaseProfile } from "@supabase/pg-delta/integrations";
import { plan } from "@supabase/pg-delta/plan";
import { formatSqlStatements } from "@supabase/pg-delta/sql-format";

const { SOURCE_URL, DESIRED_URL, SCHEMAS } = process.env;
const schemas = SCHEMAS ? SCHEMAS.split(",") : [];
const FORMAT = { keywordCase: "lower", indent: 2, maxWidth: 120 };

/** Policies on these schemas are the project's. The profile leaves them out, because it compares with an empty project. */
const SCHEMAS_WITH_PROJECT_POLICIES = ["storage", "realtime"];

function profile() {
  const policies = { match: { all: [{ kind: "policy" }, { schema: SCHEMAS_WITH_PROJECT_POLICIES }] }, action: "include" };
  const filter = [policies, ...supabaseProfile.policy.filter];
  if (schemas.length > 0) {
    const named = { any: [{ schema: schemas }, { all: [{ kind: "schema" }, { name: schemas }] }, { target: { schema: schemas } }] };
    filter.unshift({ match: { not: named }, action: "exclude" });
  }
  return { ...supabaseProfile, policy: { ...supabaseProfile.policy, filter } };
}

/** The action with its statement formatted. */
function formatted(action) {
  const [sql] = formatSqlStatements([action.sql], FORMAT);
  return { ...action, sql };
}

const source = new pg.Pool({ connectionString: SOURCE_URL, max: 4 });
const desired = new pg.Pool({ connectionString: DESIRED_URL, max: 4 });
try {
  const resolved = await resolveProfile(source, profile());
  const [before, after] = await Promise.all([resolved.extract(source), resolved.extract(desired)]);
  const migration = plan(before.factBase, after.factBase, { ...resolved.planOptions, renames: "off" });
  const { files } = renderPlanFiles({ ...migration, actions: migration.actions.map(formatted) }, { allowDrops: true });
  const unmanaged = after.diagnostics.filter(({ code }) => code === "unmodeled_kind").map(({ message }) => message);
  const drops = migration.actions.filter(isDestructiveAction).map(({ sql }) => sql);
  process.stdout.write(JSON.stringify({ files: files.map(({ contents }) => contents), drops, unmanaged }));
} finally {
  await Promise.all([source.end(), desired.end()]);
}
