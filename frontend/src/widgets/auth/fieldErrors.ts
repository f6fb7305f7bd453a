import type { TFunction } from 'i18next';

/** The error codes of the form schemas, each with the dictionary key of its text. */
const FIELD_ERRORS = {
  required: 'common:form.required',
  invalidEmail: 'common:form.invalidEmail',
  passwordMismatch: 'error.passwordMismatch',
  passwordTooShort: 'error.passwordTooShort',
} as const;

function isFieldError(code: string | undefined): code is keyof typeof FIELD_ERRORS {
  return code !== undefined && code in FIELD_ERRORS;
}

/** The text for a field's error code; `undefined` for a valid field. */
export function fieldErrorText(t: TFunction<['auth', 'common']>, code: string | undefined): string | undefined {
  return isFieldError(code) ? t(FIELD_ERRORS[code]) : undefined;
}
