import { useTranslation } from 'react-i18next';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import styles from './Stages.module.css';
import { HALFWAY, STAGES } from './stageList';

/** The stages of the GR20: the northern half, then the southern one. */
export function Stages() {
  const { t } = useTranslation('guide-gr20');
  const half = STAGES.findIndex(({ to }) => to === HALFWAY) + 1;
  return (
    <div className={styles['halves']}>
      {[
        { title: t('stages.north'), stages: STAGES.slice(0, half) },
        { title: t('stages.south'), stages: STAGES.slice(half) },
      ].map(({ title, stages }) => (
        <div key={title} className={styles['half']}>
          <h3>{title}</h3>
          <ol start={stages[0]?.number}>
            {stages.map(({ number, from, to }) => (
              <li key={number} value={number}>
                <span aria-hidden className={styles['number']}>
                  {number}
                </span>
                <span lang={CONTENT_LANGUAGE}>{[from, to].join(' – ')}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}
