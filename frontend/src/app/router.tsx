import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { Layout } from '@/layout/Layout';
import { PageFallback } from '@/layout/PageFallback';
import { NotFound } from '@/widgets/page/NotFound';
import { RouteError } from './RouteError';

/** Every page is a chunk of its own: a module that exports `Component`, and a `loader` where it fetches before it shows. */
const pages: RouteObject[] = [
  { index: true, lazy: () => import('@/features/home/HomePage') },
  { path: 'hotel-detail', lazy: () => import('@/features/hotel-detail/HotelDetailPage') },
  { path: 'search', lazy: () => import('@/features/search/SearchPage') },
  { path: 'booking-confirmation', lazy: () => import('@/features/booking/BookingPage') },
  { path: 'booking-success', lazy: () => import('@/features/booking/BookingSuccessPage') },
  { path: 'hotels-club', lazy: () => import('@/features/clubs/ClubsPage') },
  { path: 'hotels-club-familiaux', lazy: () => import('@/features/clubs/FamilyClubsPage') },
  { path: 'club-marmara-marina-viva', lazy: () => import('@/features/resorts/ClubPage') },
  { path: 'club-lookea-corsica-paoli', lazy: () => import('@/features/resorts/ClubPage') },
  { path: 'club-med-santambroggio', lazy: () => import('@/features/resorts/ResortPage') },
  { path: 'belambra-pineto', lazy: () => import('@/features/resorts/ResortPage') },
  { path: 'club-fiesta-ajaccio', lazy: () => import('@/features/resorts/ResortPage') },
  { path: 'club-vacanciel-porto-vecchio', lazy: () => import('@/features/resorts/ResortPage') },
  { path: 'admin', lazy: () => import('@/features/admin/AdminPage') },
  { path: 'channel-manager', lazy: () => import('@/features/channel-manager/ChannelManagerPage') },
  { path: 'taxi', lazy: () => import('@/features/taxi/TaxiPage') },
  { path: 'partners', lazy: () => import('@/features/partners/PartnersPage') },
  { path: 'restaurants', lazy: () => import('@/features/restaurants/RestaurantsPage') },
  { path: 'soirees-etapes', lazy: () => import('@/features/stopovers/StopoversPage') },
  { path: 'coups-de-coeur', lazy: () => import('@/features/gastronomy/GastronomyPage') },
  { path: 'seminaires', lazy: () => import('@/features/seminars/SeminarsPage') },
  { path: 'hotels', lazy: () => import('@/features/hotels/HotelsPage') },
  { path: 'hotels-luxe', lazy: () => import('@/features/luxury-hotels/LuxuryHotelsPage') },
  { path: 'villas', lazy: () => import('@/features/villas/VillasPage') },
  { path: 'spa-hotels', lazy: () => import('@/features/spa-hotels/SpaHotelsPage') },
  { path: 'chambres-hotes', lazy: () => import('@/features/guest-rooms/GuestRoomsPage') },
  { path: 'campings', lazy: () => import('@/features/campsites/CampsitesPage') },
  { path: 'residences', lazy: () => import('@/features/residences/ResidencesPage') },
  { path: 'region-hotels', lazy: () => import('@/features/region-hotels/RegionHotelsPage') },
  { path: 'maisons-hotes', lazy: () => import('@/features/stays-by-type/GuestHousesPage') },
  { path: 'gites-chambres-hotes', lazy: () => import('@/features/stays-by-type/GitesPage') },
  { path: 'appartements', lazy: () => import('@/features/stays-by-type/ApartmentsPage') },
  { path: 'car-rental', lazy: () => import('@/features/cars/CarRentalPage') },
  { path: '*', Component: NotFound },
];

export const routes: RouteObject[] = [
  {
    Component: Layout,
    HydrateFallback: PageFallback,
    children: [{ ErrorBoundary: RouteError, children: pages }],
  },
];

/**
 * Loads the module of the page at a path, so that the router has it when it first draws. One that does not come is left
 * to the router, which tries again and shows what went wrong.
 */
export async function loadPage(path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const module = await route.lazy().catch(() => undefined);
      if (module) Object.assign(route, module, { lazy: undefined });
    }),
  );
}

export const createRouter = () => createBrowserRouter(routes);
