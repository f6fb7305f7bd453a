import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import type { Session } from '@/session/session';
import { useSession } from '@/session/useSession';
import { useAuthDialog } from '@/widgets/auth/authDialog';
import page from '@/widgets/page/ConsolePage.module.css';
import { PageTitle } from '@/widgets/page/PageTitle';
import { PicturePanel } from '@/widgets/page/PicturePanel';
import styles from './AccountPage.module.css';
import { DataSection } from './DataSection';
import { EmailChangeNotice } from './EmailChangeNotice';
import { EmailSection } from './EmailSection';
import { PanelSkeleton } from './PanelSkeleton';
import { PasswordSection } from './PasswordSection';
import { ProfileSection } from './ProfileSection';
import { SecondFactorSection } from './SecondFactorSection';
import { SessionsSection } from './SessionsSection';
import { useMailLink } from './useMailLink';

export const handle = { Skeleton: PanelSkeleton };

/** `/compte`: profile, address, password, devices, second factor and data. The link that confirms an address leads here. */
export function Component() {
  const { t } = useTranslation('account');
  const session = useSession();
  const notice = <EmailChangeNotice link={useMailLink('email_change')} />;
  return (
    <>
      <PageTitle indexed={false}>{t('account.title')}</PageTitle>
      {session ? <Account key={session.profile.id} session={session} notice={notice} /> : <SignedOut notice={notice} />}
    </>
  );
}

function Account({ session, notice }: { session: Session; notice: ReactNode }) {
  const { t } = useTranslation('account');
  const { profile, token } = session;
  return (
    <div className={page['page']}>
      <header>
        <h1>{t('account.title')}</h1>
        <p className={styles['who']}>{t('account.signedInAs', { email: profile.email })}</p>
      </header>
      {notice}
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <ProfileSection token={token} />
          <EmailSection session={session} />
          <SessionsSection token={token} />
        </div>
        <div className={styles['column']}>
          <PasswordSection session={session} />
          <SecondFactorSection session={session} />
          <DataSection token={token} />
        </div>
      </div>
    </div>
  );
}

function SignedOut({ notice }: { notice: ReactNode }) {
  const { t } = useTranslation(['account', 'auth']);
  const authDialog = useAuthDialog();
  return (
    <PicturePanel title={t('account.title')} lead={t('account.signedOut')} picture="harbour-2">
      {notice}
      <div onPointerEnter={authDialog.preload} onFocus={authDialog.preload}>
        <Button variant="accent" wide onClick={() => authDialog.open('login')}>
          {t('auth:login.submit')}
        </Button>
      </div>
    </PicturePanel>
  );
}
