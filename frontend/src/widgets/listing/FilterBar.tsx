import type { ReactNode } from 'react';
import styles from './FilterBar.module.css';

interface FilterBarProps {
  /** The accessible name of the filters. */
  label: string;
  /** `ToggleChip`s; none if there is a sort order only. */
  children?: ReactNode;
  /** The end of the row: a `Select` for the sort order, or the number of results. */
  aside?: ReactNode;
}

/** A row of filter buttons above a grid. */
export function FilterBar({ label, children, aside }: FilterBarProps) {
  return (
    <div className={styles['bar']}>
      {children && (
        <div role="group" aria-label={label} className={styles['chips']}>
          {children}
        </div>
      )}
      {aside && <div className={styles['aside']}>{aside}</div>}
    </div>
  );
}
