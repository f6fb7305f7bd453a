import styles from './Lettermark.module.css';
import type { Platform } from './platforms';

/** Two letters in place of a logo. */
export function Lettermark({ platform: { id, logo } }: { platform: Pick<Platform, 'id' | 'logo'> }) {
  return (
    <span aria-hidden className={styles['mark']} data-platform={id}>
      {logo}
    </span>
  );
}
