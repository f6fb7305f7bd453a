import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classes } from '@/components/classes';
import covering from '@/components/CoveringLink.module.css';
import { Picture } from '@/pictures/Picture';
import { ACCOMMODATION_TYPES } from '@/sample-content/accommodationTypes';
import { useFormat } from '@/i18n/useFormat';
import styles from './AccommodationTypes.module.css';
import { Section } from './Section';

/** §2 Home: the eight accommodation types as pictures, which link to their listing pages. */
export function AccommodationTypes() {
  const { t } = useTranslation('home');
  const format = useFormat();
  return (
    <Section id="sejour" title={t('types.title')} text={t('types.text')}>
      <ul className={styles['types']}>
        {ACCOMMODATION_TYPES.map(({ type, count, to, picture }) => (
          <li key={type} className={classes(covering['area'], styles['type'])}>
            <Picture name={picture} alt="" sizes="(min-width: 1024px) 282px, 46vw" fill />
            <h3 className={styles['name']}>
              <Link to={to} className={covering['link']}>{t(`types.${type}`)}</Link>
            </h3>
            <p className={styles['count']}>{t('types.count', { count: format.number(count) })}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
