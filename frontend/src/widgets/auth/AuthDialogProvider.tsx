import { lazy, useMemo, useState, type ReactNode } from 'react';
import { preload } from '@/browser/preload';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { useClosedByLeaving } from '@/widgets/page/useCloseOnNavigation';
import { AuthDialogContext, type AuthDialogControl, type AuthMode } from './authDialog';

const load = () => import('./AuthDialog');
const AuthDialog = lazy(load);

interface Opening {
  mode: AuthMode;
  onSuccess: (() => void) | undefined;
}

export function AuthDialogProvider({ children }: { children: ReactNode }) {
  const [opening, setOpening] = useState<Opening | null>(null);
  useClosedByLeaving(() => setOpening(null));
  const control = useMemo<AuthDialogControl>(
    () => ({
      open: (mode, onSuccess) => setOpening({ mode, onSuccess }),
      preload: () => preload(load),
    }),
    [],
  );
  return (
    <AuthDialogContext value={control}>
      {children}
      {opening && (
        <DialogBoundary onClose={() => setOpening(null)}>
          <AuthDialog initialMode={opening.mode} onSuccess={opening.onSuccess} onClose={() => setOpening(null)} />
        </DialogBoundary>
      )}
    </AuthDialogContext>
  );
}
