import { useLocation } from 'react-router';
import { BeachesGuide } from './BeachesGuide';
import { FoodGuide } from './FoodGuide';
import { HikesGuide } from './HikesGuide';
import { VillagesGuide } from './VillagesGuide';

/** The four guides, `/blog/…`. */
export function Component() {
  const { pathname } = useLocation();
  switch (pathname.replace(/\/$/, '')) {
    case '/blog/villages':
      return <VillagesGuide />;
    case '/blog/randonnees':
      return <HikesGuide />;
    case '/blog/gastronomie':
      return <FoodGuide />;
    default:
      return <BeachesGuide />;
  }
}
