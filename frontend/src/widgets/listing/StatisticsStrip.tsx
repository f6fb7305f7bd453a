import { classes } from '@/components/classes';
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
}

/** Two to four figures in a row. */
export function StatisticsStrip({ items, look = 'raised' }: StatisticsStripProps) {
  return (
    <dl className={classes(styles['strip'], styles[look])}>
      {items.map(({ value, label }) => (
        <div key={label} className={styles['item']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
