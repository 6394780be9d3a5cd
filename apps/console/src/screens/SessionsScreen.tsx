import type { ConsoleSessionRecord } from '@host/contracts';
import { useState } from 'react';

import { Badge } from '../components/Badge.tsx';
import { Button } from '../components/Button.tsx';
import { Confirm } from '../components/Confirm.tsx';
import { Empty } from '../components/Empty.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { NameCell } from '../components/NameCell.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Time } from '../components/Time.tsx';
import { useAction } from '../queries/useAction.ts';
import { Filters, TextFilter } from '../components/Filters.tsx';
import { useSearch } from '../components/useSearch.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useSession } from '../session/SessionContext.ts';

/** Who is signed in to the console. */
export default function SessionsScreen() {
  const { client } = useServices();
  const own = useSession();
  const [ended, setEnded] = useState<ConsoleSessionRecord>();
  const [{ q }] = useSearch();
  const sorting = useSort(['createdAt', 'lastUsedAt', 'expiresAt'], '-createdAt');
  const sort = sorting.sort.word;
  const list = useList(['sessions', q, sort], (page, signal) =>
    client.listConsoleSessions({ ...page, q, sort }, { signal }),
  );
  return (
    <>
      <PageHeader title="Sessions" subtitle="Who is signed in to the console." />
      <Filters>
        <TextFilter
          name="q"
          label="Find a session"
          placeholder="Part of a name, an id or an address"
        />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="session"
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Who',
            cell: ({ name, actor }) => <NameCell name={name} id={actor} />,
            text: ({ name }) => name,
          },
          { name: 'Actor', fileOnly: true, cell: () => '', text: ({ actor }) => actor },
          { name: 'From', cell: ({ address }) => address, text: ({ address }) => address },
          {
            name: 'Last used',
            sort: '-lastUsedAt',
            cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
            text: ({ lastUsedAt }) => lastUsedAt,
          },
          {
            name: 'Began',
            sort: '-createdAt',
            wideOnly: true,
            cell: ({ createdAt }) => <Time at={createdAt} />,
            text: ({ createdAt }) => createdAt,
          },
          {
            name: 'Ends',
            sort: 'expiresAt',
            wideOnly: true,
            cell: ({ expiresAt }) => <Time at={expiresAt} ahead />,
            text: ({ expiresAt }) => expiresAt,
          },
          {
            name: 'Actions',
            cell: (session) =>
              session.id === own.id ? (
                <Badge tone="info">This one</Badge>
              ) : (
                <Button
                  aria-label={`End the session of ${session.name} from ${session.address}`}
                  onClick={() => setEnded(session)}
                >
                  End…
                </Button>
              ),
          },
        ]}
        empty={<Empty title={q ? 'No session has that' : 'Nobody is signed in'} />}
      />
      {ended && <EndSession session={ended} onClose={() => setEnded(undefined)} />}
    </>
  );
}

function EndSession(props: { session: ConsoleSessionRecord; onClose: () => void }) {
  const { session, onClose } = props;
  const { client } = useServices();
  const action = useAction({
    run: () => client.endConsoleSession(session.id),
    said: () => `The session of ${session.name} has ended.`,
    onDone: onClose,
  });
  return (
    <Confirm
      title={`End the session of ${session.name}?`}
      verb="End the session"
      danger
      action={action}
      onClose={onClose}
    >
      <p>
        Their next request is refused. They can sign in again with their token: to keep them out,
        revoke it.
      </p>
    </Confirm>
  );
}
