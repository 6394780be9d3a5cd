import type { IssuedServerKey, ServerKeyRecord, ServerKeyRotation } from '@host/contracts';
import { useState } from 'react';

import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Field } from '../Field.tsx';
import { FormDialog } from '../FormDialog.tsx';
import { Notice } from '../Notice.tsx';
import { Time } from '../Time.tsx';
import { LifetimeField, secondsOf } from './LifetimeField.tsx';

const HOUR = 60 * 60;
/** How long the old secret works besides the new one, in seconds. */
const OVERLAPS = [
  [0, 'not at all: it is refused at once'],
  [HOUR, '1 hour'],
  [24 * HOUR, '1 day'],
  [7 * 24 * HOUR, '7 days'],
  [30 * 24 * HOUR, '30 days'],
] as const;

interface RotateDialogProps {
  of: ServerKeyRecord;
  onClose: () => void;
  onRotated: (key: IssuedServerKey) => void;
}

/** Gives a server key another secret, and says until when the old one works. */
export function RotateDialog({ of: key, onClose, onRotated }: RotateDialogProps) {
  const { client } = useServices();
  const [overlapSeconds, setOverlap] = useState<number>(7 * 24 * HOUR);
  const [days, setDays] = useState<number>();
  const action = useAction({
    run: (rotation: ServerKeyRotation) => client.rotateServerKey(key.id, rotation),
    onDone: onRotated,
    fields: ['overlapSeconds', 'expiresInSeconds'],
  });
  const fields = action.problem?.fields;
  const submit = () =>
    action.run({
      overlapSeconds,
      ...(days !== undefined && { expiresInSeconds: secondsOf(days) }),
    });
  return (
    <FormDialog
      title={`Replace the secret of ${key.name}`}
      verb="Replace it"
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>It keeps its id, what it may do, and the messages that it sent.</p>
      <Field
        label="The old secret works on for"
        hint={
          key.expiresAt === undefined
            ? undefined
            : 'It never works for longer than it was issued for.'
        }
        problem={fields?.['overlapSeconds']}
      >
        {(control) => (
          <select
            {...control}
            value={overlapSeconds}
            onChange={(event) => setOverlap(Number(event.target.value))}
          >
            {OVERLAPS.map(([seconds, words]) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <LifetimeField
        days={days}
        onChange={setDays}
        otherwise={key.expiresAt === undefined ? 'never' : 'as long as the one before'}
        problem={fields?.['expiresInSeconds']}
      />
      {key.previous && (
        <Notice tone="warn">
          The secret of before the last change, which works until <Time at={key.previous.endsAt} />,
          is refused from now on.
        </Notice>
      )}
    </FormDialog>
  );
}
