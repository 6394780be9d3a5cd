import type { AdminMessage } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ActorName } from '../components/ActorName.tsx';
import { Button } from '../components/Button.tsx';
import { Confirm } from '../components/Confirm.tsx';
import { Facts } from '../components/Facts.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { SavableTable } from '../components/SavableTable.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { Funnel } from '../components/push/Funnel.tsx';
import { TracePanel } from '../components/push/TracePanel.tsx';
import { stateOfMessage } from '../composer/stateOfMessage.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useAction } from '../queries/useAction.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useMay, useSession } from '../session/SessionContext.ts';

/** One message: how far it came, on how many devices, and on which. */
export default function MessageScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { id = '' } = params;
  const { apps } = useSession();
  const query = useQuery({
    queryKey: ['message', id],
    queryFn: ({ signal }) => client.getMessage(id, { signal }),
  });
  return (
    <Loaded query={query} what="the message">
      {(message) => (
        <>
          <PageHeader
            title={message.title ?? 'Without a title'}
            above={<Link href={hrefOf('messages', {})}>Messages</Link>}
            badge={<StateBadge of={stateOfMessage(message)} />}
            subtitle={`Message ${message.id}`}
            actions={<CancelButton message={message} />}
          />
          <div className={layout.columns}>
            <Panel title="How far it came">
              <Funnel message={message} />
            </Panel>
            <Panel title="About">
              <Facts
                of={[
                  ['To', message.to ?? 'devices'],
                  [
                    'Sent by',
                    <ActorName key="sender" id={message.sender} name={message.senderName} />,
                  ],
                  ['Accepted', <Time key="created" at={message.createdAt} />],
                  [
                    'Due',
                    <Time
                      key="due"
                      at={message.sendAt}
                      ahead={message.sendAt > message.createdAt}
                    />,
                  ],
                  ['Kept until', <Time key="expires" at={message.expiresAt} ahead />],
                  ['Cancelled because', message.reason],
                ]}
              />
            </Panel>
          </div>
          {message.deliveries && message.deliveries.length > 0 && (
            <DeliveriesPanel id={id} deliveries={message.deliveries} />
          )}
          {apps === undefined && <TracePanel messageId={id} />}
        </>
      )}
    </Loaded>
  );
}

type Delivery = NonNullable<AdminMessage['deliveries']>[number];

function DeliveriesPanel({ id, deliveries }: { id: string; deliveries: readonly Delivery[] }) {
  const { apps } = useSession();
  const columns: Column<Delivery>[] = [
    {
      name: 'Device',
      cell: ({ deviceId }) =>
        apps === undefined ? (
          <Link href={hrefOf('device', { id: deviceId })}>{deviceId}</Link>
        ) : (
          deviceId
        ),
      text: ({ deviceId }) => deviceId,
    },
    {
      name: 'State',
      cell: (delivery) => <StateBadge of={stateOfMessage(delivery)} />,
      text: ({ state }) => state,
    },
    { name: 'Why', cell: ({ reason }) => reason ?? '', text: ({ reason }) => reason },
    {
      name: 'When',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
      text: ({ updatedAt }) => updatedAt,
    },
  ];
  const trace: Column<Delivery> = {
    name: 'Its way',
    cell: ({ deviceId }) => (
      <Link href={hrefOf('trace', { id, deviceId })} aria-label={`Trace to device ${deviceId}`}>
        Trace
      </Link>
    ),
  };
  return (
    <Panel title="Device by device" flush>
      <SavableTable
        file={`message-${id}`}
        label="What became of it on each device"
        rows={deliveries}
        keyOf={({ deviceId }) => deviceId}
        columns={apps === undefined ? [...columns, trace] : columns}
      />
    </Panel>
  );
}

function CancelButton({ message }: { message: AdminMessage }) {
  const { client } = useServices();
  const maySend = useMay('push');
  const [isOpen, setOpen] = useState(false);
  const action = useAction({
    run: () => client.cancelPushMessage(message.id, undefined),
    said: () => 'The message is cancelled: nobody gets it.',
    onDone: () => setOpen(false),
  });
  const isDue = Date.parse(message.sendAt) <= Date.now();
  if (!maySend || isDue || message.state === 'cancelled') return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel the message…</Button>
      {isOpen && (
        <Confirm
          title="Cancel this message?"
          verb="Cancel the message"
          danger
          action={action}
          onClose={() => setOpen(false)}
        >
          <p>Nobody gets it. To send it after all, compose it again.</p>
        </Confirm>
      )}
    </>
  );
}
