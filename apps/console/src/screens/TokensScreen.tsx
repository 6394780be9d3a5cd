import {
  type IssuedToken,
  ROLES,
  type Role,
  type TokenRecord,
  type TokenRequest,
} from '@host/contracts';
import { useState } from 'react';

import { ROLE_WORDS } from '../access/roleWords.ts';
import { LifetimeField, secondsOf } from '../components/access/LifetimeField.tsx';
import { RolesPanel } from '../components/access/RolesPanel.tsx';
import { Badge } from '../components/Badge.tsx';
import { Button } from '../components/Button.tsx';
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
import { stateOfToken } from '../access/stateOfToken.ts';
import { useAction } from '../queries/useAction.ts';
import { Filters, TextFilter } from '../components/Filters.tsx';
import { useSearch } from '../components/useSearch.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { readNames } from '../text/readNames.ts';

/** The tokens that operators, publishers and their machines sign in with. */
export default function TokensScreen() {
  const { client } = useServices();
  const [isNew, setNew] = useState(false);
  const [issued, setIssued] = useState<IssuedToken>();
  const [revoked, setRevoked] = useState<TokenRecord>();
  const [{ q }] = useSearch();
  const sorting = useSort(['createdAt', 'name', 'lastUsedAt', 'expiresAt'], 'createdAt');
  const sort = sorting.sort.word;
  const list = useList(['tokens', q, sort], (page, signal) =>
    client.listTokens({ ...page, q, sort }, { signal }),
  );
  return (
    <>
      <PageHeader
        title="Tokens"
        subtitle="What operators, publishers and their machines sign in with."
        actions={
          <Button kind="primary" onClick={() => setNew(true)}>
            Issue a token…
          </Button>
        }
      />
      <Filters>
        <TextFilter name="q" label="Find a token" placeholder="Part of its name or id" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="token"
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Token',
            sort: 'name',
            cell: ({ id, name }) => <NameCell name={name} id={id} />,
            text: ({ name }) => name,
          },
          { name: 'Id', fileOnly: true, cell: () => '', text: ({ id }) => id },
          {
            name: 'State',
            cell: (token) => <StateBadge of={stateOfToken(token, Date.now())} />,
            text: (token) => stateOfToken(token, Date.now()).words,
          },
          {
            name: 'May',
            cell: ({ role, scopes }) => role ?? scopes.join(', '),
            text: ({ role, scopes }) => role ?? scopes.join(' '),
          },
          {
            name: 'For',
            wideOnly: true,
            cell: ({ apps, publisher }) => publisher ?? apps?.join(', ') ?? 'all mini-apps',
            text: ({ apps, publisher }) => publisher ?? apps?.join(' ') ?? 'all mini-apps',
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
            cell: ({ expiresAt }) => <Time at={expiresAt} />,
            text: ({ expiresAt }) => expiresAt,
          },
          {
            name: 'Actions',
            cell: (token) =>
              token.revokedAt === undefined && (
                <Button aria-label={`Revoke ${token.name}`} onClick={() => setRevoked(token)}>
                  Revoke…
                </Button>
              ),
          },
        ]}
        empty={
          q ? (
            <Empty title="No token has that in its name or id" />
          ) : (
            <Empty title="No token was issued yet">
              Everybody works with the root token, which may do everything. Issue one for each.
            </Empty>
          )
        }
      />
      <RolesPanel />
      {isNew && (
        <NewToken
          onClose={() => setNew(false)}
          onIssued={(token) => {
            setNew(false);
            setIssued(token);
          }}
        />
      )}
      {issued && (
        <IssuedSecret
          title={`The token ${issued.name}`}
          secret={issued.token}
          onClose={() => setIssued(undefined)}
        />
      )}
      {revoked && (
        <RevokeDialog
          name={revoked.name}
          run={() => client.revokeToken(revoked.id)}
          onClose={() => setRevoked(undefined)}
        >
          Whoever uses it is refused from now on, and their sessions of the console end. To change
          it without a gap, issue the new one first.
        </RevokeDialog>
      )}
    </>
  );
}

interface NewTokenProps {
  onClose: () => void;
  onIssued: (token: IssuedToken) => void;
}

function NewToken({ onClose, onIssued }: NewTokenProps) {
  const { client } = useServices();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [apps, setApps] = useState('');
  const [publisher, setPublisher] = useState('');
  const [days, setDays] = useState(90);
  const action = useAction({
    run: (request: TokenRequest) => client.issueToken(request),
    onDone: onIssued,
    fields: ['name', 'role', 'apps', 'publisher', 'expiresInSeconds'],
  });
  const submit = () => {
    const names = readNames(apps);
    action.run({
      name: name.trim(),
      role,
      expiresInSeconds: secondsOf(days),
      ...(names.length > 0 && { apps: names }),
      ...(publisher.trim() !== '' && { publisher: publisher.trim() }),
    });
  };
  const fields = action.problem?.fields;
  return (
    <FormDialog
      title="Issue a token"
      verb="Issue the token"
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" hint="Whose it is, or which machine’s." problem={fields?.['name']}>
        {(control) => (
          <input {...control} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field label="Role" hint={`Scopes: ${ROLES[role].join(', ')}.`} problem={fields?.['role']}>
        {(control) => (
          <select
            {...control}
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
          >
            {(Object.keys(ROLES) as Role[]).map((each) => (
              <option key={each} value={each}>
                {each}: {ROLE_WORDS[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Only these mini-apps"
        hint="Their ids, separated by commas. Empty: all of them."
        problem={fields?.['apps']}
      >
        {(control) => (
          <input {...control} value={apps} onChange={(event) => setApps(event.target.value)} />
        )}
      </Field>
      <Field
        label="Publisher"
        hint="The id of a publisher: then it has the mini-apps of that one."
        problem={fields?.['publisher']}
      >
        {(control) => (
          <input
            {...control}
            value={publisher}
            onChange={(event) => setPublisher(event.target.value)}
          />
        )}
      </Field>
      <LifetimeField
        days={days}
        onChange={(chosen) => setDays(chosen ?? days)}
        problem={fields?.['expiresInSeconds']}
      />
    </FormDialog>
  );
}
