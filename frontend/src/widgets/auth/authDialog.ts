import { createContext, useContext } from 'react';

export type AuthMode = 'login' | 'register';

export interface AuthDialogControl {
  /** Opens the dialog; `onSuccess` runs after a login, before the dialog closes. */
  readonly open: (mode: AuthMode, onSuccess?: () => void) => void;
  /** Fetches the dialog's code when somebody is about to want it. */
  readonly preload: () => void;
}

export const AuthDialogContext = createContext<AuthDialogControl>({ open() {}, preload() {} });

export const useAuthDialog = (): AuthDialogControl => useContext(AuthDialogContext);
