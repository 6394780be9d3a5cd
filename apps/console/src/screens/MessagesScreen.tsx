import type { PushMessageRecord } from '@host/contracts';

import { Empty } from '../components/Empty.tsx';
import { Link } from '../components/Link.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { stateOfMessage } from '../composer/stateOfMessage.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useSession } from '../session/SessionContext.ts';
import { formatCount } from '../text/formatNumber.ts';

const COLUMNS: readonly Column<PushMessageRecord>[] = [
  {
    name: 'Message',
    cell: ({ id, title }) => (
      <div className={layout.name}>
        <Link href={hrefOf('message', { id })}>{title ?? 'without a title'}</Link>
        <span className={layout.id}>{id}</span>
      </div>
    ),
  },
  { name: 'State', cell: (message) => <StateBadge of={stateOfMessage(message)} /> },
  { name: 'To', cell: ({ to }) => to ?? 'devices', wideOnly: true },
  { name: 'Sent', number: true, cell: ({ counts }) => formatCount(counts.sent) },
  { name: 'Delivered', number: true, cell: ({ counts }) => formatCount(counts.delivered) },
  {
    name: 'Opened',
    number: true,
    wideOnly: true,
    cell: ({ counts }) => formatCount(counts.opened),
  },
  { name: 'When', wideOnly: true, cell: ({ sendAt }) => <Time at={sendAt} /> },
];

/** What was sent, and what became of it. */
export default function MessagesScreen() {
  const { client } = useServices();
  const { actor } = useSession();
  const list = useList(['messages'], (page, signal) =>
    client.listPushMessages(page, undefined, { signal }),
  );
  return (
    <>
      <PageHeader
        title="Messages"
        subtitle={
          actor === 'root'
            ? 'Everything that was sent, the newest first.'
            : 'What you sent, the newest first.'
        }
      />
      <ListPanel
        list={list}
        noun="message"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty title="There is no message of the last 30 days">
            <Link href={hrefOf('compose', {})}>Compose a push</Link>, or send one with a server key.
          </Empty>
        }
      />
    </>
  );
}
