import { type CollectionDocuments, LIMITS } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '../components/Button.tsx';
import { Confirm } from '../components/Confirm.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Empty } from '../components/Empty.tsx';
import { Field } from '../components/Field.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { Table } from '../components/Table.tsx';
import layout from '../components/layout.module.css';
import { columnsOf, previewOf } from '../documents/columnsOf.ts';
import { readDocument } from '../documents/readDocument.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useAction } from '../queries/useAction.ts';
import { useServices } from '../services/ServicesContext.ts';
import { countOf } from '../text/formatNumber.ts';

type Document = CollectionDocuments[number];

/** The documents of a collection, each to be changed, added or deleted. */
export default function CollectionScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { appId = '', collection = '' } = params;
  const [edited, setEdited] = useState<Document | 'new'>();
  const [deleted, setDeleted] = useState<string>();
  const query = useQuery({
    queryKey: ['documents', appId, collection],
    queryFn: ({ signal }) => client.readCollection(appId, collection, { signal }),
  });
  return (
    <>
      <PageHeader
        title={collection}
        above={
          <>
            <Link href={hrefOf('miniApp', { appId })}>{appId}</Link> /{' '}
            <Link href={hrefOf('miniAppTab', { appId, tab: 'data' })}>Data</Link>
          </>
        }
        subtitle={
          query.data &&
          `${countOf(query.data.length, 'document')} of at most ${LIMITS.documentsPerCollection}`
        }
        actions={
          <Button kind="primary" onClick={() => setEdited('new')}>
            New document…
          </Button>
        }
      />
      <Panel flush>
        <Loaded query={query} what="the documents">
          {(documents) =>
            documents.length === 0 ? (
              <Empty title="This collection is empty">Add its first document.</Empty>
            ) : (
              <Table
                label="Documents"
                rows={documents}
                keyOf={({ id }) => id}
                columns={[
                  { name: 'id', cell: ({ id }) => <code>{id}</code> },
                  ...columnsOf(documents).map((name, index) => ({
                    name,
                    wideOnly: index > 1,
                    cell: (document: Document) => previewOf(document[name]),
                  })),
                  {
                    name: 'Actions',
                    cell: (document) => (
                      <div className={layout.badges}>
                        <Button
                          aria-label={`Edit ${document.id}`}
                          onClick={() => setEdited(document)}
                        >
                          Edit…
                        </Button>
                        <Button
                          aria-label={`Delete ${document.id}`}
                          onClick={() => setDeleted(document.id)}
                        >
                          Delete…
                        </Button>
                      </div>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Panel>
      {edited !== undefined && (
        <DocumentEditor
          appId={appId}
          collection={collection}
          document={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted !== undefined && (
        <DeleteDocument
          appId={appId}
          collection={collection}
          id={deleted}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}

interface OfDocument {
  appId: string;
  collection: string;
  onClose: () => void;
}

function DocumentEditor(props: OfDocument & { document: Document | undefined }) {
  const { appId, collection, document, onClose } = props;
  const { client } = useServices();
  const [text, setText] = useState(JSON.stringify(document ?? { id: '' }, undefined, 2));
  const [problem, setProblem] = useState<string>();
  const action = useAction({
    run: (changed: Document) => client.putDocument(appId, collection, changed),
    said: (_, { id }) => `${id} is saved.`,
    onDone: onClose,
  });
  const save = () => {
    const read = readDocument(text, document?.id);
    setProblem('problem' in read ? read.problem : undefined);
    if ('document' in read) action.run(read.document);
  };
  return (
    <Dialog
      wide
      title={document ? `Edit ${document.id}` : `New document in ${collection}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={action.busy} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <Field
        label="The document as JSON"
        problem={problem}
        hint="It has an id; the rest is up to the mini-app."
      >
        {(control) => (
          <textarea
            {...control}
            className={`${control.className} ${layout.code}`}
            rows={16}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {action.problem && (
        <Notice tone="bad" live>
          {action.problem.text}
        </Notice>
      )}
    </Dialog>
  );
}

function DeleteDocument({ appId, collection, id, onClose }: OfDocument & { id: string }) {
  const { client } = useServices();
  const action = useAction({
    run: () => client.deleteDocument(appId, collection, id),
    said: () => `${id} is deleted.`,
    onDone: onClose,
  });
  return (
    <Confirm title={`Delete ${id}?`} verb="Delete" danger action={action} onClose={onClose}>
      <p>The mini-app does not find it any more. This cannot be undone.</p>
    </Confirm>
  );
}
