import { type ReactNode, useEffect, useId, useRef } from 'react';

import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** Stands below what scrolls. */
  footer?: ReactNode;
  wide?: boolean;
}

/** A question or a form above the page. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, children, onClose, footer, wide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          <button type="button" className={styles.close} onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        </header>
        <div className={styles.content}>{children}</div>
        {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}
