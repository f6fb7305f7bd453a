import { changePassword, endOnServer, readAccount } from '@/api/account';
import { login } from '@/api/auth';
import { startSession, type Session } from '@/session/session';

/**
 * Signs in with the current password, to verify it, and sets the new one in that session, which becomes the site's. Every
 * other session of the account ends. An account with a second factor sets it in its present session, which has the
 * factor.
 */
export async function replacePassword({ token, profile }: Session, current: string, next: string): Promise<void> {
  const proof = await login(profile.email, current);
  const proofToken = proof.session.access_token;
  try {
    const { secondFactors } = await readAccount(proofToken);
    if (secondFactors.length > 0) {
      await changePassword(next, token, current);
      return;
    }
    await changePassword(next, proofToken, current);
  } catch (error) {
    await endOnServer(proofToken);
    throw error;
  }
  startSession(proof);
}
