import type { SeminarPackageId } from '@/sample-content/seminarPackages';

/** The company's events site, which takes quote requests. */
const EVENTS_SITE = 'https://evenements.isula.example/devis';

export function quoteAddress(chosen: SeminarPackageId | null): string {
  return chosen === null ? EVENTS_SITE : `${EVENTS_SITE}?${new URLSearchParams({ formule: chosen })}`;
}
