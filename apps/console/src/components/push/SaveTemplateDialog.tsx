import type { PushContent, PushTemplate } from '@host/contracts';
import { useState } from 'react';

import { sameJson } from '../../documents/sameJson.ts';
import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Conflict } from '../Conflict.tsx';
import { Field } from '../Field.tsx';
import { FormDialog } from '../FormDialog.tsx';
import { Notice } from '../Notice.tsx';
import layout from '../layout.module.css';

interface SaveTemplateProps {
  content: PushContent;
  /** The one that the push was started from, as it was then. */
  used: PushTemplate | undefined;
  /** What there is now. */
  known: readonly PushTemplate[];
  onSaved: (template: PushTemplate) => void;
  /** Somebody gave up their own text for what is there now, perhaps nothing. */
  onTaken: (template: PushTemplate | undefined) => void;
  onClose: () => void;
}

/** Which template is meant, and the content that somebody saw of it. */
type Seen = Pick<PushTemplate, 'name' | 'appId'> & { content: PushContent | undefined };

const isSame = (one: Omit<Seen, 'content'> | undefined, other: Omit<Seen, 'content'>) =>
  one?.name === other.name && one.appId === other.appId;

/**
 * Saves the text and the settings of a push under a name, for everybody who sends. What somebody else makes of the template
 * meanwhile is shown, and never replaced unseen.
 */
export function SaveTemplateDialog(props: SaveTemplateProps) {
  const { content, used, known, onSaved, onTaken, onClose } = props;
  const { client } = useServices();
  const [name, setName] = useState(used?.name ?? '');
  const [app, setApp] = useState(used?.appId ?? '');
  const [isTried, setTried] = useState(false);
  const [seen, setSeen] = useState<Seen | undefined>(used);
  /** What saving was tried for last: its name turns out to be taken, or not. */
  const [tried, setTriedFor] = useState<Omit<Seen, 'content'>>();
  const meant = { name: name.trim(), appId: app.trim() || undefined };
  const from = isSame(seen, meant) ? seen!.content : undefined;
  const action = useAction({
    run: () =>
      client.savePushTemplate(meant.name, { appId: meant.appId, content, from: from ?? null }),
    said: () => `The template ${meant.name} is saved.`,
    onDone: (saved) => {
      onSaved(saved);
      onClose();
    },
    fields: ['name', 'appId'],
  });
  const theirs = known.find((each) => isSame(each, meant));
  const isSettled = sameJson(theirs?.content, from) || sameJson(theirs?.content, content);
  const isAsked = from !== undefined || isSame(tried, meant);
  // One's own change can be heard of before its answer is there.
  const isOther = isAsked && !isSettled && !action.busy;
  return (
    <FormDialog
      title="Save as a template"
      verb={from !== undefined && theirs ? 'Replace the template' : 'Save the template'}
      action={{ busy: action.busy, problem: isOther ? undefined : action.problem }}
      disabled={isOther}
      onSubmit={() => {
        setTried(true);
        if (meant.name === '') return;
        setTriedFor(meant);
        action.run(undefined);
      }}
      onClose={onClose}
    >
      {isOther && (
        <Conflict
          title={titleOf(meant.name, { isNew: from === undefined, isGone: !theirs })}
          mine={<ContentText content={content} />}
          theirs={theirs ? <ContentText {...theirs} /> : 'It is not there any more.'}
          onKeep={() => {
            setSeen({ ...meant, content: theirs?.content });
            action.reset();
          }}
          onTake={() => {
            onTaken(theirs);
            onClose();
          }}
        >
          Nothing of yours was saved. Keeping yours lets you save it in place of theirs; taking
          theirs puts it into the push that you write.
        </Conflict>
      )}
      <Field
        label="Name"
        hint="Everybody who sends sees it. Whom the push is for, and when, is not saved."
        problem={
          isTried && name.trim() === '' ? 'A template has a name.' : action.problem?.fields['name']
        }
      >
        {(control) => (
          <input {...control} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field
        label="For the mini-app"
        hint="Its id, com.acme.orders. Empty: for the whole platform."
        problem={action.problem?.fields['appId']}
      >
        {(control) => (
          <input {...control} value={app} onChange={(event) => setApp(event.target.value)} />
        )}
      </Field>
      {theirs && !isOther && (
        <Notice tone="warn">
          There is a template with this name:{' '}
          {from === undefined
            ? 'you see it before yours takes its place.'
            : 'its text is replaced.'}
        </Notice>
      )}
    </FormDialog>
  );
}

function titleOf(name: string, { isNew, isGone }: { isNew: boolean; isGone: boolean }): string {
  if (isNew) return `There is a template ${name} already`;
  return `Somebody else ${isGone ? 'deleted' : 'changed'} the template ${name} meanwhile`;
}

function ContentText({ content }: { content: PushContent }) {
  return <pre className={layout.pre}>{JSON.stringify(content, undefined, 2)}</pre>;
}
