import type { ComponentType } from 'react';
import type { PageHandle } from '@/widgets/page/pageHandle';
import type { CreateLoader } from '@/widgets/page/pageLoader';

/** What the module of a page exports. */
export interface PageModule {
  readonly Component: ComponentType;
  readonly handle?: PageHandle;
  readonly createLoader?: CreateLoader;
}
