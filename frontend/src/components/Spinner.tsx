import styles from './Spinner.module.css';

/** For waits inside a control; a page shows skeletons. */
export function Spinner({ label }: { label: string }) {
  return <span role="status" aria-label={label} className={styles['spinner']} />;
}
