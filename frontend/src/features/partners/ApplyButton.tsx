import { useTranslation } from 'react-i18next';
import { Button, type ButtonVariant } from '@/components/Button';

export interface ApplyProps {
  onApply: () => void;
  /** Preloads the form when the pointer or the focus reaches the button. */
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
