import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { Layout } from '@/layout/Layout';
import { PageFallback } from '@/layout/PageFallback';
import { NotFound } from '@/widgets/page/NotFound';
import type { PageHandle } from '@/widgets/page/pageHandle';
import type { CreateLoader } from '@/widgets/page/pageLoader';
import { PAGES } from './pages';
import { RouteError } from './RouteError';

interface PageModule {
  readonly Component: ComponentType;
  readonly handle?: PageHandle;
  readonly createLoader?: CreateLoader;
}

/** The page modules. Each is a chunk of its own. */
const modules = import.meta.glob<PageModule>('../features/*/*Page.tsx');

/** The routes of the site, whose loaders fill the cache of `queryClient`. Without one, the routes have no loaders. */
export function createRoutes(queryClient?: QueryClient): RouteObject[] {
  const pages = PAGES.map(({ path, module }): RouteObject => {
    const load = modules[`../features/${module}.tsx`];
    if (!load) throw new Error(`There is no module ${module}`);
    const lazy = async () => toRoute(await load(), queryClient);
    return path === '' ? { index: true, lazy } : { path, lazy };
  });
  return [
    {
      Component: Layout,
      HydrateFallback: PageFallback,
      children: [{ ErrorBoundary: RouteError, children: [...pages, { path: '*', Component: NotFound }] }],
    },
  ];
}

function toRoute({ Component, handle, createLoader }: PageModule, queryClient?: QueryClient) {
  if (!queryClient || !createLoader) return { Component, handle };
  // A change of the query shows another view of the page, whose component fetches what it lacks. Without a loader to run,
  // the router updates the address synchronously.
  return { Component, handle, loader: createLoader(queryClient), shouldRevalidate: () => false };
}

/**
 * Loads the module of the page at a path before the router is created, so that its first render shows the page. The route
 * gets no loader: the router would render the fallback until it has run. A module that fails to load is left to the router,
 * which tries again and shows the error.
 */
export async function loadPage(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const module = await route.lazy().catch(() => undefined);
      if (module) Object.assign(route, module, { lazy: undefined, loader: undefined, shouldRevalidate: undefined });
    }),
  );
}

export const createRouter = (routes: RouteObject[]) => createBrowserRouter(routes);
