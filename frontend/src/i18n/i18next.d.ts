import 'i18next';
import type auth from './fr/auth.json';
import type booking from './fr/booking.json';
import type common from './fr/common.json';
import type home from './fr/home.json';
import type hotelDetail from './fr/hotel-detail.json';
import type layout from './fr/layout.json';
import type listing from './fr/listing.json';
import type reviews from './fr/reviews.json';
import type search from './fr/search.json';

/** The French dictionaries say which keys there are. A new namespace is one import and one line here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      auth: typeof auth;
      booking: typeof booking;
      common: typeof common;
      home: typeof home;
      'hotel-detail': typeof hotelDetail;
      layout: typeof layout;
      listing: typeof listing;
      reviews: typeof reviews;
      search: typeof search;
    };
  }
}
