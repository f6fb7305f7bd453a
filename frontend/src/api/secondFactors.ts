import * as v from 'valibot';
import { request } from './client';
import { ApiError } from './errors';
import { User, UserSession } from './user';

const FACTORS = 'auth/v1/factors';

const Enrollment = v.pipe(
  v.object({ id: v.string(), totp: v.object({ qr_code: v.string(), secret: v.string() }) }),
  v.transform(({ id, totp }) => ({ id, qrCode: totp.qr_code, secret: totp.secret })),
);
/** An authenticator app that is being added. `qrCode` is an SVG document. */
export type Enrollment = v.InferOutput<typeof Enrollment>;

const VerifiedSession = v.object({ ...UserSession.entries, user: User });
/** The session after a code was verified. It replaces the session that asked for the verification. */
export type VerifiedSession = v.InferOutput<typeof VerifiedSession>;

/** Begins to add an authenticator app. It counts after its first code was verified. */
export function enrollApp(token: string): Promise<Enrollment> {
  // The names of an account's factors must differ, also from those that were never verified.
  const body = { factor_type: 'totp', issuer: 'Isula', friendly_name: `Isula ${new Date().toISOString()}` };
  return request(FACTORS, { method: 'POST', body, token, schema: Enrollment });
}

export async function removeFactor(id: string, token: string): Promise<void> {
  await request(`${FACTORS}/${encodeURIComponent(id)}`, { method: 'DELETE', token, schema: v.unknown() });
}

/** Verifies a code of an authenticator app. */
export async function verifyCode(factorId: string, code: string, token: string): Promise<VerifiedSession> {
  const path = `${FACTORS}/${encodeURIComponent(factorId)}`;
  const challenge = await request(`${path}/challenge`, { method: 'POST', body: {}, token, schema: v.object({ id: v.string() }) });
  return request(`${path}/verify`, { method: 'POST', body: { challenge_id: challenge.id, code }, token, schema: VerifiedSession });
}

/** Verifies a code of whichever of the apps it is from. */
export async function verifyCodeOfAny(factorIds: readonly string[], code: string, token: string): Promise<VerifiedSession> {
  const [first = '', ...others] = factorIds;
  try {
    return await verifyCode(first, code, token);
  } catch (error) {
    const isOfAnother = error instanceof ApiError && error.code === 'mfa_verification_failed' && others.length > 0;
    if (!isOfAnother) throw error;
    return verifyCodeOfAny(others, code, token);
  }
}
