import type { DeviceQuery } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { hrefOf } from '../../navigation/routes.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Button } from '../Button.tsx';
import { Empty } from '../Empty.tsx';
import { Field } from '../Field.tsx';
import { Link } from '../Link.tsx';
import { Loaded } from '../Loaded.tsx';
import { Panel } from '../Panel.tsx';
import { Table } from '../Table.tsx';
import { Time } from '../Time.tsx';
import { DeviceBadge } from '../device/DeviceBadge.tsx';
import layout from '../layout.module.css';

type Wanted = Pick<DeviceQuery, 'person' | 'token'>;
const keyOf = (wanted: Wanted) => ['devices', 'of', wanted];

/** Finds the device of somebody who says that a message did not come. */
export function TracePanel({ messageId }: { messageId: string }) {
  const { queries } = useServices();
  const [by, setBy] = useState<keyof Wanted>('person');
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState<Wanted>();
  const [isTried, setTried] = useState(false);
  const value = text.trim();
  return (
    <Panel title="Why did somebody not get it?">
      <form
        className={layout.row}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (value === '') return;
          const asked: Wanted = { [by]: value };
          setWanted(asked);
          // Who asks the same once more wants another answer.
          void queries.invalidateQueries({ queryKey: keyOf(asked) });
        }}
      >
        <Field
          label={by === 'person' ? 'Id of the person' : 'Token of the device'}
          problem={isTried && value === '' ? 'This must not be empty.' : undefined}
        >
          {(control) => (
            <input {...control} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
        <Field label="Look for">
          {(control) => (
            <select
              {...control}
              value={by}
              onChange={(event) => setBy(event.target.value as keyof Wanted)}
            >
              <option value="person">the devices of a person</option>
              <option value="token">a device by its token</option>
            </select>
          )}
        </Field>
        <Button type="submit">Find the device</Button>
      </form>
      {wanted && <Devices messageId={messageId} wanted={wanted} />}
    </Panel>
  );
}

function Devices({ messageId, wanted }: { messageId: string; wanted: Wanted }) {
  const { client } = useServices();
  const query = useQuery({
    queryKey: keyOf(wanted),
    queryFn: ({ signal }) => client.findDevices({ ...wanted, limit: 100 }, { signal }),
  });
  return (
    <Loaded query={query} what="the devices">
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="No device is registered for that">
            That is why: nothing can be sent to somebody without a device.
          </Empty>
        ) : (
          <Table
            label="Devices that were found"
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Device',
                cell: ({ id }) => (
                  <Link href={hrefOf('trace', { id: messageId, deviceId: id })}>
                    Its way to device {id}
                  </Link>
                ),
              },
              { name: 'State', cell: (device) => <DeviceBadge device={device} /> },
              { name: 'Platform', wideOnly: true, cell: ({ platform }) => platform },
              { name: 'Last seen', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
            ]}
          />
        )
      }
    </Loaded>
  );
}
