import type { TFunction } from 'i18next';

const MESSAGES = {
  required: 'common:form.required',
  invalidEmail: 'common:form.invalidEmail',
  passwordMismatch: 'error.passwordMismatch',
  passwordTooShort: 'error.passwordTooShort',
} as const;

/** The schemas name their complaints; the dictionary words them. */
export function fieldMessage(t: TFunction<['auth', 'common']>, complaint: string | undefined): string | undefined {
  return complaint && complaint in MESSAGES ? t(MESSAGES[complaint as keyof typeof MESSAGES]) : undefined;
}
