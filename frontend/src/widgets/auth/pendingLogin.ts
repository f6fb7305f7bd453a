import { readAccount } from '@/api/account';
import type { LoginResponse } from '@/api/auth';

/** A login whose account has second factors. Its session lacks them, and is not yet the site's. */
export interface PendingLogin {
  readonly login: LoginResponse;
  readonly factorIds: readonly string[];
}

/** What is missing after a login; null if nothing is. */
export async function pendingLogin(login: LoginResponse): Promise<PendingLogin | null> {
  const factorIds = await secondFactorsOf(login.session.access_token);
  return factorIds.length > 0 ? { login, factorIds } : null;
}

/** Without an answer the person is signed in without a second factor. The backend rejects what needs one. */
async function secondFactorsOf(token: string): Promise<string[]> {
  try {
    const { secondFactors } = await readAccount(token);
    return secondFactors.map(({ id }) => id);
  } catch (error) {
    console.warn('The second factors of the account could not be read', error);
    return [];
  }
}
