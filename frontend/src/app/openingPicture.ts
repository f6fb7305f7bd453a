/**
 * Shows a page's first picture in its placeholder of the prerendered skeleton (`OpeningPicture`), before the app has
 * started. The variant is the one that `HotelPicture` will choose.
 */
import { photoVariants } from '@/domain/photoVariants';
import { pathWithoutLanguage } from '@/i18n/language';
import { drawingAt } from '@/pictures/illustration';
import { pictureVariants, WIDE_SCREENS } from '@/pictures/manifest';
import { COVER, ROW } from '@/widgets/listing/sizes';

/** Shows the picture of the first result on `/search`, else the cover of a hotel. */
export async function show(address: string | undefined): Promise<void> {
  if (!address) return;
  const picture = new Image();
  picture.alt = '';
  picture.fetchPriority = 'high';
  const variants = variantsOf(address);
  if (variants) {
    picture.sizes = pathWithoutLanguage(window.location.pathname) === '/search' ? ROW : COVER;
    picture.srcset = variants;
  } else {
    picture.src = address;
  }
  await picture.decode();
  // The answer can come before the whole document is parsed.
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
  }
  const place = document.querySelector('#root [data-opening]');
  // As large as the page's own picture: a smaller one would make that the largest contentful paint once more.
  place?.replaceChildren(picture);
}

function variantsOf(address: string): string | undefined {
  const drawing = drawingAt(address);
  if (!drawing) return photoVariants(address);
  return pictureVariants(drawing, 'avif', matchMedia(WIDE_SCREENS).matches ? 'wide' : 'phones');
}
