import { useTranslation } from 'react-i18next';
import { Article } from '@/widgets/article/Article';
import type { ListedLink } from '@/widgets/article/LinkList';
import { UPDATED } from './updated';

const SECTIONS = ['publisher', 'hosting', 'content', 'credits', 'report'] as const;

export function LegalNotice() {
  const { t } = useTranslation(['legal-notice', 'layout']);
  const links: Partial<Record<(typeof SECTIONS)[number], readonly ListedLink[]>> = {
    content: [{ to: '/conditions-generales', label: t('layout:footer.terms') }],
    report: [{ to: '/contact', label: t('layout:footer.writeUs') }],
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
