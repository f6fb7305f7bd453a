import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '@/components/classes';
import { CardSkeleton } from '@/components/Skeleton';
import styles from './EstablishmentGrid.module.css';

type GridColumns = 1 | 2 | 3 | 4;
const COLUMNS = { 1: 'one', 2: 'two', 3: 'three', 4: 'four' } as const;

interface EstablishmentGridProps {
  /** The accessible name of the list. */
  label: string;
  /** The number of columns on a wide screen. */
  columns?: GridColumns;
  /** `EstablishmentCard`s or other `li` elements. */
  children: ReactNode;
}

export function EstablishmentGrid({ label, columns = 3, children }: EstablishmentGridProps) {
  return (
    <ul aria-label={label} className={classes(styles['grid'], styles[COLUMNS[columns]])}>
      {children}
    </ul>
  );
}

/** The skeleton of the grid, with a loading text for screen readers. */
export function GridSkeleton({ label, columns = 3, cards }: { label: string; columns?: GridColumns; cards: number }) {
  return (
    <div aria-busy="true" className={styles['loading']}>
      <p role="status" className={styles['waiting']}>
        <LoaderCircle aria-hidden />
        {label}
      </p>
      <div className={classes(styles['grid'], styles[COLUMNS[columns]])}>
        {Array.from({ length: cards }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}
