import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '@/components/PasswordField';

type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label'>;

interface NewPasswordFieldsProps {
  label: string;
  /** The error of a field and what registers it. */
  field: (name: 'password' | 'confirmPassword') => FieldProps;
}

/** The inputs for a new password, which is typed twice. */
export function NewPasswordFields({ label, field }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  return (
    <>
      <PasswordField label={label} hint={t('passwordHint')} autoComplete="new-password" required {...field('password')} />
      <PasswordField label={t('field.confirmPassword')} autoComplete="new-password" required {...field('confirmPassword')} />
    </>
  );
}
