import type { ReactNode } from 'react';

import { Button } from './Button.tsx';
import { CopyText } from './CopyText.tsx';
import { Dialog } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface IssuedSecretProps {
  title: string;
  secret: string;
  /** What else has to be known of it. */
  children?: ReactNode;
  onClose: () => void;
}

/** A secret, the one time that it can be seen. */
export function IssuedSecret({ title, secret, children, onClose }: IssuedSecretProps) {
  return (
    <Dialog
      title={title}
      leaving="never"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <Notice tone="warn" title="This is shown once">
        Keep it where secrets are kept. Nobody can read it again, not even an operator.
      </Notice>
      <CopyText text={secret} label="the secret" />
      {children && <p>{children}</p>}
    </Dialog>
  );
}
