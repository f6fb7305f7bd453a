-- The roles of a local Supabase project, for a superuser of a Postgres that the stack has for itself. Roles belong to the
-- cluster, so no migration may change them so far. Each statement can be repeated.
alter role supabase_admin superuser createdb createrole replication bypassrls inherit login;
alter role dashboard_user createdb createrole replication;
alter role supabase_read_only_user bypassrls;
grant pg_read_all_data to supabase_read_only_user;

alter role postgres set search_path = "$user", public, extensions;
alter role supabase_admin set search_path = "$user", public, auth, extensions;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
-- Functions that policies call find tables of `public`, as in the hosted service, which sets this itself.
alter role supabase_storage_admin set search_path = storage, public, extensions;
alter role supabase_functions_admin set search_path = supabase_functions;
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

