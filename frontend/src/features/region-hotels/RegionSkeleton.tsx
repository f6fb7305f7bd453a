import { classes } from '@/components/classes';
import { ServerPlace } from '@/components/ServerPlace';
import { Loading } from '@/components/Skeleton';
import hero from '@/widgets/listing/ListingHero.module.css';
import page from '@/widgets/listing/ListingPage.module.css';
import styles from './RegionSkeleton.module.css';

/** The skeleton in the prerendered document, where a server puts the region's picture, introduction and hotels. */
export function RegionSkeleton() {
  return (
    <div className={classes(page['page'], styles['skeleton'])}>
      <Loading className={classes(hero['hero'], hero['night'])}>
        <ServerPlace name="page-cover" className={classes(hero['picture'], styles['cover'])} />
        <ServerPlace name="page-title" className={classes(hero['words'], styles['title'])} />
      </Loading>
      <ServerPlace name="page-text" className={styles['text']} />
    </div>
  );
}
