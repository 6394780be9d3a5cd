import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** Stands below what scrolls. */
  footer?: ReactNode;
  wide?: boolean;
  /**
   * How it may be left besides by its own buttons: `freely` when nothing is lost by it, `never` when everything is. By default
   * it asks when something was entered.
   */
  leaving?: 'freely' | 'asks' | 'never';
}

/** A question or a form above the page. Escape leaves it, and the focus goes back to where it was. */
export function Dialog(props: DialogProps) {
  const { title, children, onClose, footer, wide = false, leaving = 'asks' } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const hasInput = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const leave = () => {
    if (leaving === 'never') return;
    // Escape once more goes back to what was entered.
    if (isAsking) setIsAsking(false);
    else if (leaving === 'asks' && hasInput.current) setIsAsking(true);
    else onClose();
  };
  return (
    <dialog
      ref={ref}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={id}
      onInput={() => {
        hasInput.current = true;
      }}
      onCancel={(event) => {
        // A chosen file that was none after all bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      onClose={({ target, currentTarget }) => {
        // Browsers close it at a second Escape, whatever became of the first.
        if (target !== currentTarget || currentTarget.open) return;
        currentTarget.showModal();
        leave();
      }}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          {leaving !== 'never' && (
            <button type="button" className={styles.close} onClick={leave} aria-label="Close">
              <Icon name="close" />
            </button>
          )}
        </header>
        <div className={styles.content}>{children}</div>
        {isAsking ? (
          <footer className={styles.footer}>
            <p className={styles.question} role="alert">
              What you entered is not saved.
            </p>
            <Button autoFocus onClick={() => setIsAsking(false)}>
              Go on editing
            </Button>
            <Button kind="danger" onClick={onClose}>
              Discard it
            </Button>
          </footer>
        ) : (
          footer !== undefined && <footer className={styles.footer}>{footer}</footer>
        )}
      </div>
    </dialog>
  );
}
