import {
  type IssuedServerKey,
  SERVER_KEY_SCOPES,
  type ServerKeyRecord,
  type ServerKeyRequest,
  type ServerKeyScope,
} from '@host/contracts';
import { useState } from 'react';

import { stateOfToken } from '../access/stateOfToken.ts';
import { RotateDialog } from '../components/access/RotateDialog.tsx';
import { LifetimeField, secondsOf } from '../components/access/LifetimeField.tsx';
import { Badge } from '../components/Badge.tsx';
import { Button } from '../components/Button.tsx';
import { Checks } from '../components/Checks.tsx';
import { Empty } from '../components/Empty.tsx';
import { Field } from '../components/Field.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { IssuedSecret } from '../components/IssuedSecret.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { NameCell } from '../components/NameCell.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { RevokeDialog } from '../components/RevokeDialog.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { useAction } from '../queries/useAction.ts';
import { Filters, TextFilter } from '../components/Filters.tsx';
import { useSearch } from '../components/useSearch.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { readNames } from '../text/readNames.ts';

const SCOPE_WORDS: Record<ServerKeyScope, string> = {
  send: 'sends pushes',
  topics: 'subscribes devices to topics',
  read: 'reads what became of messages',
};

/** The keys that back ends send pushes with. */
export default function ServerKeysScreen() {
  const { client } = useServices();
  const [isNew, setNew] = useState(false);
  const [issued, setIssued] = useState<IssuedServerKey>();
  const [rotated, setRotated] = useState<ServerKeyRecord>();
  const [revoked, setRevoked] = useState<ServerKeyRecord>();
  const [{ q }] = useSearch();
  const sorting = useSort(['createdAt', 'name', 'lastUsedAt', 'expiresAt'], 'createdAt');
  const sort = sorting.sort.word;
  const list = useList(['server-keys', q, sort], (page, signal) =>
    client.listServerKeys({ ...page, q, sort }, { signal }),
  );
  return (
    <>
      <PageHeader
        title="Server keys"
        subtitle="Back ends send pushes with them, as they do with FCM."
        actions={
          <Button kind="primary" onClick={() => setNew(true)}>
            Issue a key…
          </Button>
        }
      />
      <Filters>
        <TextFilter name="q" label="Find a key" placeholder="Part of its name or id" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="key"
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Key',
            sort: 'name',
            cell: ({ id, name }) => <NameCell name={name} id={id} />,
            text: ({ name }) => name,
          },
          { name: 'Id', fileOnly: true, cell: () => '', text: ({ id }) => id },
          {
            name: 'State',
            cell: (key) => <KeyState of={key} />,
            text: (key) => stateOfToken(key, Date.now()).words,
          },
          {
            name: 'May',
            cell: ({ scopes }) => scopes.join(', '),
            text: ({ scopes }) => scopes.join(' '),
          },
          {
            name: 'For',
            wideOnly: true,
            cell: ({ apps, miniApps }) =>
              miniApps
                ? `in the name of ${miniApps.join(', ')}`
                : (apps?.join(', ') ?? 'all host apps'),
            text: ({ apps, miniApps }) => (miniApps ?? apps)?.join(' ') ?? 'all host apps',
          },
          {
            name: 'Last used',
            sort: '-lastUsedAt',
            wideOnly: true,
            cell: ({ lastUsedAt }) =>
              lastUsedAt === undefined ? <Badge>never</Badge> : <Time at={lastUsedAt} />,
            text: ({ lastUsedAt }) => lastUsedAt ?? 'never',
          },
          {
            name: 'Issued',
            sort: '-createdAt',
            wideOnly: true,
            cell: ({ createdAt }) => <Time at={createdAt} />,
            text: ({ createdAt }) => createdAt,
          },
          {
            name: 'Ends',
            sort: 'expiresAt',
            cell: ({ expiresAt }) => (expiresAt === undefined ? 'never' : <Time at={expiresAt} />),
            text: ({ expiresAt }) => expiresAt ?? 'never',
          },
          {
            name: 'Actions',
            cell: (key) =>
              key.revokedAt === undefined && (
                <span className={layout.badges}>
                  <Button aria-label={`Replace ${key.name}`} onClick={() => setRotated(key)}>
                    Replace…
                  </Button>
                  <Button aria-label={`Revoke ${key.name}`} onClick={() => setRevoked(key)}>
                    Revoke…
                  </Button>
                </span>
              ),
          },
        ]}
        empty={
          q ? (
            <Empty title="No key has that in its name or id" />
          ) : (
            <Empty title="No key was issued yet">
              Until then back ends can use the root SERVER_KEY alone, which may do everything.
            </Empty>
          )
        }
      />
      {isNew && (
        <NewKey
          onClose={() => setNew(false)}
          onIssued={(key) => {
            setNew(false);
            setIssued(key);
          }}
        />
      )}
      {issued && (
        <IssuedSecret
          title={`The key ${issued.name}`}
          secret={issued.key}
          onClose={() => setIssued(undefined)}
        >
          {issued.previous && (
            <>
              The one before works until <Time at={issued.previous.endsAt} />. Until then give this
              one to whoever has it.
            </>
          )}
        </IssuedSecret>
      )}
      {rotated && (
        <RotateDialog
          of={rotated}
          onClose={() => setRotated(undefined)}
          onRotated={(key) => {
            setRotated(undefined);
            setIssued(key);
          }}
        />
      )}
      {revoked && (
        <RevokeDialog
          name={revoked.name}
          run={() => client.revokeServerKey(revoked.id)}
          onClose={() => setRevoked(undefined)}
        >
          What sends with it is refused from now on. Replacing its secret changes it without a gap.
        </RevokeDialog>
      )}
    </>
  );
}

/** Whether it works, and how long the secret of before still does. */
function KeyState({ of }: { of: ServerKeyRecord }) {
  const { previous } = of;
  return (
    <>
      <StateBadge of={stateOfToken(of, Date.now())} />
      {previous && (
        <div className={layout.id}>
          the old one until <Time at={previous.endsAt} />,{' '}
          {previous.lastUsedAt === undefined ? (
            'never used'
          ) : (
            <>
              last used <Time at={previous.lastUsedAt} />
            </>
          )}
        </div>
      )}
    </>
  );
}

interface NewKeyProps {
  onClose: () => void;
  onIssued: (key: IssuedServerKey) => void;
}

function NewKey({ onClose, onIssued }: NewKeyProps) {
  const { client } = useServices();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ServerKeyScope[]>(['send', 'read']);
  const [miniApps, setMiniApps] = useState('');
  const [days, setDays] = useState<number>();
  const action = useAction({
    run: (request: ServerKeyRequest) => client.issueServerKey(request),
    onDone: onIssued,
    fields: ['name', 'scopes', 'miniApps', 'expiresInSeconds'],
  });
  const names = readNames(miniApps);
  const submit = () =>
    action.run({
      name: name.trim(),
      scopes,
      ...(names.length > 0 && { miniApps: names }),
      ...(days !== undefined && { expiresInSeconds: secondsOf(days) }),
    });
  const fields = action.problem?.fields;
  return (
    <FormDialog
      title="Issue a server key"
      verb="Issue the key"
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" hint="Which back end has it." problem={fields?.['name']}>
        {(control) => (
          <input {...control} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Checks
        label="What it may do"
        choices={SERVER_KEY_SCOPES.map((scope) => [scope, SCOPE_WORDS[scope]] as const)}
        chosen={scopes}
        onChange={setScopes}
        problem={fields?.['scopes']}
      />
      <Field
        label="In the name of these mini-apps only"
        hint="Their ids, separated by commas. Empty: for the host apps."
        problem={fields?.['miniApps']}
      >
        {(control) => (
          <input
            {...control}
            value={miniApps}
            onChange={(event) => setMiniApps(event.target.value)}
          />
        )}
      </Field>
      <LifetimeField
        days={days}
        onChange={setDays}
        otherwise="never"
        problem={fields?.['expiresInSeconds']}
      />
    </FormDialog>
  );
}
