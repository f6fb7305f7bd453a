import { Loading } from '@/components/Skeleton';
import styles from './PageFallback.module.css';

/** Fills the height of a page while its chunk loads, so that the footer does not shift. */
export function PageFallback() {
  return <Loading className={styles['page'] ?? ''}>{null}</Loading>;
}
