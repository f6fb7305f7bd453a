import { useState } from 'react';
import { sessionStore } from '@/browser/storage';

/** When a receipt was opened first. It is kept for the session, so that a reload shows the same time. */
export function useOpenedAt(confirmation: string): Date {
  const [openedAt] = useState(() => firstOpening(`receipt_opened_at_${confirmation}`));
  return openedAt;
}

function firstOpening(key: string): Date {
  const kept = new Date(sessionStore.get(key) ?? '');
  if (!Number.isNaN(kept.getTime())) return kept;
  const now = new Date();
  sessionStore.set(key, now.toISOString());
  return now;
}
