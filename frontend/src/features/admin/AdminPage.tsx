import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { sentApplication } from '@/domain/sentApplication';
import { PageTitle } from '@/widgets/page/PageTitle';
import { AdminConsole } from './AdminConsole';
import { AdminLogin } from './AdminLogin';
import { ApplicationReceived } from './ApplicationReceived';
import { useAdminSession } from './useAdminSession';

/** §8 Admin: the login, then applications and images. An owner who comes from an application first sees what follows. */
export function Component() {
  const { t } = useTranslation('admin');
  const session = useAdminSession();
  const { state }: { state: unknown } = useLocation();
  const application = session ? null : sentApplication(state);
  return (
    <>
      <PageTitle indexed={false}>{application ? t('received.title') : t('title')}</PageTitle>
      {application && <ApplicationReceived application={application} />}
      {session ? <AdminConsole key={session.token} session={session} /> : <AdminLogin titleLevel={application ? 2 : 1} />}
    </>
  );
}
