import type { LucideIcon } from 'lucide-react';
import { createSearchParams, Link } from 'react-router';
import { Badge } from '@/components/Badge';
import { classes } from '@/components/classes';
import covering from '@/components/CoveringLink.module.css';
import { Picture } from '@/pictures/Picture';
import type { ThematicTrip } from '@/sample-content/thematicTrips';
import styles from './PlanYourTrip.module.css';

interface TripProps {
  trip: ThematicTrip;
  Icon: LucideIcon;
  name: string;
  description: string;
}

/** The card of a trip, which leads to the search of its destination. */
export function Trip({ trip, Icon, name, description }: TripProps) {
  const { location, destination = location, image, color } = trip;
  return (
    <li className={classes(covering['area'], styles['trip'])}>
      <Picture name={image} alt="" sizes="(min-width: 768px) 400px, 78vw" fill />
      <Badge tone={color} icon={<Icon aria-hidden />}>
        {location}
      </Badge>
      <h3 className={styles['name']}>
        <Link
          to={{ pathname: '/search', search: createSearchParams({ destination }).toString() }}
          className={covering['link']}
        >
          {name}
        </Link>
      </h3>
      <p className={styles['description']}>{description}</p>
    </li>
  );
}
