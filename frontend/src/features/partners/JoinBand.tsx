import { useTranslation } from 'react-i18next';
import { Picture } from '@/pictures/Picture';
import { ApplyButton, type ApplyProps } from './ApplyButton';
import styles from './JoinBand.module.css';

export function JoinBand(apply: ApplyProps) {
  const { t } = useTranslation('partners');
  return (
    <section aria-labelledby="join-title" className={styles['band']}>
      <div className={styles['panel']}>
        <div className={styles['words']}>
          <h2 id="join-title">{t('join.title')}</h2>
          <p>{t('join.text')}</p>
          <ApplyButton variant="inverse" {...apply} />
        </div>
        <Picture name="residence-2" alt="" sizes="(min-width: 768px) 600px, 100vw" className={styles['picture']} />
      </div>
    </section>
  );
}
