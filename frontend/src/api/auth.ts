import * as v from 'valibot';
import type { ProfileDetails } from './account';
import { request } from './client';
import { User, UserSession } from './user';

/** The body of call 1, without its action. */
interface Registration {
  readonly email: string;
  readonly password: string;
  readonly userData: ProfileDetails;
}

const optionalText = v.optional(v.nullable(v.string()));

const LoginResponse = v.object({
  session: UserSession,
  user: User,
  profile: v.optional(v.nullable(v.looseObject({ first_name: optionalText, firstName: optionalText }))),
});
/** The response of call 2. The first name is in `profile`, else in `user_metadata`. */
export type LoginResponse = v.InferOutput<typeof LoginResponse>;

/** Call 1: creates an account. */
export async function register(registration: Registration): Promise<void> {
  await request('functions/v1/user-auth', {
    method: 'POST',
    body: { action: 'register', ...registration },
    schema: v.unknown(),
  });
}

/** Call 2: signs in with e-mail and password. */
export function login(email: string, password: string): Promise<LoginResponse> {
  return request('functions/v1/user-auth', {
    method: 'POST',
    body: { action: 'login', email, password },
    schema: LoginResponse,
  });
}
