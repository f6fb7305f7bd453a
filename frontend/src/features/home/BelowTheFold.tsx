import { useEffect, useLayoutEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { layOutInSteps } from '@/scheduling/lazyLayout';
import { useHydrating } from '@/components/useHydrating';
import { useMediaQuery } from '@/components/useMediaQuery';
import { useSession } from '@/session/useSession';
import styles from './BelowTheFold.module.css';
import { CheapestHotels } from './CheapestHotels';
import { Favourites } from './Favourites';
import { FerryBanner } from './FerryBanner';
import { HostsBand } from './HostsBand';
import { LastMinute } from './LastMinute';
import { OwnerPremium } from './OwnerPremium';
import { PlanYourTrip } from './PlanYourTrip';
import { PopularCities } from './PopularCities';
import { Promotions } from './Promotions';
import { Regions } from './Regions';
import { Restaurants } from './Restaurants';
import { ReviewsSummary } from './ReviewsSummary';
import { Services } from './Services';
import { Testimonials } from './Testimonials';
import { TypeIndex } from './TypeIndex';
import { WhyUs } from './WhyUs';

const BEFORE_THE_BANNER = [
  PlanYourTrip,
  CheapestHotels,
  Favourites,
  Testimonials,
  WhyUs,
  Restaurants,
  LastMinute,
  PopularCities,
  Promotions,
  Regions,
  Services,
  FerryBanner,
];
const AFTER_THE_BANNER = [ReviewsSummary, TypeIndex, HostsBand];

/** The sections of the home page below the first screen. */
export default function BelowTheFold() {
  // All namespaces at once, so that a section that loads later does not move the anchors.
  useTranslation(['home', 'home-inspiration', 'home-offers']);
  const session = useSession();
  const isWide = useMediaQuery('(min-width: 768px)');
  // The document is for every width: it has the banner in both places, and the stylesheet shows one.
  const isHydrating = useHydrating();
  useAnchor(isHydrating);
  // In the prerendered document only: a restored scroll position on a page that is rendered anew needs the real heights.
  const [part] = useState(isHydrating ? styles['part'] : undefined);
  useEffect(() => {
    if (part) layOutInSteps([...document.querySelectorAll<HTMLElement>(`.${part}`)]);
  }, [part]);
  return (
    <>
      {/* Empty without a banner: the browser restores a scroll position by the number of an element among its siblings. */}
      <div className={styles['narrow']}>{!session && (isHydrating || !isWide) && <OwnerPremium id="owner-premium" />}</div>
      <Parts of={BEFORE_THE_BANNER} className={part} />
      <div className={styles['wide']}>
        {!session && (isHydrating || isWide) && <OwnerPremium {...(!isHydrating && { id: 'owner-premium' })} />}
      </div>
      <Parts of={AFTER_THE_BANNER} className={part} />
    </>
  );
}

function Parts({ of, className }: { of: readonly ComponentType[]; className: string | undefined }) {
  return of.map((Part, index) => (
    <div key={index} className={className}>
      <Part />
    </div>
  ));
}

/**
 * Scrolls to the fragment of the address if its target was not there when the page opened. The browser itself scrolls to
 * one that a prerendered document shows.
 */
function useAnchor(isHydrating: boolean): void {
  const { hash } = useLocation();
  const [reached] = useState(() => isHydrating && hash && targetOf(hash)?.checkVisibility() && hash);
  useLayoutEffect(() => {
    if (!isHydrating && hash !== reached) targetOf(hash)?.scrollIntoView();
  }, [hash, reached, isHydrating]);
}

function targetOf(hash: string): HTMLElement | null {
  return document.getElementById(hash.slice(1));
}
