import type { MiniProgram, RegistrationRecord } from '@host/contracts';
import { useState } from 'react';

import { useAction } from '../../queries/useAction.ts';
import { explainChange } from '../../releases/explainChange.ts';
import { rollBackDefault, rollBackTargets, rolledBack } from '../../releases/rollBack.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Button } from '../Button.tsx';
import { Confirm } from '../Confirm.tsx';
import { Dialog } from '../Dialog.tsx';
import { Empty } from '../Empty.tsx';
import { Field } from '../Field.tsx';
import { Loaded } from '../Loaded.tsx';
import { Notice } from '../Notice.tsx';
import { Sentences } from '../Sentences.tsx';
import { releasedOf, useVersions } from './useVersions.ts';

/** Goes back to a version that people had before. */
export function RollBackDialog({ app, onClose }: { app: MiniProgram; onClose: () => void }) {
  const versions = useVersions(app.appId);
  if (versions.data === undefined) {
    return (
      <Dialog title={`Roll back ${app.name}`} onClose={onClose}>
        <Loaded query={versions} what="the versions">
          {() => null}
        </Loaded>
      </Dialog>
    );
  }
  return <RollBackForm app={app} versions={versions.data} onClose={onClose} />;
}

interface RollBackFormProps {
  app: MiniProgram;
  versions: readonly RegistrationRecord[];
  onClose: () => void;
}

function RollBackForm({ app, versions, onClose }: RollBackFormProps) {
  const { client } = useServices();
  const targets = rollBackTargets(versions);
  const [to, setTo] = useState(() => rollBackDefault(targets));
  const action = useAction({
    run: (reason: string | undefined) => client.rollBack(app.appId, { to, reason }),
    said: ({ version }) => `Everybody gets ${app.name} ${version} again.`,
    onDone: onClose,
    fields: ['reason', 'to'],
  });
  if (targets.length === 0) {
    return (
      <Dialog
        title={`Roll back ${app.name}`}
        onClose={onClose}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <Empty title="There is no version to go back to">
          No older version was released that is not withdrawn. Pause this one, or suspend the
          mini-app.
        </Empty>
      </Dialog>
    );
  }
  const before = releasedOf(versions);
  const pausedBecause = targets.find(({ version }) => version === to)?.pausedBecause;
  return (
    <Confirm
      title={`Roll back ${app.name}`}
      verb={to === undefined ? 'Roll back' : `Roll back to ${to}`}
      danger
      asksReason
      isReady={to !== undefined}
      action={action}
      onClose={onClose}
    >
      <Field label="Back to" problem={action.problem?.fields['to']}>
        {(control) => (
          <select
            {...control}
            value={to ?? ''}
            onChange={(event) => setTo(event.target.value || undefined)}
          >
            {to === undefined && <option value="">Choose a version</option>}
            {targets.map((target) => (
              <option key={target.version} value={target.version}>
                {nameOf(target)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {pausedBecause !== undefined && (
        <Notice tone="bad" title={`The server paused ${to} by itself`} live>
          {pausedBecause} Rolling back gives it to everybody.
        </Notice>
      )}
      <Sentences
        of={[
          ...(to === undefined ? [] : explainChange(before, rolledBack(before, to))),
          'What is paused can be released again at any time.',
        ]}
      />
    </Confirm>
  );
}

function nameOf({ version, status, pausedBecause }: RegistrationRecord): string {
  if (status !== 'paused') return version;
  return `${version} (${pausedBecause === undefined ? 'paused' : 'paused by itself'})`;
}
