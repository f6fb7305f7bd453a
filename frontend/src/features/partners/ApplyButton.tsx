import { useTranslation } from 'react-i18next';
import { Button, type ButtonVariant } from '@/components/Button';

export interface ApplyProps {
  onApply: () => void;
  /** Somebody is about to press: time to fetch the form. */
  onIntent: () => void;
}

export function ApplyButton({ variant, onApply, onIntent }: ApplyProps & { variant: ButtonVariant }) {
  const { t } = useTranslation('partners');
  return (
    <Button variant={variant} aria-haspopup="dialog" onPointerEnter={onIntent} onFocus={onIntent} onClick={onApply}>
      {t('apply')}
    </Button>
  );
}
