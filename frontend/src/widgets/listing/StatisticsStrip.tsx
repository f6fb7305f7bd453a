import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { useFormat } from '@/i18n/useFormat';
import { ListingNote } from './ListingNote';
import styles from './StatisticsStrip.module.css';

export interface Statistic {
  /** The formatted figure: '450+', '7h-21h', '4,6'. */
  readonly value: string;
  readonly label: string;
}

interface StatisticsStripProps {
  items: readonly Statistic[];
  /** `raised` overlaps the hero above it (`scene` and `night`); `plain` does not. */
  look?: 'raised' | 'plain';
  /** The number of establishments on the page, beside figures of the whole region such as '450+'. */
  presented?: number;
  /** A further sentence below the figures. */
  note?: string;
}

/** Two to four figures in a row. */
export function StatisticsStrip({ items, look = 'raised', presented, note }: StatisticsStripProps) {
  const { t } = useTranslation('listing');
  const format = useFormat();
  const region = presented === undefined ? undefined : t('regionalOffer', { number: format.number(presented) });
  const sentences = [region, note].filter((sentence) => sentence !== undefined).join(' ');
  return (
    <>
      <dl className={classes(styles['strip'], styles[look])}>
        {items.map(({ value, label }) => (
          <div key={label} className={styles['item']}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sentences && <ListingNote>{sentences}</ListingNote>}
    </>
  );
}
