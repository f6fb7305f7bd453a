import { useTranslation } from 'react-i18next';
import { knownAmenity } from '@/domain/amenities';
import { CONTENT_LANGUAGE } from '@/i18n/language';

/** Names an amenity in the reader's language; an establishment's own words stay as they are. */
export function useAmenityName(): (label: string) => string {
  const { t } = useTranslation('amenities');
  return (label) => {
    const amenity = knownAmenity(label);
    return amenity ? t(amenity) : label;
  };
}

/** An amenity by its name; an establishment's own words say in which language they are. */
export function AmenityName({ label }: { label: string }) {
  const name = useAmenityName();
  return knownAmenity(label) ? name(label) : <span lang={CONTENT_LANGUAGE}>{label}</span>;
}
