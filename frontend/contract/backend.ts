import { createClient, type SupabaseClient } from '@supabase/supabase-js';

/** The backend of this run, and the people who use it. */

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} names the backend to test, and is missing`);
  return value;
}

export const url = required('SUPABASE_URL').replace(/\/+$/, '');
export const anonKey = required('SUPABASE_ANON_KEY');
/** Kinds of keys that not every backend has, or gives away. */
export const serviceRoleKey = process.env['SUPABASE_SERVICE_ROLE_KEY'];
export const publishableKey = process.env['SUPABASE_PUBLISHABLE_KEY'];
export const secretKey = process.env['SUPABASE_SECRET_KEY'];

export function client(key = anonKey, token?: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(token && { global: { headers: { Authorization: `Bearer ${token}` } } }),
  });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Plain HTTP, as the site sends it: the key in `apikey`, and the token, else the key again, as bearer. */
export async function call(path: string, body?: object, token = anonKey): Promise<Answer> {
  const response = await fetch(`${url}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { apikey: anonKey, Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json: Record<string, unknown> = await response.json();
  return { status: response.status, headers: response.headers, body: json };
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export const PASSWORD = 'un mot de passe';
export const newEmail = () => `${crypto.randomUUID()}@contrat.exemple.fr`;

const USER_DATA = {
  firstName: 'Lucie', lastName: 'Casanova', phone: '0495000000', address: '2 rue Fesch', city: 'Ajaccio', postalCode: '20000', country: 'France',
};

/** Call 1. */
export const register = (email: string, more: object = {}) =>
  call('functions/v1/user-auth', { action: 'register', email, password: PASSWORD, userData: USER_DATA, ...more });
/** Call 2. */
export const login = (email: string, password = PASSWORD) => call('functions/v1/user-auth', { action: 'login', email, password });

/** A new account, logged in. */
export async function newPerson(): Promise<Person> {
  const email = newEmail();
  const registered = await register(email);
  if (registered.status >= 300) throw new Error(JSON.stringify(registered.body));
  const { body } = await login(email);
  const { session, user } = body as { session: { access_token: string }; user: { id: string } };
  return { id: user.id, email, token: session.access_token };
}

/** The same token with another last sign in its signature. */
export function forged(token: string): string {
  return token.slice(0, -6) + (token.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA');
}
