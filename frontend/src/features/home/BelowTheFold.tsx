import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useMediaQuery } from '@/components/useMediaQuery';
import { useSession } from '@/session/useSession';
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

/** The sections of the home page below the first screen. */
export default function BelowTheFold() {
  // All namespaces at once, so that a section that loads later does not move the anchors.
  useTranslation(['home', 'home-inspiration', 'home-offers']);
  const session = useSession();
  const isWide = useMediaQuery('(min-width: 768px)');
  useAnchor();
  return (
    <>
      {!session && !isWide && <OwnerPremium />}
      <PlanYourTrip />
      <CheapestHotels />
      <Favourites />
      <Testimonials />
      <WhyUs />
      <Restaurants />
      <LastMinute />
      <PopularCities />
      <Promotions />
      <Regions />
      <Services />
      <FerryBanner />
      {!session && isWide && <OwnerPremium />}
      <ReviewsSummary />
      <TypeIndex />
      <HostsBand />
    </>
  );
}

/** Scrolls to the fragment of the address, whose target did not exist when the page opened. */
function useAnchor(): void {
  const { hash } = useLocation();
  useLayoutEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
