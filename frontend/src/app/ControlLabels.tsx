import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlLabelsContext } from '@/components/controlLabels';

/** Gives the components the texts of their own controls, from the dictionary `common`. */
export function ControlLabels({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const labels = useMemo(
    () => ({
      close: t('action.close'),
      hidePassword: t('form.hidePassword'),
      loading: t('loading'),
      retry: t('action.retry'),
      scrollLeft: t('carousel.previous'),
      scrollRight: t('carousel.next'),
      showPassword: t('form.showPassword'),
    }),
    [t],
  );
  return <ControlLabelsContext value={labels}>{children}</ControlLabelsContext>;
}
