import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { useFailureText, useServerText } from '@/widgets/errors/useFailureText';

/** The error codes of `auth/v1`, whose messages are in English, and of `user-account`, with the keys of their texts. */
const TEXTS = {
  same_password: 'error.samePassword',
  weak_password: 'error.weakPassword',
  current_password_invalid: 'error.wrongPassword',
  invalid_credentials: 'error.wrongPassword',
  wrong_password: 'error.wrongPassword',
  insufficient_aal: 'error.secondFactor',
  reauthentication_needed: 'error.signInAgain',
  bad_jwt: 'error.signInAgain',
  session_not_found: 'error.signInAgain',
  email_provider_disabled: 'error.disabled',
  email_exists: 'error.emailTaken',
  email_address_invalid: 'error.emailRejected',
  email_address_not_authorized: 'error.emailRejected',
  mfa_totp_enroll_not_enabled: 'error.factorDisabled',
  too_many_enrolled_mfa_factors: 'error.tooManyFactors',
} as const;

function isKnown(code: string | undefined): code is keyof typeof TEXTS {
  return code !== undefined && code in TEXTS;
}

/** Returns a function that gives the text for an error of a call about the account. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation(['account', 'common']);
  const failureText = useFailureText();
  const serverText = useServerText();
  return (error) => {
    if (!(error instanceof ApiError)) return failureText(error) ?? t('common:error.generic');
    const { status, code, retryAfterMs } = error;
    if (isKnown(code)) return t(TEXTS[code]);
    if (status !== 429) return failureText(error) ?? t('common:error.generic');
    return serverText(new ApiError(status, code, undefined, '', retryAfterMs), t('common:error.tooMany'));
  };
}
