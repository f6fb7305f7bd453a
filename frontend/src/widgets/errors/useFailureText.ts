import { useTranslation } from 'react-i18next';
import { ApiError, NetworkError } from '@/api/errors';
import { useTextLanguage } from '@/i18n/useFormat';

const SECOND_MS = 1000;
const SECONDS_PER_MINUTE = 60;

/**
 * Returns a function that says why a call failed, where more is known than that it did: no connection, a timeout, an
 * overloaded service, and how long to wait. Undefined for any other error.
 */
export function useFailureText(): (error: unknown) => string | undefined {
  const { t } = useTranslation();
  const serverText = useServerText();
  return (error) => {
    if (error instanceof NetworkError) {
      return error.reason === 'offline' ? `${t('error.offline')} ${t('error.offlineHint')}` : t(`error.${error.reason}`);
    }
    if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return undefined;
    return serverText(error, t(error.status === 429 ? 'error.tooMany' : 'error.busy'));
  };
}

/** Returns a function for the server's message, else `fallback`; and for how long to wait, if the server says so. */
export function useServerText(): (error: ApiError, fallback: string) => string {
  const { t } = useTranslation();
  const language = useTextLanguage();
  return ({ serverMessage, retryAfterMs }, fallback) => {
    const message = serverMessage ?? fallback;
    if (retryAfterMs === undefined) return message;
    const wait = t('error.retryIn', { wait: duration(retryAfterMs, language) });
    return /[.!?。]$/.test(message) ? `${message} ${wait}` : `${message} – ${wait}`;
  };
}

/** `30 secondes`, from two minutes on `2 minutes`. */
function duration(milliseconds: number, language: string): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / SECOND_MS));
  const inMinutes = seconds >= 2 * SECONDS_PER_MINUTE;
  const amount = inMinutes ? Math.ceil(seconds / SECONDS_PER_MINUTE) : seconds;
  const unit = inMinutes ? 'minute' : 'second';
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
