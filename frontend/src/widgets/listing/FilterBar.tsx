import type { ReactNode } from 'react';
import styles from './FilterBar.module.css';

interface FilterBarProps {
  /** What the buttons narrow by, for screen readers. */
  label: string;
  /** `ToggleChip`s; none where there is only an order to choose. */
  children?: ReactNode;
  /** At the row's end: a `Select` for the order, or the number found. */
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
