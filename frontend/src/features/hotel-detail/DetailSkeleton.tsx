import { classes } from '@/components/classes';
import { ServerPlace } from '@/components/ServerPlace';
import { Loading, OpeningPicture, Skeleton } from '@/components/Skeleton';
import shared from '@/widgets/page/EstablishmentPage.module.css';
import page from './HotelDetailPage.module.css';
import styles from './DetailSkeleton.module.css';
import photos from './PhotoGrid.module.css';

const PHOTOS = [2, 3, 4, 5];

/** The skeleton of the header and the pictures. */
export function DetailSkeleton() {
  return (
    <Loading className={classes(shared['page'], page['page'], styles['skeleton'])}>
      <div aria-hidden className={styles['head']}>
        <HeadShapes />
      </div>
      <div aria-hidden className={photos['grid']} data-count={1 + PHOTOS.length}>
        <span className={photos['photo']} />
        <OtherPhotos />
      </div>
      <TextShapes />
    </Loading>
  );
}

/** The skeleton in the prerendered document, where a server puts the hotel's name, cover and text. */
export function DocumentSkeleton() {
  return (
    <div className={classes(shared['page'], page['page'], styles['skeleton'])}>
      <div className={styles['head']}>
        <ServerPlace name="page-title" className={styles['title']} />
        <div aria-hidden data-skeleton className={styles['shapes']}>
          <HeadShapes />
        </div>
      </div>
      <div className={photos['grid']} data-count={1 + PHOTOS.length}>
        <div className={photos['photo']}>
          <OpeningPicture className={styles['cover']} />
          <ServerPlace name="page-cover" className={styles['cover']} />
        </div>
        <OtherPhotos />
      </div>
      <ServerPlace name="page-text" className={styles['text']} />
      <div data-skeleton className={styles['shapes']}>
        <Loading className={styles['lines']}>
          <TextShapes />
        </Loading>
      </div>
    </div>
  );
}

function HeadShapes() {
  return (
    <>
      <Skeleton width="30%" />
      <Skeleton shape="title" width="50%" />
      <Skeleton width="40%" />
      <Skeleton shape="pill" />
    </>
  );
}

function OtherPhotos() {
  return PHOTOS.map((photo) => <span key={photo} aria-hidden data-skeleton className={photos['photo']} />);
}

function TextShapes() {
  return (
    <>
      <Skeleton shape="title" width="60%" />
      <Skeleton width="80%" />
      <Skeleton width="70%" />
    </>
  );
}
