import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { endOnServer, readAccount } from '@/api/account';
import { Notice } from '@/components/Notice';
import { useSession } from '@/session/useSession';
import { changeStoredProfile } from './storedProfile';
import { useErrorText } from './useErrorText';
import type { MailLink } from './mailLink';

/** The outcome of the link that confirms a new address. */
export function EmailChangeNotice({ link }: { link: MailLink }) {
  const { t } = useTranslation('account');
  if (link.kind === 'valid') return <Changed token={link.token} />;
  if (link.kind === 'halfConfirmed') return <Notice tone="info">{t('email.halfConfirmed')}</Notice>;
  return link.kind === 'expired' && <Notice tone="error">{t('email.expired')}</Notice>;
}

/** Stores the new address in this browser's session, and ends the session of the link, which is not needed. */
function Changed({ token }: { token: string }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const session = useSession();
  const { data: account, error } = useQuery({
    queryKey: ['changed email', token],
    queryFn: async ({ signal }) => {
      const changed = await readAccount(token, signal);
      await endOnServer(token);
      return changed;
    },
    staleTime: Infinity,
    retry: false,
  });
  useEffect(() => {
    if (!account || session?.profile.id !== account.id || session.profile.email === account.email) return;
    changeStoredProfile(session.token, { email: account.email });
    void queryClient.invalidateQueries({ queryKey: ['account'] });
  }, [account, session, queryClient]);
  if (error) return <Notice tone="error">{errorText(error)}</Notice>;
  return account && <Notice tone="success">{t('email.done', { email: account.email })}</Notice>;
}
