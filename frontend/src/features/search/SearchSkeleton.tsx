import { classes } from '@/components/classes';
import panel from '@/components/FormPanel.module.css';
import { Skeleton } from '@/components/Skeleton';
import { ResultSkeletons } from './ResultSkeletons';
import bar from './SearchBar.module.css';
import page from './SearchPage.module.css';
import styles from './SearchSkeleton.module.css';

/** The skeleton of the page, before the query is known. */
export function SearchSkeleton() {
  return (
    <div className={page['page']}>
      <div aria-hidden className={styles['path']}>
        <Skeleton width="30%" />
      </div>
      {/* A phone shows the search in one line. */}
      <div aria-hidden className={styles['pill']}>
        <Skeleton shape="pill" />
      </div>
      <div aria-hidden className={styles['form']}>
        <div className={classes(panel['panel'], bar['bar'])}>
          <FieldSkeleton />
          <FieldSkeleton />
          <FieldSkeleton />
          <div className={bar['submit']}>
            <Skeleton shape="pill" />
          </div>
        </div>
      </div>
      <div className={page['columns']}>
        <div aria-hidden className={`${page['filters']} ${styles['filters']}`} />
        <div className={page['results']}>
          <div aria-hidden className={styles['head']}>
            <Skeleton width="30%" />
            <Skeleton shape="title" width="50%" />
            <Skeleton width="40%" />
            <div className={styles['tools']}>
              <Skeleton shape="pill" />
              <Skeleton shape="pill" />
            </div>
          </div>
          <ResultSkeletons />
        </div>
      </div>
    </div>
  );
}

function FieldSkeleton() {
  return (
    <div className={styles['field']}>
      <Skeleton width="40%" />
      <Skeleton shape="pill" />
    </div>
  );
}
