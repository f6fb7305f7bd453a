/**
 * The pages of the site. The router, the prerendering build, the sitemap, `robots.txt` and the browser tests read this
 * list. Node runs this file directly, so it imports nothing.
 */
interface Page {
  /** The URL path without its leading slash. */
  readonly path: string;
  /**
   * The module below `src/features/`, without extension. It exports `Component`, and may export `handle` and
   * `createLoader`.
   */
  readonly module: `${string}/${string}Page`;
  /**
   * What the content depends on beyond the path. The build prerenders such a page as the app shell and a skeleton.
   * `query`: the URL's query. `person`: the visitor; crawlers are kept out.
   */
  readonly dependsOn?: 'query' | 'person';
}

export const PAGES = [
  { path: '', module: 'home/HomePage' },
  { path: 'search', module: 'search/SearchPage', dependsOn: 'query' },
  { path: 'hotels', module: 'hotels/HotelsPage' },
  { path: 'hotels-luxe', module: 'luxury-hotels/LuxuryHotelsPage' },
  { path: 'hotels-club', module: 'clubs/ClubsPage' },
  { path: 'hotels-club-familiaux', module: 'clubs/FamilyClubsPage' },
  { path: 'villas', module: 'villas/VillasPage' },
  { path: 'spa-hotels', module: 'spa-hotels/SpaHotelsPage' },
  { path: 'chambres-hotes', module: 'guest-rooms/GuestRoomsPage' },
  { path: 'maisons-hotes', module: 'stays-by-type/GuestHousesPage' },
  { path: 'gites-chambres-hotes', module: 'stays-by-type/GitesPage' },
  { path: 'appartements', module: 'stays-by-type/ApartmentsPage' },
  { path: 'campings', module: 'campsites/CampsitesPage' },
  { path: 'residences', module: 'residences/ResidencesPage' },
  { path: 'soirees-etapes', module: 'stopovers/StopoversPage' },
  { path: 'coups-de-coeur', module: 'gastronomy/GastronomyPage' },
  { path: 'restaurants', module: 'restaurants/RestaurantsPage' },
  { path: 'seminaires', module: 'seminars/SeminarsPage' },
  { path: 'car-rental', module: 'cars/CarRentalPage' },
  { path: 'taxi', module: 'taxi/TaxiPage' },
  { path: 'partners', module: 'partners/PartnersPage' },
  { path: 'club-marmara-marina-viva', module: 'resorts/ClubPage' },
  { path: 'club-lookea-corsica-paoli', module: 'resorts/ClubPage' },
  { path: 'club-med-santambroggio', module: 'resorts/ResortPage' },
  { path: 'belambra-pineto', module: 'resorts/ResortPage' },
  { path: 'club-fiesta-ajaccio', module: 'resorts/ResortPage' },
  { path: 'club-vacanciel-porto-vecchio', module: 'resorts/ResortPage' },
  { path: 'a-propos', module: 'about/AboutPage' },
  { path: 'aide', module: 'help/HelpPage' },
  { path: 'contact', module: 'contact/ContactPage' },
  { path: 'mentions-legales', module: 'legal/LegalPage' },
  { path: 'conditions-generales', module: 'legal/LegalPage' },
  { path: 'confidentialite', module: 'legal/LegalPage' },
  { path: 'cookies', module: 'legal/CookiesPage' },
  { path: 'blog/plages', module: 'guides/GuidePage' },
  { path: 'blog/villages', module: 'guides/GuidePage' },
  { path: 'blog/randonnees', module: 'guides/GuidePage' },
  { path: 'blog/gastronomie', module: 'guides/GuidePage' },
  { path: 'region-hotels', module: 'region-hotels/RegionHotelsPage', dependsOn: 'query' },
  { path: 'hotel-detail', module: 'hotel-detail/HotelDetailPage', dependsOn: 'query' },
  { path: 'mot-de-passe-oublie', module: 'account/ForgottenPasswordPage', dependsOn: 'person' },
  { path: 'nouveau-mot-de-passe', module: 'account/NewPasswordPage', dependsOn: 'person' },
  { path: 'compte', module: 'account/AccountPage', dependsOn: 'person' },
  { path: 'admin', module: 'admin/AdminPage', dependsOn: 'person' },
  { path: 'channel-manager', module: 'channel-manager/ChannelManagerPage', dependsOn: 'person' },
  { path: 'booking-confirmation', module: 'booking/BookingPage', dependsOn: 'person' },
  { path: 'booking-success', module: 'booking/BookingSuccessPage', dependsOn: 'person' },
] as const satisfies readonly Page[];

/** The path of a page. */
export type PagePath = (typeof PAGES)[number]['path'];
/** The path of a page whose content depends on the query. */
export type QueryPagePath = Extract<(typeof PAGES)[number], { dependsOn: 'query' }>['path'];
