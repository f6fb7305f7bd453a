import { useTranslation } from 'react-i18next';
import { createSearchParams, Link } from 'react-router';
import { classes } from '@/components/classes';
import covering from '@/components/CoveringLink.module.css';
import { Picture } from '@/pictures/Picture';
import { POPULAR_CITIES } from '@/sample-content/popularCities';
import { useFormat } from '@/i18n/useFormat';
import styles from './PopularCities.module.css';
import { Section } from './Section';

/** §2 Home: eight cities as a row of posters. */
export function PopularCities() {
  const { t } = useTranslation('home-offers');
  const format = useFormat();
  return (
    <Section title={t('cities.title')} text={t('cities.text')}>
      <ul className={styles['cities']}>
        {POPULAR_CITIES.map(({ name, stays, picture }) => (
          <li key={name} className={classes(covering['area'], styles['city'])}>
            <Picture name={picture} alt="" sizes="(min-width: 1024px) 380px, 60vw" ratio={2 / 3} className={styles['poster']} />
            <h3 className={styles['name']}>
              <Link
                to={{ pathname: '/search', search: createSearchParams({ destination: name }).toString() }}
                className={covering['link']}
              >
                {name}
              </Link>
            </h3>
            <p className={styles['stays']}>{t('cities.stays', { number: format.number(stays) })}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
