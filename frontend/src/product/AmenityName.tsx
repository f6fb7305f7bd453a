import { useTranslation } from 'react-i18next';
import { knownAmenity } from '@/domain/amenities';
import { CONTENT_LANGUAGE } from '@/i18n/language';

/** Translates the label of a known amenity; any other label is returned unchanged. */
export function useAmenityName(): (label: string) => string {
  const { t } = useTranslation('amenities');
  return (label) => {
    const amenity = knownAmenity(label);
    return amenity ? t(amenity) : label;
  };
}

/** The name of an amenity. An establishment's own label gets the `lang` attribute of its language. */
export function AmenityName({ label }: { label: string }) {
  const name = useAmenityName();
  return knownAmenity(label) ? name(label) : <span lang={CONTENT_LANGUAGE}>{label}</span>;
}
