import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { PageError } from '@/widgets/errors/PageError';
import { PageTitle } from '@/widgets/page/PageTitle';

/** Error boundary of every page, inside the app shell. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <>
      <PageTitle indexed={false}>{t('error.generic')}</PageTitle>
      <PageError error={error} />
    </>
  );
}
