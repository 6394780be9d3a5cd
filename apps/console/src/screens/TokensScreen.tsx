import { type IssuedToken, ROLES, type Role, type TokenRequest } from '@host/contracts';
import { useState } from 'react';

import { ROLE_WORDS } from '../access/roleWords.ts';
import { LifetimeField, secondsOf } from '../components/access/LifetimeField.tsx';
import { RolesPanel } from '../components/access/RolesPanel.tsx';
import { type IssueFormProps, SecretsScreen } from '../components/access/SecretsScreen.tsx';
import { Field } from '../components/Field.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { useAction } from '../queries/useAction.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useSession } from '../session/SessionContext.ts';
import { readNames } from '../text/readNames.ts';

/** The tokens that operators, publishers and their machines sign in with. */
export default function TokensScreen() {
  const { client, session } = useServices();
  const { actor } = useSession();
  return (
    <SecretsScreen
      title="Tokens"
      subtitle="What operators, publishers and their machines sign in with."
      noun="token"
      name="tokens"
      list={(query, options) => client.listTokens(query, options)}
      rotate={async (id, rotation) => {
        const issued = await client.rotateToken(id, rotation);
        // Their own session may end with the old secret, and nobody else is shown the new one.
        if (id === actor) await session.signIn({ token: issued.token });
        return issued;
      }}
      revoke={(id) => client.revokeToken(id)}
      secretOf={({ token }: IssuedToken) => token}
      columns={[
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
      ]}
      Form={NewToken}
      withoutAny="Everybody works with the root token, which may do everything. Issue one for each."
      keeps="It keeps its id and what it may do. Sessions of the console end with the secret that started them."
      revoking="Whoever uses it is refused from now on, and their sessions of the console end."
    >
      <RolesPanel />
    </SecretsScreen>
  );
}

function NewToken({ onClose, onIssued }: IssueFormProps<IssuedToken>) {
  const { client } = useServices();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [apps, setApps] = useState('');
  const [publisher, setPublisher] = useState('');
  const [days, setDays] = useState(90);
  const action = useAction({
    run: (request: TokenRequest) => client.issueToken(request),
    onDone: onIssued,
    fields: ['name', 'role', 'scopes', 'apps', 'publisher', 'expiresInSeconds'],
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
      <Field
        label="Role"
        hint={`Scopes: ${ROLES[role].join(', ')}.`}
        problem={fields?.['role'] ?? fields?.['scopes']}
      >
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
