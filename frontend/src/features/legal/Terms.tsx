import { useTranslation } from 'react-i18next';
import { LegalArticle } from './LegalArticle';

const SECTIONS = ['service', 'account', 'booking', 'cancellation', 'offers', 'reviews', 'hosts', 'liability'] as const;

export function Terms() {
  const { t } = useTranslation(['terms', 'layout']);
  return (
    <LegalArticle
      title={t('title')}
      intro={t('intro')}
      sections={SECTIONS}
      textOf={(section, part) => t(`${section}.${part}`)}
      links={{
        hosts: [{ to: '/partners', label: t('layout:footer.partners') }],
        liability: [{ to: '/contact', label: t('layout:footer.writeUs') }],
      }}
    />
  );
}
