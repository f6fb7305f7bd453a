import { useState } from 'react';
import { backendConfig } from '@/api/config';
import { useConsent } from '@/consent/useConsent';

/** The street map's state; `null` on a site without a source of tiles. */
interface StreetMapState {
  readonly styleUrl: string;
  /** The host that receives the visitor's data. */
  readonly host: string;
  /** Whether to load it: the visitor consents, and it has not failed. */
  readonly isWanted: boolean;
  /** Whether it covers the drawn map. */
  readonly isReady: boolean;
  readonly hasFailed: boolean;
  readonly onReady: () => void;
  readonly onFailure: () => void;
}

/** The street map, after the visitor's consent. A withdrawal removes it. */
export function useStreetMap(): StreetMapState | null {
  const { mapStyleUrl: styleUrl } = backendConfig();
  const consent = useConsent('streetMap') === true;
  const [progress, setProgress] = useState<'loading' | 'ready' | 'failed'>('loading');
  // After a withdrawal, the map loads anew.
  if (!consent && progress !== 'loading') setProgress('loading');
  if (!URL.canParse(styleUrl)) return null;
  return {
    styleUrl,
    host: new URL(styleUrl).host,
    isWanted: consent && progress !== 'failed',
    isReady: consent && progress === 'ready',
    hasFailed: consent && progress === 'failed',
    onReady: () => setProgress('ready'),
    onFailure: () => setProgress('failed'),
  };
}
