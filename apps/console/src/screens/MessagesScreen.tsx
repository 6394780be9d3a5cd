import type { MessageQuery } from '@host/contracts';

import { Empty } from '../components/Empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../components/Filters.tsx';
import { Link } from '../components/Link.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { SenderPanel } from '../components/push/SenderPanel.tsx';
import { MESSAGE_COLUMNS } from '../components/push/messageColumns.tsx';
import { useSearch } from '../components/useSearch.ts';
import { MESSAGE_FILTERS } from '../composer/stateOfMessage.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useMay, useSession } from '../session/SessionContext.ts';

/** What was sent, and what became of it. */
export default function MessagesScreen() {
  const { client } = useServices();
  const { apps } = useSession();
  const maySend = useMay('push');
  const [search] = useSearch();
  const filter: Pick<MessageQuery, 'state' | 'topic' | 'sender'> = {
    state: MESSAGE_FILTERS.find(([state]) => state === search['state'])?.[0],
    topic: search['topic'] || undefined,
    sender: search['sender'] || undefined,
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const sorting = useSort(['createdAt'], '-createdAt');
  const sort = sorting.sort.word;
  const list = useList(['messages', filter, sort], (page, signal) =>
    client.findMessages({ ...page, ...filter, sort }, { signal }),
  );
  return (
    <>
      <PageHeader
        title="Messages"
        subtitle={apps === undefined ? 'Everything that was sent.' : 'What you sent.'}
      />
      <Filters>
        <ChoiceFilter name="state" label="State" choices={MESSAGE_FILTERS} />
        <TextFilter name="topic" label="Topic" />
        {apps === undefined && <TextFilter name="sender" label="Sender" />}
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="message"
        columns={MESSAGE_COLUMNS}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <Empty title="No message fits these filters" />
          ) : (
            <Empty title="There is no message of the last 30 days">
              {maySend && <Link href={hrefOf('compose', {})}>Compose a push</Link>}
              {maySend && ', or send one with a server key.'}
            </Empty>
          )
        }
      />
      {apps === undefined && <SenderPanel />}
    </>
  );
}
