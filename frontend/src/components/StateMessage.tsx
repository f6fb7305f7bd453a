import type { ReactNode } from 'react';
import { Button } from './Button';
import { useControlLabels } from './controlLabels';
import { EmptyDrawing, ErrorDrawing } from './drawings';
import styles from './StateMessage.module.css';

interface StateMessageProps {
  title: string;
  children?: ReactNode;
  /** A button or a link that helps the person on. */
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

/** An empty result, which is no error. */
export function EmptyState(props: StateMessageProps) {
  return <StateMessage {...props} drawing={<EmptyDrawing />} />;
}

/** An error. With `onRetry` it has a retry button. */
export function ErrorState({ onRetry, ...props }: StateMessageProps & { onRetry?: () => void }) {
  const labels = useControlLabels();
  const retry = onRetry && <Button variant="outline" onClick={onRetry}>{labels.retry}</Button>;
  return (
    <div role="alert">
      <StateMessage {...props} action={props.action ?? retry} drawing={<ErrorDrawing />} />
    </div>
  );
}
