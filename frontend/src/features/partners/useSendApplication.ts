import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, NetworkError } from '@/api/errors';
import { submitHostApplication } from '@/api/hostApplications';
import { useServerText } from '@/widgets/errors/useFailureText';
import { toSubmission, type Application } from './application';

/**
 * Sends a host application (§4: submitting, then success or error; texts of §8). Aborts the upload when the page
 * unmounts.
 */
export function useSendApplication(onSent: (application: Application) => void) {
  const { t } = useTranslation('partners');
  /** The share of bytes sent, from 0 to 1. */
  const serverText = useServerText();
  const [progress, setProgress] = useState(0);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  const { mutate, reset, status, error } = useMutation({
    mutationFn: (application: Application) => {
      const controller = new AbortController();
      sending.current = controller;
      setProgress(0);
      return submitHostApplication(toSubmission(application), { signal: controller.signal, onProgress: setProgress });
    },
    onSuccess: (_answer, application) => onSent(application),
  });

  const errorText = () => {
    if (error instanceof NetworkError) return t('form.error.offline');
    if (error instanceof ApiError) return serverText(error, t('form.error.failed'));
    return error instanceof DOMException ? undefined : t('form.error.failed');
  };
  return {
    send: mutate,
    cancel: () => sending.current?.abort(),
    forget: reset,
    progress,
    status,
    submitError: status === 'error' ? errorText() : undefined,
  };
}
