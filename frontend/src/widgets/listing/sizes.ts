/** `sizes` attributes for the pictures of cards, by the columns of an `EstablishmentGrid`. */
export const HALF = '(min-width: 1248px) 588px, (min-width: 900px) 47vw, 100vw';
export const THIRD = '(min-width: 1024px) 384px, (min-width: 640px) 47vw, 100vw';
/** The row layout crops the picture to the height of the text, which needs a larger source than the visible width. */
export const ROW = '(min-width: 768px) 400px, 100vw';
/** The first picture of a hotel's page. */
export const COVER = '(min-width: 768px) 600px, 100vw';
/** The picture of a listing page's hero that stands beside the text. */
export const HERO_HALF = '(min-width: 768px) 58vw, 100vw';
