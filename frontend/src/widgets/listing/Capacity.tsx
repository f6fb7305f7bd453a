import { Users } from 'lucide-react';
import styles from './Capacity.module.css';

/** How many persons a place takes. */
export function Capacity({ children }: { children: string }) {
  return (
    <p className={styles['capacity']}>
      <Users aria-hidden />
      {children}
    </p>
  );
}
