import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { useHydrating } from '@/components/useHydrating';
import { today } from '@/dates/days';
import { weekend } from '@/dates/weekend';
import { searchParams } from '@/domain/searchAddress';
import { Picture } from '@/pictures/Picture';
import styles from './LastMinute.module.css';

/** §1: last-minute offers for the coming weekend. */
export function LastMinute() {
  const { t } = useTranslation('home-offers');
  // The document does not know the day of the visit.
  const isHydrating = useHydrating();
  const search = useMemo(() => (isHydrating ? '' : searchParams({ dates: weekend(today()) }).toString()), [isHydrating]);
  return (
    <section aria-labelledby="last-minute-title" className={styles['banner']}>
      <Picture name="resort-2" alt="" sizes="100vw" fill className={styles['scene']} />
      <div className={styles['words']}>
        <p className={styles['eyebrow']}>{t('lastMinute.eyebrow')}</p>
        <h2 id="last-minute-title">{t('lastMinute.title')}</h2>
        <p>{t('lastMinute.text')}</p>
        <ButtonLink to={{ pathname: '/search', search }} variant="inverse">
          {t('lastMinute.action')}
        </ButtonLink>
      </div>
    </section>
  );
}
