import { ApiClientError } from '@host/api-client';
import type { MessageTrace } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { ActorName } from '../components/ActorName.tsx';
import { Facts } from '../components/Facts.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { Table } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { hrefOf } from '../navigation/routes.ts';
import { useServices } from '../services/ServicesContext.ts';
import { answerWords, explainTrace, stepWords } from '../trace/explainTrace.ts';

/** The way of one message to one device: why somebody got it or not. */
export default function TraceScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { id = '', deviceId = '' } = params;
  const query = useQuery({
    queryKey: ['message', id, 'trace', deviceId],
    queryFn: ({ signal }) => client.traceMessage(id, deviceId, { signal }),
  });
  const { error } = query;
  if (error instanceof ApiClientError && error.code === 'device-not-found') {
    return (
      <>
        <Header id={id} deviceId={deviceId} />
        <Notice tone="bad" title="The device is not registered">
          It was unregistered, or its push service said that its token leads nowhere. Of messages to
          topics nothing is kept for such a device.
        </Notice>
      </>
    );
  }
  return (
    <Loaded query={query} what="the way of the message">
      {(trace) => <Traced trace={trace} deviceId={deviceId} />}
    </Loaded>
  );
}

function Header({ id, deviceId }: { id: string; deviceId: string }) {
  return (
    <PageHeader
      title={`Message ${id} to device ${deviceId}`}
      above={
        <>
          <Link href={hrefOf('messages', {})}>Messages</Link> /{' '}
          <Link href={hrefOf('message', { id })}>{id}</Link>
        </>
      }
    />
  );
}

function Traced({ trace, deviceId }: { trace: MessageTrace; deviceId: string }) {
  const { message, device, steps } = trace;
  const answer = explainTrace(trace);
  return (
    <>
      <Header id={message.id} deviceId={deviceId} />
      <Notice tone={answer.tone} title={answer.words}>
        {answer.because}
      </Notice>
      <Panel title="Step by step" flush>
        <Table
          label="Every step that is kept"
          rows={steps.map((step, index) => ({ ...step, index }))}
          keyOf={({ index }) => index}
          columns={[
            { name: 'Step', cell: (step) => stepWords(step) },
            { name: 'Answer', cell: (step) => answerWords(step) },
            {
              name: 'When',
              cell: ({ at }) => (at === undefined ? 'not kept' : <Time at={at} exact />),
            },
          ]}
        />
      </Panel>
      <div className={layout.columns}>
        <Panel title="The message">
          <Facts
            of={[
              ['Title', message.title ?? 'without a title'],
              ['To', message.to ?? 'devices'],
              ['Sent by', <ActorName key="sender" id={message.sender} name={message.senderName} />],
              ['Kept until', <Time key="expires" at={message.expiresAt} ahead />],
            ]}
          />
        </Panel>
        <Panel title="The device">
          {device === undefined ? (
            <p>It is not registered any more.</p>
          ) : (
            <Facts
              of={[
                [
                  'Device',
                  <Link key="device" href={hrefOf('device', { id: device.id })}>
                    {device.id}
                  </Link>,
                ],
                ['Platform', device.platform],
                ['Connected', device.connected ? 'now' : 'no'],
                ['Reached otherwise', device.transport ?? 'not at all: it has to connect'],
                ['Last seen', <Time key="seen" at={device.lastSeenAt} />],
              ]}
            />
          )}
        </Panel>
      </div>
    </>
  );
}
