import type { SeminarPackageId } from '@/sample-content/seminarPackages';

/** The events site, which takes quote requests: by default the site of the island's tourism agency. */
const EVENTS_SITE = 'https://www.visit-corsica.com/';

function eventsSite(): URL {
  const configured = import.meta.env.VITE_EVENTS_URL;
  return new URL(configured && URL.canParse(configured) ? configured : EVENTS_SITE);
}

/** The name under which the page announces the events site. */
export function eventsSiteName(): string {
  return eventsSite().hostname.replace(/^www\./, '');
}

/** The address of the events site, with the chosen package as a parameter. */
export function quoteAddress(chosen: SeminarPackageId | null): string {
  const site = eventsSite();
  if (chosen !== null) site.searchParams.set('formule', chosen);
  return site.href;
}
