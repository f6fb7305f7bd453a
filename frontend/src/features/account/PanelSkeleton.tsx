import { Loading, Skeleton } from '@/components/Skeleton';
import styles from '@/widgets/page/PicturePanel.module.css';
import skeleton from './PanelSkeleton.module.css';

/** The shape of `PicturePanel`. */
export function PanelSkeleton() {
  return (
    <Loading className={styles['page']}>
      <div className={styles['panel']}>
        <div className={skeleton['picture']} />
        <div className={styles['content']}>
          <Skeleton shape="title" width="80%" />
          <Skeleton />
          <Skeleton width="60%" />
          <div className={skeleton['control']} />
          <div className={skeleton['control']} />
        </div>
      </div>
    </Loading>
  );
}
