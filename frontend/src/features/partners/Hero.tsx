import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Picture } from '@/components/Picture';
import { ApplyButton, type ApplyProps } from './ApplyButton';
import styles from './Hero.module.css';

const FIGURES = ['establishments', 'customers', 'rating', 'recommended'] as const;

export function Hero(apply: ApplyProps) {
  const { t } = useTranslation('partners');
  return (
    <section className={styles['hero']}>
      <div className={styles['columns']}>
        <div className={styles['words']}>
          <h1>{t('hero.heading')}</h1>
          <p className={styles['text']}>{t('hero.text')}</p>
          <ApplyButton variant="accent" {...apply} />
          <p className={styles['promise']}>
            <Clock aria-hidden />
            {t('hero.promise')}
          </p>
        </div>
        <Picture name="guest-house-1" alt="" sizes="(min-width: 1024px) 690px, 100vw" priority className={styles['picture']} />
      </div>
      <dl className={styles['figures']}>
        {FIGURES.map((figure) => (
          <div key={figure} className={styles['figure']}>
            <dt>{t(`figure.${figure}.label`)}</dt>
            <dd>{t(`figure.${figure}.value`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
