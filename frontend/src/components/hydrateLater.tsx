import { lazy, useState, type ComponentType } from 'react';
import { firstInteraction } from './firstInteraction';
import { useHydrating } from './useHydrating';

/**
 * A lazy component for a part of a page below the first screen. Its prerendered HTML is there from the start and stays
 * inert until the person does something or the page is at rest; only then its chunk loads and React hydrates it. On a
 * page that is rendered in the browser it loads at once. It needs a `Suspense` boundary around it, and parents that
 * render again must keep the boundary's element, otherwise React throws the HTML away.
 */
export function hydrateLater(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const AtOnce = lazy(load);
  const Later = lazy(async () => {
    await firstInteraction();
    return load();
  });
  return function Part() {
    const isHydrating = useHydrating();
    // The kind stays, because another one would be another component.
    const [Chosen] = useState(isHydrating ? { Kind: Later } : { Kind: AtOnce });
    return <Chosen.Kind />;
  };
}
