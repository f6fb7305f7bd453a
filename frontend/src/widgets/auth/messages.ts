import type { TFunction } from 'i18next';

const MESSAGES = {
  required: 'common:form.required',
  invalidEmail: 'common:form.invalidEmail',
  passwordMismatch: 'error.passwordMismatch',
  passwordTooShort: 'error.passwordTooShort',
} as const;

function isComplaint(complaint: string | undefined): complaint is keyof typeof MESSAGES {
  return complaint !== undefined && complaint in MESSAGES;
}

/** The schemas name their complaints; the dictionary words them. */
export function fieldMessage(t: TFunction<['auth', 'common']>, complaint: string | undefined): string | undefined {
  return isComplaint(complaint) ? t(MESSAGES[complaint]) : undefined;
}
