import { useTranslation } from 'react-i18next';
import { Article } from '@/widgets/article/Article';
import type { ListedLink } from '@/widgets/article/LinkList';
import { UPDATED } from './updated';

const SECTIONS = ['account', 'searches', 'reviews', 'hosts', 'booking', 'technical', 'others', 'rights'] as const;

export function Privacy() {
  const { t } = useTranslation(['privacy', 'layout']);
  const links: Partial<Record<(typeof SECTIONS)[number], readonly ListedLink[]>> = {
    others: [{ to: '/cookies', label: t('layout:footer.cookies') }],
    rights: [
      { to: '/compte', label: t('layout:header.account') },
      { to: '/contact', label: t('layout:footer.writeUs') },
    ],
  };
  return (
    <Article
      title={t('title')}
      intro={t('intro')}
      updated={UPDATED}
      sections={SECTIONS.map((id) => ({ id, title: t(`${id}.title`), text: t(`${id}.text`), links: links[id] ?? [] }))}
    />
  );
}
