import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/widgets/page/PageTitle';
import { AdminConsole } from './AdminConsole';
import { AdminLogin } from './AdminLogin';
import { useAdminSession } from './useAdminSession';

/** §8 Admin: the login, then applications and images. */
export function Component() {
  const { t } = useTranslation('admin');
  const session = useAdminSession();
  return (
    <>
      <PageTitle indexed={false}>{t('title')}</PageTitle>
      {session ? <AdminConsole key={session.token} session={session} /> : <AdminLogin />}
    </>
  );
}
