import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createHotel, decideApplication, isHotelAlreadyCreated, type Decision, type HostApplication } from '@/api/administration';
import { ApiError } from '@/api/errors';
import { toast } from '@/components/toasts';

/**
 * §4: a decision on an application. An approval also creates the hotel. The list is refetched after success and
 * failure.
 */
export function useDecision({ id, propertyName }: HostApplication, token: string) {
  const { t } = useTranslation('admin');
  const queryClient = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (decision: Decision) => {
      await decideApplication(id, decision, token);
      if (decision === 'approve') await createHotelQuietly(id, token);
    },
    onSuccess: (_, decision) => toast(t(`decision.${decision}Done`, { name: propertyName }), 'success'),
    onSettled: () => Promise.all(['applications', 'hotels'].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  });
  const explain = (failure: Error) =>
    failure instanceof ApiError ? t('decision.failed', { reason: failure.message }) : t('error.connection');
  return { decide: mutate, pending: isPending ? variables : null, submitError: error ? explain(error) : '' };
}

/** A failure is only logged: the approval holds, and the bulk creation can create the hotel later. */
async function createHotelQuietly(applicationId: string, token: string): Promise<void> {
  try {
    await createHotel(applicationId, token);
  } catch (error) {
    if (!isHotelAlreadyCreated(error)) console.error(`No hotel was made of application ${applicationId}`, error);
  }
}
