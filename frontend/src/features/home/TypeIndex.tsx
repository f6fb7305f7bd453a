import { ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classes } from '@/components/classes';
import covering from '@/components/CoveringLink.module.css';
import { ACCOMMODATION_TYPES } from '@/sample-content/accommodationTypes';
import { useFormat } from '@/i18n/useFormat';
import { Section } from './Section';
import styles from './TypeIndex.module.css';

/** §2 Home: the eight accommodation types again, as a list of links at the end of the page. */
export function TypeIndex() {
  const { t } = useTranslation(['home-offers', 'home']);
  const format = useFormat();
  return (
    <Section title={t('typeIndex.title')} text={t('typeIndex.text')} tone="sand">
      <ul className={styles['index']}>
        {ACCOMMODATION_TYPES.map(({ type, count, to }) => (
          <li key={type} className={classes(covering['area'], styles['entry'])}>
            <h3 className={styles['name']}>
              <Link to={to} className={covering['link']}>{t(`home:types.${type}`)}</Link>
            </h3>
            <p className={styles['line']}>{t(`typeIndex.kind.${type}`)}</p>
            <p className={styles['count']}>{t('typeIndex.count', { count: format.number(count) })}</p>
            <ArrowUpRight aria-hidden className={styles['arrow']} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
