import type { CollectionDocuments } from '@host/contracts';
import { useState } from 'react';

import { readDocument } from '../../documents/readDocument.ts';
import { sameJson } from '../../documents/sameJson.ts';
import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Button } from '../Button.tsx';
import { Conflict } from '../Conflict.tsx';
import { Dialog } from '../Dialog.tsx';
import { Field } from '../Field.tsx';
import { Notice } from '../Notice.tsx';
import layout from '../layout.module.css';

type Document = CollectionDocuments[number];

interface DocumentEditorProps {
  appId: string;
  collection: string;
  /** The document to change; a new one otherwise. */
  opened: Document | undefined;
  /** What the collection has now. */
  documents: CollectionDocuments;
  onClose: () => void;
}

/** Changes a document or adds one. What somebody else makes of it meanwhile is shown, and never replaced unseen. */
export function DocumentEditor(props: DocumentEditorProps) {
  const { appId, collection, opened, documents, onClose } = props;
  const { client } = useServices();
  const [text, setText] = useState(textOf(opened ?? { id: '' }));
  const [seen, setSeen] = useState(opened);
  const [problem, setProblem] = useState<string>();
  /** The id of a new document that turned out to be there. */
  const [taken, setTaken] = useState<string>();
  const action = useAction({
    run: (document: Document) =>
      client.putDocuments(appId, collection, { documents: [document], seen: seen ? [seen] : [] }),
    said: (_, { id }) => `${id} is saved.`,
    onDone: onClose,
  });

  const id = opened?.id ?? taken;
  const theirs = id === undefined ? undefined : documents.find((each) => each.id === id);
  const mine = readDocument(text, opened?.id);
  const isSettled =
    sameJson(theirs, seen) || ('document' in mine && sameJson(theirs, mine.document));
  // One's own change can be heard of before its answer is there.
  const isOther = id !== undefined && !isSettled && !action.busy;

  const save = () => {
    setProblem('problem' in mine ? mine.problem : undefined);
    if (!('document' in mine)) return;
    if (!opened) setTaken(mine.document.id);
    action.run(mine.document);
  };
  const enter = (entered: string) => {
    setText(entered);
    if (opened) return;
    // Another id is another document.
    setTaken(undefined);
    setSeen(undefined);
    action.reset();
  };
  return (
    <Dialog
      wide
      title={opened ? `Edit ${opened.id}` : `New document in ${collection}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={action.busy} disabled={isOther} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      {isOther && (
        <Conflict
          title={titleOf(id, { isNew: !opened, isGone: !theirs })}
          mine={<pre className={layout.pre}>{text}</pre>}
          theirs={
            theirs ? (
              <pre className={layout.pre}>{textOf(theirs)}</pre>
            ) : (
              'It is not there any more.'
            )
          }
          onKeep={() => {
            setSeen(theirs);
            action.reset();
          }}
          onTake={() => {
            if (!theirs) return onClose();
            setText(textOf(theirs));
            setSeen(theirs);
            setProblem(undefined);
            action.reset();
          }}
        >
          Nothing of yours was saved. Keeping yours lets you save it in place of theirs.
        </Conflict>
      )}
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
            onChange={(event) => enter(event.target.value)}
          />
        )}
      </Field>
      {action.problem && !isOther && (
        <Notice tone="bad" live>
          {action.problem.text}
        </Notice>
      )}
    </Dialog>
  );
}

function titleOf(id: string, { isNew, isGone }: { isNew: boolean; isGone: boolean }): string {
  if (isNew) return `There is a document ${id} already`;
  return `Somebody else ${isGone ? 'deleted' : 'changed'} ${id} meanwhile`;
}

function textOf(document: Document): string {
  return JSON.stringify(document, undefined, 2);
}
