import { useDeferredValue, useMemo } from 'react';
import type { Hotel } from '@/api/hotels';
import { AMENITIES, countOfType, countWithAmenity, type Amenity, type Filters } from '@/domain/hotelFilters';
import { PROPERTY_TYPES, type PropertyType } from '@/domain/propertyTypes';

export interface FilterCounts {
  readonly ofType: (type: PropertyType) => number;
  readonly withAmenity: (amenity: Amenity) => number;
}

/** How many hotels each further choice would leave. The numbers follow a pressed filter in an interruptible render. */
export function useFilterCounts(hotels: readonly Hotel[], filters: Filters): FilterCounts {
  const counted = useDeferredValue(filters);
  return useMemo(() => {
    const types = new Map(PROPERTY_TYPES.map((type) => [type, countOfType(hotels, counted, type)]));
    const amenities = new Map(AMENITIES.map((amenity) => [amenity, countWithAmenity(hotels, counted, amenity)]));
    return { ofType: (type) => types.get(type) ?? 0, withAmenity: (amenity) => amenities.get(amenity) ?? 0 };
  }, [hotels, counted]);
}
