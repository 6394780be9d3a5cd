import { type CollectionDocuments, LIMITS } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '../components/Button.tsx';
import { Confirm } from '../components/Confirm.tsx';
import { Empty } from '../components/Empty.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { Table } from '../components/Table.tsx';
import layout from '../components/layout.module.css';
import { DocumentEditor } from '../components/mini-app/DocumentEditor.tsx';
import { ExportButtons } from '../components/mini-app/ExportButtons.tsx';
import { ImportDialog } from '../components/mini-app/ImportDialog.tsx';
import { columnsOf, previewOf } from '../documents/columnsOf.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useAction } from '../queries/useAction.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useMay } from '../session/SessionContext.ts';
import { countOf } from '../text/formatNumber.ts';

type Document = CollectionDocuments[number];

/** The documents of a collection, each to be changed, added or deleted. */
export default function CollectionScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { appId = '', collection = '' } = params;
  const mayFill = useMay('data');
  const [edited, setEdited] = useState<Document | 'new'>();
  const [deleted, setDeleted] = useState<string>();
  const [isImporting, setImporting] = useState(false);
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
          <>
            {query.data && query.data.length > 0 && (
              <ExportButtons name={`${collection}-of-${appId}`} documents={query.data} />
            )}
            {query.data && <Button onClick={() => setImporting(true)}>Import…</Button>}
            {mayFill && (
              <Button kind="primary" onClick={() => setEdited('new')}>
                New document…
              </Button>
            )}
          </>
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
      {edited !== undefined && query.data && (
        <DocumentEditor
          appId={appId}
          collection={collection}
          opened={edited === 'new' ? undefined : edited}
          documents={query.data}
          onClose={() => setEdited(undefined)}
        />
      )}
      {isImporting && query.data && (
        <ImportDialog
          appId={appId}
          collection={collection}
          documents={query.data}
          onClose={() => setImporting(false)}
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
