import { Ship } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { classes } from '@/components/classes';
import { Picture } from '@/pictures/Picture';
import banner from '@/widgets/call-to-action/Banner.module.css';
import styles from './FerryBanner.module.css';

/** §1: the banner of the ferry partner. */
export function FerryBanner() {
  const { t } = useTranslation('home-offers');
  return (
    <section aria-labelledby="ferry-title" className={banner['band']}>
      <div className={classes(banner['panel'], styles['panel'])}>
        <div className={classes(banner['words'], styles['words'])}>
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
        <Picture name="ferry-1" alt="" sizes="(min-width: 1024px) 700px, 100vw" className={banner['picture']} />
      </div>
    </section>
  );
}
