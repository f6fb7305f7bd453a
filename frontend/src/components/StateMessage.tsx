import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button';
import { EmptyDrawing, ErrorDrawing } from './drawings';
import styles from './StateMessage.module.css';

interface StateMessageProps {
  title: string;
  children?: ReactNode;
  /** The one way out. */
  action?: ReactNode;
  titleLevel?: 1 | 2 | 3;
}

function StateMessage({ drawing, title, children, action, titleLevel = 2 }: StateMessageProps & { drawing: ReactNode }) {
  const Title = `h${titleLevel}` as const;
  return (
    <div className={styles['state']}>
      {drawing}
      <Title className={styles['title']}>{title}</Title>
      {children && <p className={styles['text']}>{children}</p>}
      {action}
    </div>
  );
}

/** There is nothing here, and that is all right. */
export function EmptyState(props: StateMessageProps) {
  return <StateMessage {...props} drawing={<EmptyDrawing />} />;
}

/** Something failed. With `onRetry` it offers to try again. */
export function ErrorState({ onRetry, ...props }: StateMessageProps & { onRetry?: () => void }) {
  const { t } = useTranslation();
  const retry = onRetry && <Button variant="outline" onClick={onRetry}>{t('action.retry')}</Button>;
  return (
    <div role="alert">
      <StateMessage {...props} action={props.action ?? retry} drawing={<ErrorDrawing />} />
    </div>
  );
}
