import type { PersonQuery } from '@host/contracts';
import { useState } from 'react';

import { Button } from '../components/Button.tsx';
import { Field } from '../components/Field.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import layout from '../components/layout.module.css';
import { hrefOf } from '../navigation/routes.ts';
import { useAction } from '../queries/useAction.ts';
import { useServices } from '../services/ServicesContext.ts';

type By = 'email' | 'id' | 'openId';

/** Finds a person. What they are looked for by is kept in no address: those stay in histories. */
export default function PeopleScreen() {
  const { client, navigation } = useServices();
  const [by, setBy] = useState<By>('email');
  const [text, setText] = useState('');
  const [appId, setAppId] = useState('');
  const [isTried, setTried] = useState(false);
  const action = useAction({
    run: (query: PersonQuery) => client.findPerson(query),
    onDone: ({ id }) => navigation.go(hrefOf('person', { personId: id })),
    fields: ['email', 'id', 'openId', 'appId'],
    whenLost: 'What you entered is still here: try again.',
  });
  const fields = action.problem?.fields;
  const value = text.trim();
  return (
    <>
      <PageHeader
        title="People"
        subtitle="Find somebody to see their devices, hand out their data, or delete it."
      />
      <Panel>
        <form
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (value === '') return;
            action.run(by === 'openId' ? { openId: value, appId: appId.trim() } : { [by]: value });
          }}
        >
          <Field label="Look for them by">
            {(control) => (
              <select {...control} value={by} onChange={(event) => setBy(event.target.value as By)}>
                <option value="email">their e-mail address</option>
                <option value="id">their id</option>
                <option value="openId">what a mini-app knows them by</option>
              </select>
            )}
          </Field>
          <Field
            label={LABELS[by]}
            problem={isTried && value === '' ? 'This must not be empty.' : fields?.[by]}
          >
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          {by === 'openId' && (
            <Field label="Mini-app" hint="The id of the mini-app." problem={fields?.['appId']}>
              {(control) => (
                <input
                  {...control}
                  value={appId}
                  onChange={(event) => setAppId(event.target.value)}
                />
              )}
            </Field>
          )}
          <div>
            <Button kind="primary" type="submit" busy={action.busy}>
              Find
            </Button>
          </div>
          {action.problem && (
            <Notice tone="bad" live>
              {action.problem.text}
            </Notice>
          )}
        </form>
      </Panel>
    </>
  );
}

const LABELS: Record<By, string> = {
  email: 'E-mail address',
  id: 'Id of the person',
  openId: 'openId',
};
