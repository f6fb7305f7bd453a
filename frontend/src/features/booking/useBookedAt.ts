import { useState } from 'react';

/** The time of the booking. It is kept in `sessionStorage`, so that a reload shows the same time. */
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
