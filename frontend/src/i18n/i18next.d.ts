import 'i18next';
import type admin from './fr/admin.json';
import type aiSearch from './fr/ai-search.json';
import type auth from './fr/auth.json';
import type booking from './fr/booking.json';
import type clubFeatures from './fr/club-features.json';
import type clubPages from './fr/club-pages.json';
import type clubStay from './fr/club-stay.json';
import type clubs from './fr/clubs.json';
import type channelManager from './fr/channel-manager.json';
import type common from './fr/common.json';
import type familyClubs from './fr/family-clubs.json';
import type gastronomy from './fr/gastronomy.json';
import type home from './fr/home.json';
import type homeInspiration from './fr/home-inspiration.json';
import type homeOffers from './fr/home-offers.json';
import type hotelDetail from './fr/hotel-detail.json';
import type layout from './fr/layout.json';
import type listing from './fr/listing.json';
import type resorts from './fr/resorts.json';
import type partners from './fr/partners.json';
import type restaurants from './fr/restaurants.json';
import type reviews from './fr/reviews.json';
import type search from './fr/search.json';
import type taxi from './fr/taxi.json';
import type searchMap from './fr/search-map.json';
import type seminars from './fr/seminars.json';
import type stopovers from './fr/stopovers.json';

/** The French dictionaries say which keys there are. A new namespace is one import and one line here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      admin: typeof admin;
      'ai-search': typeof aiSearch;
      auth: typeof auth;
      booking: typeof booking;
      'club-features': typeof clubFeatures;
      'club-pages': typeof clubPages;
      'club-stay': typeof clubStay;
      clubs: typeof clubs;
      'channel-manager': typeof channelManager;
      common: typeof common;
      'family-clubs': typeof familyClubs;
      gastronomy: typeof gastronomy;
      home: typeof home;
      'home-inspiration': typeof homeInspiration;
      'home-offers': typeof homeOffers;
      'hotel-detail': typeof hotelDetail;
      layout: typeof layout;
      listing: typeof listing;
      resorts: typeof resorts;
      partners: typeof partners;
      restaurants: typeof restaurants;
      reviews: typeof reviews;
      search: typeof search;
      taxi: typeof taxi;
      'search-map': typeof searchMap;
      seminars: typeof seminars;
      stopovers: typeof stopovers;
    };
  }
}
