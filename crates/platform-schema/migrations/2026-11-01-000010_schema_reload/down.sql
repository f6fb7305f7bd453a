drop event trigger if exists pgrst_ddl_watch;
drop event trigger if exists pgrst_drop_watch;
drop function extensions.pgrst_ddl_watch();
drop function extensions.pgrst_drop_watch();
