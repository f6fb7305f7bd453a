import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/app/PageTitle';
import { useSession } from '@/session/useSession';
import { AccommodationTypes } from './AccommodationTypes';
import { CheapestHotels } from './CheapestHotels';
import { Hero } from './Hero';
import { HostsBand } from './HostsBand';
import { SearchHistory } from './SearchHistory';
import { Services } from './Services';

export function Component() {
  const { t } = useTranslation('home');
  const session = useSession();
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <Hero />
      {session && <SearchHistory key={session.profile.id} session={session} />}
      <AccommodationTypes />
      <CheapestHotels />
      <Services />
      <HostsBand />
    </>
  );
}
