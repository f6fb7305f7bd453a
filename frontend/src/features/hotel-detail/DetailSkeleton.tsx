import { Loading, Skeleton } from '@/components/Skeleton';
import page from './HotelDetailPage.module.css';
import styles from './DetailSkeleton.module.css';

/** The head of the page and its pictures, in their sizes. */
export function DetailSkeleton() {
  return (
    <Loading className={`${page['page']} ${styles['skeleton']}`}>
      <Skeleton width="30%" />
      <Skeleton shape="title" width="50%" />
      <Skeleton width="40%" />
      <div className={styles['photos']}>
        <Skeleton shape="block" />
      </div>
      <Skeleton shape="title" width="60%" />
      <Skeleton width="80%" />
      <Skeleton width="70%" />
    </Loading>
  );
}
