import { Ship } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { Picture } from '@/pictures/Picture';
import styles from './FerryBanner.module.css';

/** §1: the banner of the ferry partner. */
export function FerryBanner() {
  const { t } = useTranslation('home-offers');
  return (
    <section aria-labelledby="ferry-title" className={styles['band']}>
      <div className={styles['panel']}>
        <div className={styles['words']}>
          <p className={styles['eyebrow']}>
            <Ship aria-hidden />
            {t('ferry.eyebrow')}
          </p>
          <h2 id="ferry-title">{t('ferry.title')}</h2>
          <p>{t('ferry.text')}</p>
          <ButtonLink to="/taxi" variant="outline">
            {t('ferry.action')}
          </ButtonLink>
        </div>
        <Picture name="ferry-1" alt="" sizes="(min-width: 1024px) 700px, 100vw" className={styles['picture']} />
      </div>
    </section>
  );
}
