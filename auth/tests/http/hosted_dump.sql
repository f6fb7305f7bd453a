--
-- PostgreSQL database dump
--

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET check_function_bodies = false;
SET session_replication_role = replica;

--
-- Data for Name: audit_log_entries; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

COPY auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) FROM stdin;
00000000-0000-0000-0000-000000000000	1d1f0b52-6a53-4a2e-8f2b-0f4c1d6a7b01	{"action":"login","actor_id":"11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01","actor_username":"bcrypt@exemple.fr","actor_via_sso":false,"log_type":"account","traits":{"provider":"email"}}	2024-05-01 10:00:00.123456+00	
\.

--
-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

COPY auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change, email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, email_change_token_current, email_change_confirm_status, banned_until, reauthentication_token, reauthentication_sent_at, is_sso_user, deleted_at, is_anonymous) FROM stdin;
00000000-0000-0000-0000-000000000000	11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	authenticated	authenticated	bcrypt@exemple.fr	@BCRYPT@	2024-03-01 10:00:00+00	\N		\N		\N			\N	2024-05-01 10:00:00+00	{"provider": "email", "providers": ["email"]}	{"sub": "11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01", "city": "Corte", "email": "bcrypt@exemple.fr", "email_verified": true, "phone_verified": false}	\N	2024-03-01 10:00:00+00	2024-05-01 10:00:00+00	\N	\N			\N		0	\N		\N	f	\N	f
00000000-0000-0000-0000-000000000000	22222222-0d5a-4c5e-9a3e-6a3c1f7b2d02	authenticated	authenticated	argon2i@exemple.fr	$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA	2024-03-01 10:00:00+00	\N		\N		\N			\N	\N	{"provider": "email", "providers": ["email"]}	{"email_verified": true}	\N	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	\N	\N			\N		0	\N		\N	f	\N	f
00000000-0000-0000-0000-000000000000	33333333-0d5a-4c5e-9a3e-6a3c1f7b2d03	authenticated	authenticated	argon2id@exemple.fr	$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc	2024-03-01 10:00:00+00	\N		\N		\N			\N	\N	{"provider": "email", "providers": ["email"]}	{"email_verified": true}	\N	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	\N	\N			\N		0	\N		\N	f	\N	f
00000000-0000-0000-0000-000000000000	44444444-0d5a-4c5e-9a3e-6a3c1f7b2d04	authenticated	authenticated	firebase@exemple.fr	$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==	2024-03-01 10:00:00+00	\N		\N		\N			\N	\N	{"provider": "email", "providers": ["email"]}	{"email_verified": true}	\N	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	\N	\N			\N		0	\N		\N	f	\N	f
00000000-0000-0000-0000-000000000000	55555555-0d5a-4c5e-9a3e-6a3c1f7b2d05	authenticated	authenticated	totp@exemple.fr	@BCRYPT@	2024-03-01 10:00:00+00	\N		\N		\N			\N	2024-05-01 10:00:00+00	{"provider": "email", "providers": ["email"]}	{"email_verified": true}	\N	2024-03-01 10:00:00+00	2024-05-01 10:00:00+00	\N	\N			\N		0	\N		\N	f	\N	f
\.

--
-- Data for Name: identities; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

COPY auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id) FROM stdin;
11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	{"sub": "11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01", "email": "bcrypt@exemple.fr", "email_verified": true, "phone_verified": false}	email	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	a1111111-3c0e-4b8e-9d0b-0d8a5f0f8a01
22222222-0d5a-4c5e-9a3e-6a3c1f7b2d02	22222222-0d5a-4c5e-9a3e-6a3c1f7b2d02	{"sub": "22222222-0d5a-4c5e-9a3e-6a3c1f7b2d02", "email": "argon2i@exemple.fr"}	email	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	a2222222-3c0e-4b8e-9d0b-0d8a5f0f8a02
33333333-0d5a-4c5e-9a3e-6a3c1f7b2d03	33333333-0d5a-4c5e-9a3e-6a3c1f7b2d03	{"sub": "33333333-0d5a-4c5e-9a3e-6a3c1f7b2d03", "email": "argon2id@exemple.fr"}	email	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	a3333333-3c0e-4b8e-9d0b-0d8a5f0f8a03
44444444-0d5a-4c5e-9a3e-6a3c1f7b2d04	44444444-0d5a-4c5e-9a3e-6a3c1f7b2d04	{"sub": "44444444-0d5a-4c5e-9a3e-6a3c1f7b2d04", "email": "firebase@exemple.fr"}	email	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	a4444444-3c0e-4b8e-9d0b-0d8a5f0f8a04
55555555-0d5a-4c5e-9a3e-6a3c1f7b2d05	55555555-0d5a-4c5e-9a3e-6a3c1f7b2d05	{"sub": "55555555-0d5a-4c5e-9a3e-6a3c1f7b2d05", "email": "totp@exemple.fr"}	email	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	2024-03-01 10:00:00+00	a5555555-3c0e-4b8e-9d0b-0d8a5f0f8a05
\.

--
-- Data for Name: sessions; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

COPY auth.sessions (id, user_id, created_at, updated_at, factor_id, aal, not_after, refreshed_at, user_agent, ip, tag, oauth_client_id, refresh_token_hmac_key, refresh_token_counter, scopes) FROM stdin;
b1111111-4a5e-4f60-8a7b-1c2d3e4f5a01	11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	2024-05-01 10:00:00+00	2024-05-01 11:00:00+00	\N	aal1	\N	2024-05-01 11:00:00	node	192.0.2.1	\N	\N	\N	\N	\N
b2222222-4a5e-4f60-8a7b-1c2d3e4f5a02	22222222-0d5a-4c5e-9a3e-6a3c1f7b2d02	2024-05-01 10:00:00+00	2024-05-01 10:00:00+00	\N	aal1	\N	2024-05-01 10:00:00	node	192.0.2.2	\N	\N	AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8	5	\N
b5555555-4a5e-4f60-8a7b-1c2d3e4f5a05	55555555-0d5a-4c5e-9a3e-6a3c1f7b2d05	2024-05-01 10:00:00+00	2024-05-01 10:00:00+00	c5555555-2b3c-4d5e-8f70-1a2b3c4d5e05	aal2	\N	\N	node	2001:db8::1	\N	\N	\N	\N	\N
\.

--
-- Data for Name: mfa_amr_claims; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

COPY auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id) FROM stdin;
b1111111-4a5e-4f60-8a7b-1c2d3e4f5a01	2024-05-01 10:00:00+00	2024-05-01 10:00:00+00	password	d1111111-2b3c-4d5e-8f70-1a2b3c4d5e01
b2222222-4a5e-4f60-8a7b-1c2d3e4f5a02	2024-05-01 10:00:00+00	2024-05-01 10:00:00+00	password	d2222222-2b3c-4d5e-8f70-1a2b3c4d5e02
b5555555-4a5e-4f60-8a7b-1c2d3e4f5a05	2024-05-01 10:00:00+00	2024-05-01 10:00:00+00	password	d5555555-2b3c-4d5e-8f70-1a2b3c4d5e05
b5555555-4a5e-4f60-8a7b-1c2d3e4f5a05	2024-05-01 10:01:00+00	2024-05-01 10:01:00+00	totp	d5555556-2b3c-4d5e-8f70-1a2b3c4d5e06
\.

--
-- Data for Name: mfa_factors; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

COPY auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at, web_authn_credential, web_authn_aaguid, last_webauthn_challenge_data) FROM stdin;
c5555555-2b3c-4d5e-8f70-1a2b3c4d5e05	55555555-0d5a-4c5e-9a3e-6a3c1f7b2d05	Phone	totp	verified	2024-04-01 10:00:00+00	2024-04-01 10:01:00+00	JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP	\N	2024-05-01 10:00:59+00	\N	\N	\N
c5555556-2b3c-4d5e-8f70-1a2b3c4d5e06	55555555-0d5a-4c5e-9a3e-6a3c1f7b2d05	Laptop	webauthn	verified	2024-04-02 10:00:00+00	2024-04-02 10:01:00+00	\N	\N	2024-04-02 10:00:59+00	{"id": "AQIDBA==", "flags": {"userPresent": true, "backupState": false, "userVerified": true, "backupEligible": false}, "publicKey": "pQECAyYgASFYIAEC", "transport": ["internal"], "authenticator": {"AAGUID": "AAAAAAAAAAAAAAAAAAAAAA==", "signCount": 3, "attachment": "platform", "cloneWarning": false}, "attestationType": "none"}	00000000-0000-0000-0000-000000000000	\N
\.

--
-- Data for Name: refresh_tokens; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

COPY auth.refresh_tokens (instance_id, id, token, user_id, revoked, created_at, updated_at, parent, session_id) FROM stdin;
00000000-0000-0000-0000-000000000000	6	zyxwvutsrq98	11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	t	2024-05-01 10:00:00+00	2024-05-01 11:00:00+00	\N	b1111111-4a5e-4f60-8a7b-1c2d3e4f5a01
00000000-0000-0000-0000-000000000000	7	abcdefghij12	11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	f	2024-05-01 11:00:00+00	2024-05-01 11:00:00+00	zyxwvutsrq98	b1111111-4a5e-4f60-8a7b-1c2d3e4f5a01
00000000-0000-0000-0000-000000000000	8	klmnopqrst34	55555555-0d5a-4c5e-9a3e-6a3c1f7b2d05	f	2024-05-01 10:01:00+00	2024-05-01 10:01:00+00	\N	b5555555-4a5e-4f60-8a7b-1c2d3e4f5a05
\.

--
-- Data for Name: webauthn_credentials; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

COPY auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name, created_at, updated_at, last_used_at) FROM stdin;
e5555555-2b3c-4d5e-8f70-1a2b3c4d5e05	55555555-0d5a-4c5e-9a3e-6a3c1f7b2d05	\\x01020304	\\xa5010203262001	none	\N	7	["internal", "hybrid"]	t	t	iPhone	2025-11-02 10:00:00+00	2025-11-02 10:00:00+00	\N
\.

--
-- Name: refresh_tokens_id_seq; Type: SEQUENCE SET; Schema: auth; Owner: supabase_auth_admin
--

SELECT pg_catalog.setval('auth.refresh_tokens_id_seq', 8, true);

--
-- PostgreSQL database dump complete
--

RESET session_replication_role;
