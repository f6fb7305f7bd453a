import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { ErrorState } from '@/components/StateMessage';
import { PageTitle } from '@/widgets/page/PageTitle';

/** A page that failed, or whose chunk is gone since a newer build: loading it again mends the second. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <PageTitle>{t('error.generic')}</PageTitle>
      <ErrorState titleLevel={1} title={t('error.page')} onRetry={() => window.location.reload()}>
        {t('error.pageHint')}
      </ErrorState>
    </>
  );
}
