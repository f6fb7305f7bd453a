import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Paragraphs } from '@/widgets/article/Paragraphs';
import styles from './Questions.module.css';
import type { Question } from './topics';

/** Questions that unfold their answers. Native elements, so that find-in-page opens them. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  const { t } = useTranslation('help');
  return (
    <div className={styles['questions']}>
      {questions.map((question) => (
        <details key={question} className={styles['question']}>
          <summary>
            <h3>{t(`question.${question}.title`)}</h3>
            <ChevronDown aria-hidden />
          </summary>
          <Paragraphs text={t(`question.${question}.text`)} />
        </details>
      ))}
    </div>
  );
}
