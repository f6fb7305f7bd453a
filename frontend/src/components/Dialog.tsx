import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './Button';
import { classes } from './classes';
import { useControlLabels } from './controlLabels';
import styles from './Dialog.module.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** `sheet` slides in from the side, on phones from below; `full` covers the whole screen. */
  placement?: 'center' | 'sheet' | 'full';
  wide?: boolean;
  children: ReactNode;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
}

/**
 * A modal dialog. It traps the focus and closes on Escape, on its close button and on a click outside.
 * Load it lazily, because it imports React Aria.
 */
export function Dialog({ isOpen, onClose, title, placement = 'center', wide = false, children, footer }: DialogProps) {
  const labels = useControlLabels();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={classes(styles['backdrop'], styles[placement])}
    >
      <Modal className={classes(styles['modal'], wide && styles['wide'])}>
        <AriaDialog className={classes(styles['dialog'])}>
          <header className={styles['header']}>
            <Heading slot="title" level={2} className={classes(styles['title'])}>
              {title}
            </Heading>
            <IconButton label={labels.close} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </header>
          <div className={styles['content']}>{children}</div>
          {footer && <footer className={styles['footer']}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
