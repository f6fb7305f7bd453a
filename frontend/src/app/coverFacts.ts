import { ORIGINAL_WIDTH, PHOTO_WIDTHS } from '@/domain/photoVariants';
import { PICTURES, WIDE_SCREENS, WIDE_SCREENS_ONLY, type PictureName } from '@/pictures/manifest';

const ALL_PICTURES = Object.entries(PICTURES);

/**
 * What a server must know to put a cover of this size into a document, in the variants from which the page will choose.
 * The build writes it into documents as JSON (`build/prerender.ts`). `pictures` are the drawings that may be covers, by
 * default all.
 */
export function coverFacts(sizes: string, pictures?: readonly PictureName[]) {
  const drawings = pictures ? pictures.map((name) => [name, PICTURES[name]] as const) : ALL_PICTURES;
  return {
    sizes,
    wideScreens: WIDE_SCREENS,
    wideScreensOnly: WIDE_SCREENS_ONLY,
    photoWidths: PHOTO_WIDTHS,
    originalWidth: ORIGINAL_WIDTH,
    drawings: Object.fromEntries(drawings.map(([name, { hash, widths }]) => [name, { hash, widths }])),
  };
}
