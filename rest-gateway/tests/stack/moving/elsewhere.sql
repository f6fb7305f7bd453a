CREATE EXTENSION IF NOT EXISTS "pg_cron" WITH SCHEMA "pg_catalog";
CREATE EXTENSION IF NOT EXISTS "pgjwt" WITH SCHEMA "extensions";
CREATE EXTENSION IF NOT EXISTS "pgmq";
CREATE TABLE public.shops (id int PRIMARY KEY, name text);

COPY public.shops (id, name) FROM stdin WITH (FORMAT csv, HEADER, FORCE_NOT_NULL (name));
id,name
1,"Chez Ange; ""fromages"""
2,"two
lines"
3,
\.

COPY cron.job (jobid, schedule, command, nodename, nodeport, database, username, active, jobname) FROM stdin WITH DELIMITER ';';
7;0 3 1 1 *;select 1;localhost;5432;postgres;postgres;f;yearly
\.

COPY pgmq.a_mail (msg_id, read_ct, enqueued_at, archived_at, vt, message) FROM stdin;
6	1	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	{}
\.

COPY pgmq.meta (queue_name, is_partitioned, is_unlogged, created_at) FROM stdin;
bulk	f	t	2024-03-01 10:00:00+00
mail	f	f	2024-03-01 10:00:00+00
\.

INSERT INTO pgmq.q_mail (msg_id, read_ct, enqueued_at, vt, message) OVERRIDING SYSTEM VALUE VALUES
	(7, 0, '2024-03-01 10:00:00+00', '2024-03-01 10:00:00+00', '{"to": "Ange"}');

SELECT pg_catalog.setval('pgmq.q_mail_msg_id_seq', 7, true);
