select enumtypid, enumlabel from pg_catalog.pg_enum order by enumtypid, enumsortorder
