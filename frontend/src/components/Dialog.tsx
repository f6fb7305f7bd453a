import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button';
import { classes } from './classes';
import styles from './Dialog.module.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** `sheet` slides in from the side, on a phone from below; `full` takes the whole screen. */
  placement?: 'center' | 'sheet' | 'full';
  wide?: boolean;
  children: ReactNode;
  /** Stays in view below the content. */
  footer?: ReactNode;
}

/** Keeps the focus inside, closes by Escape, by the cross and by a click outside. Load it lazily: it brings React Aria. */
export function Dialog({ isOpen, onClose, title, placement = 'center', wide = false, children, footer }: DialogProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={classes(styles['veil'], styles[placement])}
    >
      <Modal className={classes(styles['modal'], wide && styles['wide'])}>
        <AriaDialog className={classes(styles['dialog'])}>
          <header className={styles['header']}>
            <Heading slot="title" level={2} className={classes(styles['title'])}>
              {title}
            </Heading>
            <IconButton label={t('action.close')} onClick={onClose}>
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
