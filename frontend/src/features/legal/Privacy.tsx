import { useTranslation } from 'react-i18next';
import { LegalArticle } from './LegalArticle';

const SECTIONS = ['account', 'searches', 'reviews', 'hosts', 'booking', 'technical', 'others', 'rights'] as const;

export function Privacy() {
  const { t } = useTranslation(['privacy', 'layout']);
  return (
    <LegalArticle
      title={t('title')}
      intro={t('intro')}
      sections={SECTIONS}
      textOf={(section, part) => t(`${section}.${part}`)}
      links={{
        others: [{ to: '/cookies', label: t('layout:footer.cookies') }],
        rights: [
          { to: '/compte', label: t('layout:header.account') },
          { to: '/contact', label: t('layout:footer.writeUs') },
        ],
      }}
    />
  );
}
