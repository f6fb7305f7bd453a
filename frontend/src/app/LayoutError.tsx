import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { useDocumentLanguage } from '@/layout/useDocumentLanguage';
import { PageError } from '@/widgets/errors/PageError';

/** Error boundary of the app shell. The page has neither header nor footer then. */
export function LayoutError() {
  return <BareError error={useRouteError()} />;
}

/** An error that fills the page; it depends on no router and on nothing that loads lazily. */
export function BareError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  useDocumentLanguage();
  return (
    <main>
      <title>{t('error.generic')}</title>
      <meta name="robots" content="noindex" />
      <PageError error={error} />
    </main>
  );
}
