import { CollectionName, type MiniProgram } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { plainWords } from '../../errors/plainWords.ts';
import { hrefOf } from '../../navigation/routes.ts';
import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { formatBytes } from '../../text/formatNumber.ts';
import { Badge } from '../Badge.tsx';
import { Button } from '../Button.tsx';
import { Empty } from '../Empty.tsx';
import { Field } from '../Field.tsx';
import { FormDialog } from '../FormDialog.tsx';
import { Link } from '../Link.tsx';
import { Loaded } from '../Loaded.tsx';
import { Notice } from '../Notice.tsx';
import { Panel } from '../Panel.tsx';
import { SavableTable } from '../SavableTable.tsx';
import { Time } from '../Time.tsx';
import layout from '../layout.module.css';

/** The collections behind a mini-app's own path. */
export function DataTab({ app: { appId, upstream } }: { app: MiniProgram }) {
  const { client } = useServices();
  const [isNew, setNew] = useState(false);
  const query = useQuery({
    queryKey: ['collections', appId],
    queryFn: ({ signal }) => client.listCollections(appId, { signal }),
  });
  return (
    <>
      {upstream !== undefined && (
        <Notice title="Requests go to the mini-app’s own back end">
          Its path leads to {upstream}: collections are not read while it does.
        </Notice>
      )}
      <Panel
        title="Collections"
        flush
        actions={<Button onClick={() => setNew(true)}>New collection…</Button>}
      >
        <Loaded query={query} what="the collections">
          {(collections) =>
            collections.length === 0 ? (
              <Empty title="This mini-app keeps no data here">
                Make a collection, or publish with <code>miniapp publish --fixtures</code>.
              </Empty>
            ) : (
              <SavableTable
                label="Collections"
                file={`collections-of-${appId}`}
                rows={collections}
                keyOf={({ name }) => name}
                columns={[
                  {
                    name: 'Collection',
                    cell: ({ name, path }) => (
                      <div className={layout.name}>
                        <Link href={hrefOf('collection', { appId, collection: name })}>{name}</Link>
                        <span className={layout.id}>{path}</span>
                      </div>
                    ),
                    text: ({ name }) => name,
                  },
                  { name: 'Path', fileOnly: true, cell: () => '', text: ({ path }) => path },
                  {
                    name: 'Read by',
                    cell: (each) =>
                      each.private ? <Badge tone="info">signed-in people</Badge> : 'everybody',
                    text: (each) => (each.private ? 'signed-in people' : 'everybody'),
                  },
                  {
                    name: 'Documents',
                    number: true,
                    cell: ({ documents }) => documents,
                    text: ({ documents }) => documents,
                  },
                  {
                    name: 'Size',
                    number: true,
                    cell: ({ bytes }) => formatBytes(bytes),
                    text: ({ bytes }) => bytes,
                  },
                  {
                    name: 'Changed',
                    wideOnly: true,
                    cell: ({ updatedAt }) => <Time at={updatedAt} />,
                    text: ({ updatedAt }) => updatedAt,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Panel>
      {isNew && <NewCollection appId={appId} onClose={() => setNew(false)} />}
    </>
  );
}

function NewCollection({ appId, onClose }: { appId: string; onClose: () => void }) {
  const { client, navigation } = useServices();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const action = useAction({
    run: (collection: string) =>
      client.replaceCollection(appId, collection, { documents: [], onlyNew: true }),
    onDone: (_, collection) => navigation.go(hrefOf('collection', { appId, collection })),
    codes: { 'collection-exists': 'name' },
  });
  const submit = () => {
    const checked = CollectionName.safeParse(name.trim());
    setProblem(checked.error && plainWords(checked.error.issues[0]!.message));
    if (checked.success) action.run(checked.data);
  };
  return (
    <FormDialog
      title="New collection"
      verb="Make it"
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="As in its address: items in /orders/items."
        problem={problem ?? action.problem?.fields['name']}
      >
        {(control) => (
          <input {...control} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}
