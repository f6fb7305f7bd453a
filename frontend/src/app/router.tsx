import type { QueryClient } from '@tanstack/react-query';
import {
  matchRoutes,
  UNSAFE_createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type DataRouter,
  type RouteObject,
} from 'react-router';
import { PAGE_MODULES } from 'virtual:page-modules';
import { Layout } from '@/layout/Layout';
import { PageFallback } from '@/layout/PageFallback';
import { createLanguageHistory } from './languageHistory';
import { LayoutError } from './LayoutError';
import type { PageModule } from './PageModule';
import { RouteError } from './RouteError';

/** The routes of the site, whose loaders fill the cache of `queryClient`. Without one, the routes have no loaders. */
export function createRoutes(queryClient?: QueryClient): RouteObject[] {
  const pages = PAGE_MODULES.map(([path, load]): RouteObject => {
    const lazy = async () => toRoute(await load(), queryClient);
    return path === '' ? { index: true, lazy } : { path, lazy };
  });
  return [
    {
      Component: Layout,
      ErrorBoundary: LayoutError,
      HydrateFallback: PageFallback,
      children: [{ ErrorBoundary: RouteError, children: [...pages, { path: '*', lazy: loadNotFound }] }],
    },
  ];
}

async function loadNotFound() {
  const { NotFound } = await import('@/widgets/page/NotFound');
  return { Component: NotFound };
}

function toRoute({ Component, handle, createLoader }: PageModule, queryClient?: QueryClient) {
  if (!queryClient || !createLoader) return { Component, handle };
  // A change of the query shows another view of the page, whose component fetches what it lacks. Without a loader to
  // run, the router updates the address synchronously.
  return { Component, handle, loader: createLoader(queryClient), shouldRevalidate: () => false };
}

/**
 * Loads the module of the page at a path before the router is created, so that its first render shows the page. The
 * route gets no loader: the router would render the fallback until it has run. A module that fails to load is left to
 * the router, which tries again and shows the error; the result is false then.
 */
export async function loadPage(routes: RouteObject[], path: string): Promise<boolean> {
  const matches = matchRoutes(routes, path) ?? [];
  const loaded = await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return true;
      const module = await route.lazy().catch(() => undefined);
      if (module) Object.assign(route, module, { lazy: undefined, loader: undefined, shouldRevalidate: undefined });
      return module !== undefined;
    }),
  );
  return !loaded.includes(false);
}

/**
 * What `createBrowserRouter` does, with a history of our own. With a prerendered page, the browser itself restores the
 * scroll position after a reload, before any script runs. With hydration data, the router leaves that position alone.
 */
export function createRouter(routes: RouteObject[], isPrerendered = false): DataRouter {
  nameFirstEntry();
  return UNSAFE_createRouter({
    history: createLanguageHistory(),
    routes,
    mapRouteProperties,
    hydrationRouteProperties,
    ...(isPrerendered && { hydrationData: {} }),
  }).initialize();
}

/**
 * Names the history entry of a typed address. The router gives all of them the key `default`, so that one would restore
 * the scroll position of another.
 */
function nameFirstEntry(): void {
  const entry: unknown = window.history.state;
  const state = isRecord(entry) ? entry : {};
  if (typeof state['key'] === 'string') return;
  const kept = isRecord(state['usr']) ? state['usr'] : {};
  if (kept['visit'] !== undefined) return;
  const visit = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...state, usr: { ...kept, visit } }, '');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
