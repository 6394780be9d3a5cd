import type { SecretRotation } from '@host/contracts';
import { useState } from 'react';

import { useAction } from '../../queries/useAction.ts';
import { Field } from '../Field.tsx';
import { FormDialog } from '../FormDialog.tsx';
import { Notice } from '../Notice.tsx';
import { Time } from '../Time.tsx';
import { LifetimeField, secondsOf } from './LifetimeField.tsx';
import type { SecretRecord } from './SecretRecord.types.ts';

const HOUR = 60 * 60;
/** How long the old secret works besides the new one, in seconds. */
const OVERLAPS = [
  [0, 'not at all: it is refused at once'],
  [HOUR, '1 hour'],
  [24 * HOUR, '1 day'],
  [7 * 24 * HOUR, '7 days'],
  [30 * 24 * HOUR, '30 days'],
] as const;

interface RotateDialogProps<Issued> {
  of: SecretRecord;
  /** What stays as it is. */
  keeps: string;
  rotate: (id: string, rotation: SecretRotation) => Promise<Issued>;
  onClose: () => void;
  onRotated: (issued: Issued) => void;
}

/** Gives a token or a key another secret, and says until when the old one works. */
export function RotateDialog<Issued>({
  of: { id, name, expiresAt, previous },
  keeps,
  rotate,
  onClose,
  onRotated,
}: RotateDialogProps<Issued>) {
  const [overlapSeconds, setOverlap] = useState<number>(7 * 24 * HOUR);
  const [days, setDays] = useState<number>();
  const action = useAction({
    run: (rotation: SecretRotation) => rotate(id, rotation),
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
      title={`Replace the secret of ${name}`}
      verb="Replace it"
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{keeps}</p>
      <Field
        label="The old secret works on for"
        hint={
          expiresAt === undefined ? undefined : 'It never works for longer than it was issued for.'
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
        otherwise={expiresAt === undefined ? 'never' : 'as long as the one before'}
        problem={fields?.['expiresInSeconds']}
      />
      {previous && (
        <Notice tone="warn">
          The secret of before the last change, which works until{' '}
          <Time at={previous.endsAt} ahead />, is refused from now on.
        </Notice>
      )}
    </FormDialog>
  );
}
