import { useTranslation } from 'react-i18next';

/** The document's title while this page shows; React lifts it into the head. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation();
  const title = `${children} · ${t('brand')}`;
  return <title>{title}</title>;
}
