import { useTranslation } from 'react-i18next';
import { LegalArticle } from './LegalArticle';

const SECTIONS = ['publisher', 'hosting', 'content', 'credits', 'report'] as const;

export function LegalNotice() {
  const { t } = useTranslation(['legal-notice', 'layout']);
  return (
    <LegalArticle
      title={t('title')}
      intro={t('intro')}
      sections={SECTIONS}
      textOf={(section, part) => t(`${section}.${part}`)}
      links={{
        content: [{ to: '/conditions-generales', label: t('layout:footer.terms') }],
        report: [{ to: '/contact', label: t('layout:footer.writeUs') }],
      }}
    />
  );
}
