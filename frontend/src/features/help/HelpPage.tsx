import { useTranslation } from 'react-i18next';
import { StructuredData } from '@/components/StructuredData';
import { Article } from '@/widgets/article/Article';
import { Questions } from './Questions';
import { QUESTIONS, TOPICS } from './topics';

/** `/aide` */
export function Component() {
  const { t } = useTranslation(['help', 'layout']);
  const questions = QUESTIONS.map((question) => ({
    '@type': 'Question',
    name: t(`question.${question}.title`),
    acceptedAnswer: { '@type': 'Answer', text: t(`question.${question}.text`) },
  }));
  return (
    <>
      <Article
        title={t('title')}
        intro={t('intro')}
        sections={[
          ...TOPICS.map(({ id, questions: asked, links }) => ({
            id,
            title: t(`topic.${id}`),
            children: <Questions questions={asked} />,
            links: links.map(({ to, label }) => ({ to, label: t(`layout:footer.${label}`) })),
          })),
          {
            id: 'more',
            title: t('more.title'),
            text: t('more.text'),
            links: [{ to: '/contact', label: t('layout:footer.writeUs') }],
          },
        ]}
      />
      <StructuredData data={{ '@type': 'FAQPage', mainEntity: questions }} />
    </>
  );
}
