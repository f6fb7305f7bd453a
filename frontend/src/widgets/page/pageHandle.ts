import type { ComponentType } from 'react';
import { useMatches } from 'react-router';

/** The `handle` export of a page's module, which becomes the `handle` of its route. */
export interface PageHandle {
  /** The skeleton that is prerendered for a page that depends on the query or on the person. */
  readonly Skeleton: ComponentType;
}

/** The handle of the current page; undefined if its module exports none. */
export function usePageHandle(): PageHandle | undefined {
  const handle: unknown = useMatches().at(-1)?.handle;
  return isPageHandle(handle) ? handle : undefined;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'Skeleton' in handle;
}
