import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Notice } from '@/components/Notice';
import { PasswordField } from '@/components/PasswordField';
import { TextField } from '@/components/TextField';
import styles from './ConnectDialog.module.css';

/** §5 Channel connect: user name and password are required. Nothing is stored or sent. */
const Access = v.object({
  username: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  password: v.pipe(v.string(), v.nonEmpty()),
  hotelId: v.string(),
  apiKey: v.string(),
});
type Access = v.InferOutput<typeof Access>;

interface ConnectDialogProps {
  name: string;
  onConnect: () => void;
  onClose: () => void;
}

/** Load it lazily: it imports React Aria. */
export default function ConnectDialog({ name, onConnect, onClose }: ConnectDialogProps) {
  const { t } = useTranslation(['channel-manager', 'common']);
  const form = useForm<Access>({
    resolver: valibotResolver(Access),
    reValidateMode: 'onSubmit',
    defaultValues: { username: '', password: '', hotelId: '', apiKey: '' },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(() => onConnect());
  const required = (field: keyof Access) => errors[field] && t('common:form.required');
  const optional = (label: string) => t('connect.optional', { label });

  return (
    <Dialog isOpen onClose={onClose} title={t('connect.title', { name })}>
      <form noValidate onSubmit={(event) => void submit(event)} onChange={() => form.clearErrors()} className={styles['form']}>
        <Notice tone="info">{t('connect.demonstration')}</Notice>
        <TextField label={t('connect.username')} autoComplete="off" required error={required('username')} {...form.register('username')} />
        <PasswordField label={t('connect.password')} autoComplete="off" required error={required('password')} {...form.register('password')} />
        <TextField label={optional(t('connect.hotelId'))} autoComplete="off" {...form.register('hotelId')} />
        <TextField label={optional(t('connect.apiKey'))} autoComplete="off" {...form.register('apiKey')} />
        <Button type="submit" variant="accent" wide>
          {t('connect.submit')}
        </Button>
      </form>
    </Dialog>
  );
}
