import { changePassword, endOnServer } from '@/api/account';
import { login } from '@/api/auth';
import { startSession } from '@/session/session';

/**
 * Signs in with the current password, which proves it, and sets the new one in that session. It becomes the site's, and
 * every other session of the account ends.
 */
export async function replacePassword(email: string, current: string, next: string): Promise<void> {
  const signedIn = await login(email, current);
  const token = signedIn.session.access_token;
  try {
    await changePassword(next, token, current);
  } catch (error) {
    await endOnServer(token);
    throw error;
  }
  startSession(signedIn);
}
