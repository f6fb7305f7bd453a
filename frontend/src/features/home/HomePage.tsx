import { useTranslation } from 'react-i18next';

export function Component() {
  const { t } = useTranslation('layout');
  return <title>{t('description')}</title>;
}
