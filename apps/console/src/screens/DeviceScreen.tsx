import { ApiClientError } from '@host/api-client';
import type { DeviceDetails } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { CopyText } from '../components/CopyText.tsx';
import { Empty } from '../components/Empty.tsx';
import { Facts } from '../components/Facts.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import { SavableTable } from '../components/SavableTable.tsx';
import { Time } from '../components/Time.tsx';
import { ChoicePanel } from '../components/device/ChoicePanel.tsx';
import { DeviceBadge } from '../components/device/DeviceBadge.tsx';
import { GoneDevice } from '../components/device/GoneDevice.tsx';
import { TestSendButton } from '../components/device/TestSendButton.tsx';
import { UnregisterButton } from '../components/device/UnregisterButton.tsx';
import layout from '../components/layout.module.css';
import { stateOfMessage } from '../composer/stateOfMessage.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useMay } from '../session/SessionContext.ts';
import { countOf } from '../text/formatNumber.ts';

/** When a device was seen last is told by no event. */
const REFRESH_MS = 10_000;

/** One device: how it is reached, what it has, what waits for it. */
export default function DeviceScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { id = '' } = params;
  const maySend = useMay('push');
  const mayEnd = useMay('admin');
  const query = useQuery({
    queryKey: ['device', id],
    queryFn: ({ signal }) => client.getDevice(id, { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (query.error instanceof ApiClientError && query.error.code === 'device-not-found') {
    return <GoneDevice id={id} />;
  }
  return (
    <Loaded query={query} what="the device">
      {(device) => (
        <>
          <PageHeader
            title={`Device ${id}`}
            above={<Link href={hrefOf('devices', {})}>Devices</Link>}
            badge={<DeviceBadge device={device} />}
            subtitle={[device.platform, device.app].filter(Boolean).join(' · ')}
            actions={
              <>
                {maySend && <TestSendButton device={device} />}
                {mayEnd && <UnregisterButton id={id} />}
              </>
            }
          />
          {device.quarantined !== undefined && (
            <Notice tone="bad" title="Nothing is sent to this device">
              Its push service said {device.quarantined}. It is tried again once its app registers.
            </Notice>
          )}
          <div className={layout.columns}>
            <AboutPanel device={device} />
            <TopicsPanel id={id} topics={device.topics} />
          </div>
          <MessagesPanel id={id} messages={device.messages} />
          <ChoicePanel device={device} />
        </>
      )}
    </Loaded>
  );
}

function AboutPanel({ device }: { device: DeviceDetails }) {
  const mayLookForPeople = useMay('admin');
  const { person, waiting, transport, connected } = device;
  return (
    <Panel title="About">
      <CopyText text={device.token} label="the token" />
      <Facts
        of={[
          ['Platform', device.platform],
          ['App', device.app ?? 'not said'],
          [
            'Person',
            person === undefined ? (
              'nobody is signed in'
            ) : mayLookForPeople ? (
              <Link key="person" href={hrefOf('person', { personId: person })}>
                {person}
              </Link>
            ) : (
              <code key="person">{person}</code>
            ),
          ],
          ['Connected', connected ? `now${device.node ? `, to node ${device.node}` : ''}` : 'no'],
          ['Reached otherwise', transport ?? 'not at all: it has to connect'],
          [
            'Waits for it',
            `${waiting.isExact ? '' : 'more than '}${countOf(waiting.messages, 'message')}`,
          ],
          ['Last seen', <Time key="seen" at={device.lastSeenAt} />],
          ['Registered', <Time key="at" at={device.createdAt} />],
        ]}
      />
    </Panel>
  );
}

function TopicsPanel({ id, topics }: Pick<DeviceDetails, 'id' | 'topics'>) {
  return (
    <Panel title="Topics" flush>
      {topics.length === 0 ? (
        <Empty title="It has no topic" />
      ) : (
        <SavableTable
          file={`topics-of-device-${id}`}
          label="Topics of the device"
          rows={topics}
          keyOf={({ topic }) => topic}
          columns={[
            {
              name: 'Topic',
              cell: ({ topic }) => <Link href={hrefOf('topic', { topic })}>{topic}</Link>,
              text: ({ topic }) => topic,
            },
            { name: 'Since', cell: ({ since }) => <Time at={since} />, text: ({ since }) => since },
          ]}
        />
      )}
    </Panel>
  );
}

function MessagesPanel({ id, messages }: Pick<DeviceDetails, 'id' | 'messages'>) {
  return (
    <Panel title="Last messages to it alone" flush>
      {messages.length === 0 ? (
        <Empty title="Nothing was sent to this device alone">
          What was sent to its topics is on the pages of these topics.
        </Empty>
      ) : (
        <SavableTable
          file={`messages-of-device-${id}`}
          label="Last messages to the device"
          rows={messages}
          keyOf={(message) => message.id}
          columns={[
            {
              name: 'Message',
              cell: (message) => (
                <Link href={hrefOf('message', { id: message.id })}>{message.id}</Link>
              ),
              text: (message) => message.id,
            },
            {
              name: 'State',
              cell: (message) => <StateBadge of={stateOfMessage(message)} />,
              text: ({ state }) => state,
            },
            {
              name: 'Why',
              wideOnly: true,
              cell: ({ reason }) => reason ?? '',
              text: ({ reason }) => reason,
            },
            {
              name: 'When',
              cell: ({ updatedAt }) => <Time at={updatedAt} />,
              text: ({ updatedAt }) => updatedAt,
            },
            {
              name: 'Its way',
              cell: (message) => (
                <Link
                  href={hrefOf('trace', { id: message.id, deviceId: id })}
                  aria-label={`Trace ${message.id}`}
                >
                  Trace
                </Link>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
