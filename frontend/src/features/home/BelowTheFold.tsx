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

/** All of the home page that nobody sees before scrolling. */
export default function BelowTheFold() {
  // Its texts come together, so that nothing of it shows before its anchors are where they stay.
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

/** Goes to the anchor of the address, which was not there yet when the page opened. */
function useAnchor(): void {
  const { hash } = useLocation();
  useLayoutEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
