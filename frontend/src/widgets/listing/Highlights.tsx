import { useTranslation } from 'react-i18next';
import styles from './Highlights.module.css';

/** §9 Cards show at most four amenities. */
const SHOWN = 4;

/** The first highlights of an establishment, and the number of the others. */
export function Highlights({ items, shown = SHOWN }: { items: readonly string[]; shown?: number | undefined }) {
  const { t } = useTranslation('listing');
  const more = items.length - shown;
  return (
    <ul className={styles['highlights']}>
      {items.slice(0, shown).map((item) => (
        <li key={item}>{item}</li>
      ))}
      {more > 0 && <li className={styles['more']}>{t('more', { count: more })}</li>}
    </ul>
  );
}
