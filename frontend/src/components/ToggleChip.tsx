import type { ReactNode } from 'react';
import styles from './ToggleChip.module.css';

interface ToggleChipProps {
  pressed: boolean;
  onPress: () => void;
  icon?: ReactNode;
  children: ReactNode;
}

/** A toggle button, for filters. */
export function ToggleChip({ pressed, onPress, icon, children }: ToggleChipProps) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onPress} className={styles['chip']}>
      {icon}
      {children}
    </button>
  );
}
