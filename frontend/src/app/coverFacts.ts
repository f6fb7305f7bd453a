/**
 * What a server must know to put a hotel's cover into a document, in the variants from which the page will choose. The
 * build writes it into the documents of hotels as JSON (`build/prerender.ts`).
 */
import { ORIGINAL_WIDTH, PHOTO_WIDTHS } from '@/domain/photoVariants';
import { PICTURES, WIDE_SCREENS, WIDE_SCREENS_ONLY } from '@/pictures/manifest';
import { COVER } from '@/widgets/listing/sizes';

export const COVER_FACTS = {
  sizes: COVER,
  wideScreens: WIDE_SCREENS,
  wideScreensOnly: WIDE_SCREENS_ONLY,
  photoWidths: PHOTO_WIDTHS,
  originalWidth: ORIGINAL_WIDTH,
  drawings: Object.fromEntries(Object.entries(PICTURES).map(([name, { hash, widths }]) => [name, { hash, widths }])),
};
