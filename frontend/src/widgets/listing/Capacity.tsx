import { Users } from 'lucide-react';
import styles from './Capacity.module.css';

/** The number of persons that an accommodation takes. */
export function Capacity({ children }: { children: string }) {
  return (
    <p className={styles['capacity']}>
      <Users aria-hidden />
      {children}
    </p>
  );
}
