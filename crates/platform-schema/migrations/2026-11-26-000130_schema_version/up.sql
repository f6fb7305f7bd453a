-- A gateway compares the version of the database with the one that it needs. Its login role reads only the versions.
grant select (version) on extensions.platform_migrations to authenticator;
create policy "gateways read the versions" on extensions.platform_migrations
  for select to authenticator using (true);
