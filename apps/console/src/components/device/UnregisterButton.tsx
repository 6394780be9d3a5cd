import { useState } from 'react';

import { hrefOf } from '../../navigation/routes.ts';
import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Button } from '../Button.tsx';
import { Confirm } from '../Confirm.tsx';

/** Unregisters a device, after asking. */
export function UnregisterButton({ id }: { id: string }) {
  const { client, navigation } = useServices();
  const [isOpen, setOpen] = useState(false);
  const action = useAction({
    run: () => client.unregisterDevice(id),
    said: () => `Device ${id} is unregistered.`,
    onDone: () => navigation.go(hrefOf('devices', {})),
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Unregister…</Button>
      {isOpen && (
        <Confirm
          title={`Unregister device ${id}?`}
          verb="Unregister"
          danger
          action={action}
          onClose={() => setOpen(false)}
        >
          <p>
            Nothing is sent to it any more, and its topics are forgotten. What it got so far stays
            in the notification center of its person. Its app can register it again.
          </p>
        </Confirm>
      )}
    </>
  );
}
