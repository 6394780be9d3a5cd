import type { RegistrationRecord } from '@host/contracts';
import { useState } from 'react';

import { useAction } from '../../queries/useAction.ts';
import { explainChange } from '../../releases/explainChange.ts';
import { without } from '../../releases/shares.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { formatPercent } from '../../text/formatNumber.ts';
import { useMay } from '../../session/SessionContext.ts';
import { Button } from '../Button.tsx';
import { Confirm } from '../Confirm.tsx';
import { Sentences } from '../Sentences.tsx';
import { Time } from '../Time.tsx';
import layout from '../layout.module.css';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { releasedOf } from './useVersions.ts';

interface VersionActionsProps {
  record: RegistrationRecord;
  versions: readonly RegistrationRecord[];
  /** Those that are seldom needed, too. */
  all?: boolean;
}

/** What can be done with a version. */
export function VersionActions({ record, versions, all = false }: VersionActionsProps) {
  const mayRelease = useMay('release');
  const [open, setOpen] = useState<'release' | 'pause' | 'withdraw' | 'cancel'>();
  const { status, version, verified, scheduled } = record;
  if (!mayRelease || status === 'withdrawn') return null;
  const close = () => setOpen(undefined);
  const step = { record, versions, onClose: close };
  return (
    <div className={layout.badges}>
      {verified && (
        <Button
          aria-label={`${status === 'released' ? 'Change' : 'Release'} ${version}…`}
          onClick={() => setOpen('release')}
        >
          {status === 'released' ? 'Change' : 'Release'}…
        </Button>
      )}
      {status === 'released' && (
        <Button aria-label={`Pause ${version}…`} onClick={() => setOpen('pause')}>
          Pause…
        </Button>
      )}
      {all && (
        <Button aria-label={`Withdraw ${version}…`} onClick={() => setOpen('withdraw')}>
          Withdraw…
        </Button>
      )}
      {scheduled && (
        <Button
          aria-label={`Cancel the scheduled release of ${version}…`}
          onClick={() => setOpen('cancel')}
        >
          {scheduled.failed === undefined ? 'Cancel schedule…' : 'Forget schedule…'}
        </Button>
      )}
      {open === 'cancel' && scheduled && <CancelDialog {...step} />}
      {open === 'release' && <ReleaseDialog {...step} />}
      {open === 'pause' && <StopDialog {...step} how="pause" />}
      {open === 'withdraw' && <StopDialog {...step} how="withdraw" />}
    </div>
  );
}

function CancelDialog({ record, onClose }: Pick<StopDialogProps, 'record' | 'onClose'>) {
  const { client } = useServices();
  const { appId, version, scheduled } = record;
  const action = useAction({
    run: () => client.cancelRelease(appId, version),
    said: () => `The release of ${version} is not scheduled any more.`,
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Do not release ${version} at its time?`}
      verb="Do not release it"
      action={action}
      onClose={onClose}
    >
      {scheduled && (
        <p>
          It was to go to {formatPercent(scheduled.percentage)} of all installs,{' '}
          <Time at={scheduled.at} exact />
          {scheduled.failed === undefined ? '.' : `, and did not: ${scheduled.failed}`}
        </p>
      )}
    </Confirm>
  );
}

interface StopDialogProps {
  record: RegistrationRecord;
  versions: readonly RegistrationRecord[];
  how: 'pause' | 'withdraw';
  onClose: () => void;
}

function StopDialog({ record, versions, how, onClose }: StopDialogProps) {
  const { client } = useServices();
  const { appId, version } = record;
  const isForGood = how === 'withdraw';
  const action = useAction({
    run: (reason: string | undefined) =>
      client[isForGood ? 'withdrawVersion' : 'pauseVersion'](appId, version, { reason }),
    said: () => (isForGood ? `${version} is withdrawn.` : `${version} is paused.`),
    onDone: onClose,
    fields: ['reason'],
  });
  const before = releasedOf(versions);
  return (
    <Confirm
      title={isForGood ? `Withdraw ${version} for good?` : `Pause ${version}?`}
      verb={isForGood ? 'Withdraw' : 'Pause'}
      danger
      asksReason
      action={action}
      onClose={onClose}
    >
      <Sentences
        of={[
          ...explainChange(before, without(before, version)),
          isForGood
            ? 'This cannot be undone: the version is never given to anybody again.'
            : 'Its share is kept: releasing it again gives it back.',
        ]}
      />
    </Confirm>
  );
}
