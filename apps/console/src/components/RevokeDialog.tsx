import type { ReactNode } from 'react';

import { useAction } from '../queries/useAction.ts';
import { Confirm } from './Confirm.tsx';

interface RevokeDialogProps {
  name: string;
  run: () => Promise<unknown>;
  /** What follows from it. */
  children: ReactNode;
  onClose: () => void;
}

/** Asks before a token or a key is refused for ever. */
export function RevokeDialog({ name, run, children, onClose }: RevokeDialogProps) {
  const action = useAction({ run, said: () => `${name} is revoked.`, onDone: onClose });
  return (
    <Confirm title={`Revoke ${name}?`} verb="Revoke" danger action={action} onClose={onClose}>
      <p>{children} This cannot be undone.</p>
    </Confirm>
  );
}
