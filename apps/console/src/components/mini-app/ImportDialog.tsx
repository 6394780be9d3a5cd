import { type CollectionDocuments, LIMITS } from '@host/contracts';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

import { type ImportPlan, planImport } from '../../documents/planImport.ts';
import { putInParts } from '../../documents/putInParts.ts';
import { readImport } from '../../documents/readImport.ts';
import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { countOf, formatBytes } from '../../text/formatNumber.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Field } from '../Field.tsx';
import { Notice } from '../Notice.tsx';
import layout from '../layout.module.css';
import { ImportPreview } from './ImportPreview.tsx';

interface ImportDialogProps {
  appId: string;
  collection: string;
  /** What is there now. */
  documents: CollectionDocuments;
  onClose: () => void;
}

/** More than a full collection needs in any form. */
const MAX_BYTES = 2 * LIMITS.collectionBytes;

/**
 * Takes documents from a file or from what is pasted, says what they would change, and puts them. When a request fails,
 * everything stays, and the next try goes on with what is not stored yet.
 */
export function ImportDialog({ appId, collection, documents, onClose }: ImportDialogProps) {
  const { client, queries, toasts } = useServices();
  const [text, setText] = useState('');
  const [fileProblem, setFileProblem] = useState<string>();
  const [textProblem, setTextProblem] = useState<string>();
  const [progress, setProgress] = useState<{ stored: number; plan: ImportPlan }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  // Typing does not wait for a large file to be read again.
  const deferred = useDeferredValue(text);
  const read = useMemo(() => readImport(deferred, documents), [deferred, documents]);
  const current = useMemo(() => planImport(read.documents, documents), [read, documents]);

  const action = useAction({
    run: async (plan: ImportPlan) => {
      const controller = new AbortController();
      running.current = controller;
      const onStored = (stored: number) => setProgress({ stored, plan });
      onStored(0);
      try {
        const place = { appId, collection };
        await putInParts(client, place, plan.puts, { onStored, signal: controller.signal });
      } catch (error) {
        // What is stored is to be seen before the next try.
        await queries.invalidateQueries();
        throw error;
      }
    },
    said: (_, { added, changed }) => `${countOf(added, 'document')} added, ${changed} changed.`,
    onDone: onClose,
  });
  // What is stored already comes back as unchanged while the rest is on its way.
  const plan = action.busy && progress ? progress.plan : current;
  const total = plan.puts.length;
  const isEmpty = text.trim() === '';
  const isReady = !isEmpty && deferred === text && total > 0 && plan.problem === undefined;

  const take = (taken: string) => {
    setText(taken);
    setTextProblem(undefined);
    setProgress(undefined);
    action.reset();
  };
  const choose = async (file: File | undefined) => {
    setFileProblem(undefined);
    if (!file) return;
    if (file.size > MAX_BYTES) setFileProblem(tooLarge('file', file.size));
    else take(await file.text());
  };
  // Whole or not at all: half a document can be another one.
  const paste = (pasted: string) => {
    if (pasted.length > MAX_BYTES) setTextProblem(tooLarge('text', pasted.length));
    else take(pasted);
  };
  const close = () => {
    if (action.busy && progress) {
      toasts.say(`Stopped: ${progress.stored} of ${countOf(total, 'document')} are stored.`);
    }
    onClose();
  };

  return (
    <Dialog
      wide
      title={`Import into ${collection}`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{action.busy ? 'Stop' : 'Cancel'}</Button>
          <Button
            kind="primary"
            busy={action.busy}
            aria-disabled={!isReady}
            onClick={() => isReady && action.run(plan)}
          >
            {isReady ? `Import ${countOf(total, 'document')}` : 'Import'}
          </Button>
        </>
      }
    >
      <Field label="File" problem={fileProblem} hint="CSV or JSON; it stays in this page.">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".json,.csv,.tsv,.txt,application/json,text/csv"
            disabled={action.busy}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        )}
      </Field>
      <Field
        label="Documents"
        problem={textProblem}
        hint="Or paste them. JSON: a list of documents. CSV: the first line names the fields, one of them id; an empty cell is no field. A document takes the place of the one with its id; those that are not here stay."
      >
        {(control) => (
          <textarea
            {...control}
            className={`${control.className} ${layout.code}`}
            rows={8}
            spellCheck={false}
            readOnly={action.busy}
            value={text}
            onChange={(event) => paste(event.target.value)}
          />
        )}
      </Field>
      {!isEmpty && <ImportPreview read={read} plan={plan} />}
      {action.busy && progress && (
        <Progress stored={progress.stored} total={progress.plan.puts.length} />
      )}
      {action.problem && (
        <Notice tone="bad" live title={titleOf(progress)}>
          {action.problem.code === 'document-conflict'
            ? 'Somebody else changed some of them meanwhile, and nothing of theirs was replaced. Above is what would happen now.'
            : `${action.problem.text} What is stored is not sent again.`}
        </Notice>
      )}
    </Dialog>
  );
}

function tooLarge(what: string, bytes: number): string {
  return `The ${what} has ${formatBytes(bytes)}; ${formatBytes(MAX_BYTES)} are the most.`;
}

function titleOf(progress: { stored: number; plan: ImportPlan } | undefined): string {
  const { stored = 0, plan } = progress ?? {};
  return `${stored} of ${countOf(plan?.puts.length ?? 0, 'document')} ${stored === 1 ? 'is' : 'are'} stored`;
}

function Progress({ stored, total }: { stored: number; total: number }) {
  const words = `${stored} of ${countOf(total, 'document')} stored`;
  return (
    <div className={layout.form}>
      <progress max={total} value={stored} aria-label="Importing" className={layout.whole} />
      <span role="status">{words}</span>
    </div>
  );
}
