import { Loading } from '@/components/Skeleton';
import styles from './PageFallback.module.css';

/** Keeps the height of a page while its chunk comes, so that the footer does not jump. */
export function PageFallback() {
  return <Loading className={styles['page'] ?? ''}>{null}</Loading>;
}
