import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { endSession, type Profile } from '@/session/session';
import { useSession } from '@/session/useSession';
import { useAuthDialog } from '@/widgets/auth/authDialog';
import styles from './AccountActions.module.css';

/** Greeting and logout for a signed-in user; login and registration for a visitor. */
export function AccountActions({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const session = useSession();
  const authDialog = useAuthDialog();

  const logout = () => {
    // A chunk of its own, because the header is part of every first load.
    if (session) void import('@/api/account').then(({ endOnServer }) => endOnServer(session.token), console.warn);
    endSession();
    onLeave?.();
    void navigate('/');
  };
  const enter = (mode: 'login' | 'register') => {
    onLeave?.();
    authDialog.open(mode);
  };

  if (session) {
    return (
      <div className={styles['account']}>
        <Link to="/compte" onClick={onLeave} className={styles['greeting']}>
          {t('header.greeting', { name: nameOf(session.profile) ?? t('header.guestName') })}
        </Link>
        <Button variant="outline" size="sm" onClick={logout}>
          {t('header.logout')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['account']} onPointerEnter={authDialog.preload} onFocus={authDialog.preload}>
      <Button variant="outline" size="sm" onClick={() => enter('register')}>
        {t('header.register')}
      </Button>
      <Button size="sm" onClick={() => enter('login')}>
        {t('header.login')}
      </Button>
    </div>
  );
}

function nameOf({ firstName, email }: Profile): string | undefined {
  return firstName || email.split('@')[0] || undefined;
}
