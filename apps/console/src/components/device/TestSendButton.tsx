import type { DeviceRecord } from '@host/contracts';
import { useState } from 'react';

import { MAY_BE_SENT, createSendKeys } from '../../composer/createSendKeys.ts';
import { messageIdOf, sentTest } from '../../composer/testSend.ts';
import { hrefOf } from '../../navigation/routes.ts';
import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Field } from '../Field.tsx';
import { Notice } from '../Notice.tsx';

/** Sends a push to one device, and shows its way. */
export function TestSendButton({ device }: { device: DeviceRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Send a test…</Button>
      {isOpen && <TestSendDialog device={device} onClose={() => setOpen(false)} />}
    </>
  );
}

function TestSendDialog({ device, onClose }: { device: DeviceRecord; onClose: () => void }) {
  const { client, navigation } = useServices();
  const [title, setTitle] = useState('A test');
  const [body, setBody] = useState('Sent from the console.');
  const [sendKeys] = useState(createSendKeys);
  const action = useAction({
    run: async () => {
      const message = {
        to: device.token,
        notification: { title: title.trim(), body: body.trim() },
      };
      const idempotencyKey = sendKeys.keyOf(message);
      const answer = await client.sendPush(sentTest(message), undefined, { idempotencyKey });
      sendKeys.answered();
      return messageIdOf(answer);
    },
    said: () => 'The test is sent.',
    whenLost: MAY_BE_SENT,
    onDone: (id) => {
      if (id !== undefined) navigation.go(hrefOf('trace', { id, deviceId: device.id }));
    },
  });
  return (
    <Dialog
      title={`Send a test to device ${device.id}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={action.busy}
            disabled={title.trim() === ''}
            onClick={() => action.run(undefined)}
          >
            Send the test
          </Button>
        </>
      }
    >
      <Field
        label="Title"
        problem={title.trim() === '' ? 'A notification has a title.' : undefined}
      >
        {(control) => (
          <input {...control} value={title} onChange={(event) => setTitle(event.target.value)} />
        )}
      </Field>
      <Field label="Text">
        {(control) => (
          <input {...control} value={body} onChange={(event) => setBody(event.target.value)} />
        )}
      </Field>
      {action.problem && (
        <Notice tone="bad" live>
          {action.problem.text}
        </Notice>
      )}
    </Dialog>
  );
}
