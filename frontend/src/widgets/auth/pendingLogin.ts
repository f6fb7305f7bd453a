import { readAccount } from '@/api/account';
import type { LoginResponse } from '@/api/auth';

/** A login whose account has second factors. Its session lacks them, and is not yet the site's. */
export interface PendingLogin {
  readonly login: LoginResponse;
  readonly factorIds: readonly string[];
}

/** The pending login if the account has second factors; null if the login is complete. */
export async function pendingLogin(login: LoginResponse): Promise<PendingLogin | null> {
  const factorIds = await secondFactorsOf(login.session.access_token);
  return factorIds.length > 0 ? { login, factorIds } : null;
}

/** If the account cannot be read, the login completes without a second factor. The backend rejects calls that need one. */
async function secondFactorsOf(token: string): Promise<string[]> {
  try {
    const { secondFactors } = await readAccount(token);
    return secondFactors.map(({ id }) => id);
  } catch (error) {
    console.warn('The second factors of the account could not be read', error);
    return [];
  }
}
