import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { ErrorState } from '@/components/StateMessage';
import { PageTitle } from '@/widgets/page/PageTitle';

/**
 * Error boundary of every page. A failed chunk import, for example after a deployment, is cured by the reload button.
 */
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
