import { type ReactNode, useState } from 'react';

import type { Action } from '../queries/useAction.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { Notice } from './Notice.tsx';

interface ConfirmProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What the button says: the action itself, never "OK". */
  verb: string;
  danger?: boolean;
  /** Asks why; it is kept in the audit log, and where others see it. */
  asksReason?: boolean;
  /** False while something is still to be chosen. */
  isReady?: boolean;
  action: Action<string | undefined>;
  onClose: () => void;
}

/** Asks before something happens, in words that say what. */
export function Confirm(props: ConfirmProps) {
  const { title, children, verb, action, onClose } = props;
  const { danger = false, asksReason = false, isReady = true } = props;
  const [reason, setReason] = useState('');
  const { problem } = action;
  const confirm = () => action.run(reason.trim() || undefined);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            busy={action.busy}
            disabled={!isReady}
            onClick={confirm}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
      {asksReason && (
        <Field label="Reason" hint="Kept in the audit log." problem={problem?.fields['reason']}>
          {(control) => (
            <input
              {...control}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem.text}
        </Notice>
      )}
    </Dialog>
  );
}
