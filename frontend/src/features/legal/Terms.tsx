import { useTranslation } from 'react-i18next';
import { Article } from '@/widgets/article/Article';
import type { ListedLink } from '@/widgets/article/LinkList';
import { UPDATED } from './updated';

const SECTIONS = ['service', 'account', 'booking', 'cancellation', 'offers', 'reviews', 'hosts', 'liability'] as const;

export function Terms() {
  const { t } = useTranslation(['terms', 'layout']);
  const links: Partial<Record<(typeof SECTIONS)[number], readonly ListedLink[]>> = {
    hosts: [{ to: '/partners', label: t('layout:footer.partners') }],
    liability: [{ to: '/contact', label: t('layout:footer.writeUs') }],
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
