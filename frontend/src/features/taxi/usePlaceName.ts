import { useTranslation } from 'react-i18next';
import { TRANSFER_PLACES } from '@/sample-content/transferPlaces';

/** Names of hotels are the same in every language. */
export function usePlaceName(): (id: string) => string {
  const { t } = useTranslation('taxi');
  return (id) => {
    const place = TRANSFER_PLACES.find((known) => known.id === id);
    if (!place) return id;
    return place.kind === 'hotel' ? place.name : t(`place.${place.id}`);
  };
}
