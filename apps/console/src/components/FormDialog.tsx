import type { ReactNode } from 'react';

import type { Action } from '../queries/useAction.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface FormDialogProps {
  title: string;
  /** What the button says: the action itself. */
  verb: string;
  action: Pick<Action<never>, 'busy' | 'problem'>;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Fields to fill in above the page. When it is refused, everything stays, with what is wrong. */
export function FormDialog({ title, verb, action, onSubmit, onClose, children }: FormDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={action.busy} onClick={onSubmit}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
      {action.problem && (
        <Notice tone="bad" live>
          {action.problem.text}
        </Notice>
      )}
    </Dialog>
  );
}
