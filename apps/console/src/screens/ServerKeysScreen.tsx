import {
  type IssuedServerKey,
  SERVER_KEY_SCOPES,
  type ServerKeyRequest,
  type ServerKeyScope,
} from '@host/contracts';
import { useState } from 'react';

import { LifetimeField, secondsOf } from '../components/access/LifetimeField.tsx';
import { type IssueFormProps, SecretsScreen } from '../components/access/SecretsScreen.tsx';
import { Checks } from '../components/Checks.tsx';
import { Field } from '../components/Field.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { useAction } from '../queries/useAction.ts';
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
  return (
    <SecretsScreen
      title="Server keys"
      subtitle="Back ends send pushes with them, as they do with FCM."
      noun="key"
      name="server-keys"
      list={(query, options) => client.listServerKeys(query, options)}
      rotate={(id, rotation) => client.rotateServerKey(id, rotation)}
      revoke={(id) => client.revokeServerKey(id)}
      secretOf={({ key }: IssuedServerKey) => key}
      columns={[
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
      ]}
      Form={NewKey}
      withoutAny="Until then back ends can use the root SERVER_KEY alone, which may do everything."
      keeps="It keeps its id, what it may do, and the messages that it sent."
      revoking="What sends with it is refused from now on."
    />
  );
}

function NewKey({ onClose, onIssued }: IssueFormProps<IssuedServerKey>) {
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
