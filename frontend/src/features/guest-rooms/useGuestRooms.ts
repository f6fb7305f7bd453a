import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '@/api/errors';
import { GUEST_HOUSE_IDS, hotelsByIdsQuery, type Hotel } from '@/api/hotels';

export interface GuestRooms {
  readonly loading: boolean;
  readonly hotels: readonly Hotel[];
}

export const guestRoomsQuery = () => ({ ...hotelsByIdsQuery(GUEST_HOUSE_IDS), retry: false });

/** Call 16. §8: an error response counts as an empty list; any other failure is logged as well. */
export function useGuestRooms(): GuestRooms {
  const { data, error, isPending } = useQuery(guestRoomsQuery());
  useEffect(() => {
    if (error && !(error instanceof ApiError)) console.error("Erreur lors du chargement des chambres d'hôtes:", error);
  }, [error]);
  return { loading: isPending, hotels: data ?? [] };
}
