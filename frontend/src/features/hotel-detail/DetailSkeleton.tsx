import { classes } from '@/components/classes';
import { Loading, OpeningPicture, Skeleton } from '@/components/Skeleton';
import { PageText } from '@/components/PageText';
import page from './HotelDetailPage.module.css';
import styles from './DetailSkeleton.module.css';
import photos from './PhotoGrid.module.css';

const PHOTOS = [2, 3, 4, 5];

/** The skeleton of the header and the pictures. */
export function DetailSkeleton() {
  return (
    <Loading className={classes(page['page'], styles['skeleton'])}>
      <div aria-hidden className={styles['head']}>
        <Skeleton width="30%" />
        <Skeleton shape="title" width="50%" />
        <Skeleton width="40%" />
        <Skeleton shape="pill" />
      </div>
      <div aria-hidden className={photos['grid']} data-count={1 + PHOTOS.length}>
        <OpeningPicture className={photos['photo']} />
        {PHOTOS.map((photo) => (
          <span key={photo} className={photos['photo']} />
        ))}
      </div>
      <Skeleton shape="title" width="60%" />
      <Skeleton width="80%" />
      <Skeleton width="70%" />
    </Loading>
  );
}

/** The skeleton in the prerendered document, where a server puts the text of the hotel. */
export function DocumentSkeleton() {
  return (
    <>
      <DetailSkeleton />
      <PageText className={classes(page['page'], styles['text'])} />
    </>
  );
}
