import * as v from 'valibot';

/** An account in the answers of the sign-in function and of the auth service. */
export const User = v.object({
  id: v.string(),
  email: v.string(),
  user_metadata: v.optional(v.nullable(v.object({ firstName: v.optional(v.nullable(v.string())) }))),
});

/** A session in their answers. */
export const UserSession = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  /** In seconds. */
  expires_in: v.fallback(v.optional(v.number()), undefined),
});
export type UserSession = v.InferOutput<typeof UserSession>;
