import type { MiniProgram } from '@host/contracts';
import { useState } from 'react';

import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { useMay } from '../../session/SessionContext.ts';
import { Button } from '../Button.tsx';
import { Confirm } from '../Confirm.tsx';
import { RollBackDialog } from './RollBackDialog.tsx';

/** What can be done with a mini-app as a whole. */
export function MiniAppActions({ app }: { app: MiniProgram }) {
  const mayRelease = useMay('release');
  const [open, setOpen] = useState<'rollback' | 'suspension'>();
  const close = () => setOpen(undefined);
  if (!mayRelease) return null;
  return (
    <>
      {app.released.length > 0 && <Button onClick={() => setOpen('rollback')}>Roll back…</Button>}
      <Button onClick={() => setOpen('suspension')}>
        {app.suspended ? 'Resume…' : 'Suspend…'}
      </Button>
      {open === 'rollback' && <RollBackDialog app={app} onClose={close} />}
      {open === 'suspension' && <SuspensionDialog app={app} onClose={close} />}
    </>
  );
}

function SuspensionDialog({ app, onClose }: { app: MiniProgram; onClose: () => void }) {
  const { client } = useServices();
  // The question stays what it was: it is not to turn round under who answers it.
  const [{ appId, name, suspended }] = useState(app);
  const action = useAction({
    run: (reason: string | undefined) =>
      client[suspended ? 'resume' : 'suspend'](appId, { reason }),
    said: () => (suspended ? `${name} runs again.` : `${name} is suspended.`),
    onDone: onClose,
    fields: ['reason'],
  });
  return (
    <Confirm
      title={suspended ? `Let ${name} run again?` : `Suspend ${name}?`}
      verb={suspended ? 'Resume' : 'Suspend'}
      danger={!suspended}
      asksReason
      action={action}
      onClose={onClose}
    >
      <p>
        {suspended
          ? 'Everybody gets it again, in the versions that were released before.'
          : 'Nobody can open it any more, on any host, within seconds. Its releases stay as they are: resuming gives them back.'}
      </p>
    </Confirm>
  );
}
