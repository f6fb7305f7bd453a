import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadForLostChunk } from '@/browser/lostChunk';
import { ErrorState } from '@/components/StateMessage';
import { Loading } from '@/components/Skeleton';
import { useOnline } from './useOnline';
import { useReloadForLostChunk } from './useReloadForLostChunk';

/** Says that a page could not be shown, with a button that reloads it. A lost chunk reloads it once by itself, offline when the connection is back. */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const online = useOnline();
  useEffect(() => {
    if (online) reloadForLostChunk(error);
  }, [error, online]);
  if (useReloadForLostChunk(error)) return <Loading>{null}</Loading>;
  return (
    <ErrorState titleLevel={1} title={t('error.page')} onRetry={() => window.location.reload()}>
      {online ? t('error.pageHint') : t('error.offlineHint')}
    </ErrorState>
  );
}
