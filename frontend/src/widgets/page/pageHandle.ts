import type { ComponentType } from 'react';
import { useMatches } from 'react-router';

/** What a page's module says of the page, as the `handle` of its route. */
export interface PageHandle {
  /** Its shapes: what the build draws of a page that depends on the query or on the person. */
  readonly Skeleton: ComponentType;
}

export function usePageHandle(): PageHandle | undefined {
  const handle: unknown = useMatches().at(-1)?.handle;
  return isPageHandle(handle) ? handle : undefined;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'Skeleton' in handle;
}
