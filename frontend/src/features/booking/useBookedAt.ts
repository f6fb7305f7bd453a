import { useState } from 'react';

/** When the booking was made: kept for the visit, so that reloading the page does not move it. */
export function useBookedAt(confirmation: string): Date {
  const [bookedAt] = useState(() => {
    const key = `booked_at_${confirmation}`;
    const kept = new Date(sessionStorage.getItem(key) ?? '');
    if (!Number.isNaN(kept.getTime())) return kept;
    const now = new Date();
    if (confirmation) sessionStorage.setItem(key, now.toISOString());
    return now;
  });
  return bookedAt;
}
