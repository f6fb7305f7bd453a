import { createContext, useContext } from 'react';

export type AuthMode = 'login' | 'register';

export interface AuthDialogControl {
  /** Opens the dialog; `onSuccess` runs after a login, before the dialog closes. */
  readonly open: (mode: AuthMode, onSuccess?: () => void) => void;
  /** Loads the dialog's chunk, before a likely click. */
  readonly preload: () => void;
}

export const AuthDialogContext = createContext<AuthDialogControl>({ open() {}, preload() {} });

export const useAuthDialog = (): AuthDialogControl => useContext(AuthDialogContext);
