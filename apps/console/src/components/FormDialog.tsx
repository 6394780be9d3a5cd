import type { KeyboardEvent, ReactNode } from 'react';

import type { Action } from '../queries/useAction.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Notice } from './Notice.tsx';
import layout from './layout.module.css';

interface FormDialogProps {
  title: string;
  /** What the button says: the action itself. */
  verb: string;
  action: Pick<Action<never>, 'busy' | 'problem'>;
  /** Something has to be decided before. */
  disabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Fields to fill in above the page; Enter in one of them does the same as the button. When it is refused, everything stays, with
 * what is wrong.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, action, disabled = false, onSubmit, onClose, children } = props;
  // No form of its own: it can stand within one, which Enter must not submit.
  const submitByKey = (event: KeyboardEvent) => {
    const { key, target, nativeEvent } = event;
    if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!action.busy && !disabled) onSubmit();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={action.busy} disabled={disabled} onClick={onSubmit}>
            {verb}
          </Button>
        </>
      }
    >
      <div className={layout.form} onKeyDown={submitByKey}>
        {children}
      </div>
      {action.problem && (
        <Notice tone="bad" live>
          {action.problem.text}
        </Notice>
      )}
    </Dialog>
  );
}
