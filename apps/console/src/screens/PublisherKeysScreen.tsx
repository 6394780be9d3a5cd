import type { PublisherKey, PublisherKeyRequest } from '@host/contracts';
import { useState } from 'react';

import { stateOfToken } from '../access/stateOfToken.ts';
import { Button } from '../components/Button.tsx';
import { Empty } from '../components/Empty.tsx';
import { Field } from '../components/Field.tsx';
import { Filters, TextFilter } from '../components/Filters.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { Link } from '../components/Link.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { NameCell } from '../components/NameCell.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { RevokeDialog } from '../components/RevokeDialog.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import { useSearch } from '../components/useSearch.ts';
import { useSort } from '../components/useSort.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useAction } from '../queries/useAction.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useMay } from '../session/SessionContext.ts';

const COLUMNS: readonly Column<PublisherKey>[] = [
  {
    name: 'Key',
    sort: 'name',
    cell: ({ id, name }) => <NameCell name={name} id={id} />,
    text: ({ name }) => name,
  },
  { name: 'Id', fileOnly: true, cell: () => '', text: ({ id }) => id },
  {
    name: 'Mini-app',
    sort: 'appId',
    cell: ({ appId }) => <Link href={hrefOf('miniApp', { appId })}>{appId}</Link>,
    text: ({ appId }) => appId,
  },
  {
    name: 'State',
    cell: (key) => <StateBadge of={stateOfToken(key, Date.now())} />,
    text: (key) => stateOfToken(key, Date.now()).words,
  },
  { name: 'Public key', fileOnly: true, cell: () => '', text: ({ publicKey }) => publicKey },
  {
    name: 'Registered',
    sort: '-createdAt',
    wideOnly: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
];

/** The keys that publishers sign their versions with. */
export default function PublisherKeysScreen() {
  const { client } = useServices();
  const mayChange = useMay('admin');
  const [isNew, setNew] = useState(false);
  const [revoked, setRevoked] = useState<PublisherKey>();
  const [{ q }] = useSearch();
  const sorting = useSort(['appId', 'name', 'createdAt'], 'appId');
  const sort = sorting.sort.word;
  const list = useList(['keys', q, sort], (page, signal) =>
    client.listKeys({ ...page, q, sort }, { signal }),
  );
  const revoking: Column<PublisherKey> = {
    name: 'Actions',
    cell: (key) =>
      key.revokedAt === undefined && (
        <Button aria-label={`Revoke ${key.name} of ${key.appId}`} onClick={() => setRevoked(key)}>
          Revoke…
        </Button>
      ),
  };
  return (
    <>
      <PageHeader
        title="Publisher keys"
        subtitle="Who has one signs every version of a mini-app; hosts check it."
        actions={
          mayChange && (
            <Button kind="primary" onClick={() => setNew(true)}>
              Register a key…
            </Button>
          )
        }
      />
      <Filters>
        <TextFilter name="q" label="Find a key" placeholder="Part of its name, id or mini-app" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="key"
        file="publisher-keys"
        keyOf={({ appId, id }) => `${appId} ${id}`}
        columns={mayChange ? [...COLUMNS, revoking] : COLUMNS}
        empty={
          q ? (
            <Empty title="No key has that in its name, id or mini-app" />
          ) : (
            <Empty title="No key is registered yet">
              Versions need not be signed. A publisher makes a key with{' '}
              <code>miniapp keys create</code>.
            </Empty>
          )
        }
      />
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {revoked && (
        <RevokeDialog
          name={revoked.name}
          run={() => client.revokeKey(revoked.appId, revoked.id)}
          onClose={() => setRevoked(undefined)}
        >
          Nothing more of {revoked.appId} is accepted that it signs; what is registered stays, and
          the trust in it lapses. Register the next key first. Without any, versions need no
          signature.
        </RevokeDialog>
      )}
    </>
  );
}

function NewKey({ onClose }: { onClose: () => void }) {
  const { client } = useServices();
  const [wanted, setWanted] = useState<PublisherKeyRequest>({ appId: '', name: '', publicKey: '' });
  const action = useAction({
    run: (request: PublisherKeyRequest) => client.registerKey(request),
    said: ({ appId, name }) => `${appId} accepts what ${name} signs.`,
    onDone: onClose,
    fields: ['appId', 'name', 'publicKey'],
    codes: { 'key-exists': 'publicKey' },
  });
  const fieldOf = (name: keyof PublisherKeyRequest, label: string, hint: string) => (
    <Field label={label} hint={hint} problem={action.problem?.fields[name]}>
      {(control) => (
        <input
          {...control}
          value={wanted[name]}
          onChange={(event) => setWanted({ ...wanted, [name]: event.target.value.trimStart() })}
        />
      )}
    </Field>
  );
  return (
    <FormDialog
      title="Register a publisher key"
      verb="Register the key"
      action={action}
      onSubmit={() => action.run(wanted)}
      onClose={onClose}
    >
      {fieldOf('appId', 'Mini-app', 'Its id. From now on every version of it has to be signed.')}
      {fieldOf('name', 'Name', 'Whose key it is, or which machine’s.')}
      {fieldOf(
        'publicKey',
        'Public key',
        'In base64, as miniapp keys create shows it with --json.',
      )}
    </FormDialog>
  );
}
