import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '@/components/classes';
import { CardSkeleton } from '@/components/Skeleton';
import styles from './EstablishmentGrid.module.css';

export type GridColumns = 1 | 2 | 3 | 4;
const COLUMNS = { 1: 'one', 2: 'two', 3: 'three', 4: 'four' } as const;

interface EstablishmentGridProps {
  /** What the list is of, for screen readers. */
  label: string;
  /** On a wide screen. */
  columns?: GridColumns;
  /** `EstablishmentCard`s, or other `li`s. */
  children: ReactNode;
}

export function EstablishmentGrid({ label, columns = 3, children }: EstablishmentGridProps) {
  return (
    <ul aria-label={label} className={classes(styles['grid'], styles[COLUMNS[columns]])}>
      {children}
    </ul>
  );
}

/** The shape of the grid while its cards are on their way, with a sentence that says so. */
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
