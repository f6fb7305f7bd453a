SET session_replication_role = replica;
COPY "public"."profiles" ("id", "city") FROM stdin;
11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	Corte
\.

COPY "public"."todos" ("id", "task", "user_id") FROM stdin;
1	Brocciu; e pane	11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01
2	Fiadone\nè vinu	\N
\.

INSERT INTO "public"."todos" ("id", "task", "user_id") VALUES
	(3, 'L''acqua; chì corre', NULL);

COPY "auth"."newer_than_the_platform" ("id") FROM stdin;
1
2
\.

COPY "auth"."empty_and_newer" ("id") FROM stdin;
\.

COPY "storage"."buckets" ("id", "name", "owner", "created_at", "updated_at", "public", "avif_autodetection", "file_size_limit", "allowed_mime_types", "owner_id", "newer") FROM stdin;
pictures	pictures	\N	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	t	f	\N	\N	\N	x
\.

COPY "storage"."objects" ("id", "bucket_id", "name", "owner", "created_at", "updated_at", "last_accessed_at", "metadata", "version", "owner_id", "user_metadata") FROM stdin;
d1111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	pictures	harbour/one.txt	\N	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	{"eTag": "\\"101a0e3e2f58188b3e2ffc1057316c13\\"", "size": 9, "mimetype": "text/plain", "cacheControl": "max-age=3600", "lastModified": "2024-03-01T10:00:00.000Z", "contentLength": 9, "httpStatusCode": 200}	e1111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	\N	\N
d2222222-0d5a-4c5e-9a3e-6a3c1f7b2d02	pictures	harbour	\N	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	{"eTag": "\\"parts-2\\"", "size": 3, "mimetype": "text/plain", "cacheControl": "max-age=3600", "lastModified": "2024-03-01T10:00:00.000Z", "contentLength": 3, "httpStatusCode": 200}	e2222222-0d5a-4c5e-9a3e-6a3c1f7b2d02	\N	\N
\.

COPY "vault"."secrets" ("id", "name", "description", "secret") FROM stdin;
f1111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	stripe		encrypted
\.

COPY "cron"."job" ("jobid", "schedule", "command", "nodename", "nodeport", "database", "username", "active", "jobname") FROM stdin;
7	0 3 1 1 *	select 1	localhost	5432	postgres	postgres	f	yearly
\.

COPY "pgmq"."meta" ("queue_name", "is_partitioned", "is_unlogged", "created_at") FROM stdin;
mail	f	f	2024-03-01 10:00:00+00
\.

SELECT pg_catalog.setval('"public"."todos_id_seq"', 3, true);
RESET ALL;
