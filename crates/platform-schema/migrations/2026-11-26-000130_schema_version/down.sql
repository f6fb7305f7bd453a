drop policy "gateways read the versions" on extensions.platform_migrations;
revoke select (version) on extensions.platform_migrations from authenticator;
