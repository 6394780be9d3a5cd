import type { PushContent, PushTemplate } from '@host/contracts';
import { useState } from 'react';

import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Field } from '../Field.tsx';
import { FormDialog } from '../FormDialog.tsx';
import { Notice } from '../Notice.tsx';

interface SaveTemplateProps {
  content: PushContent;
  /** The one that the push was started from. */
  replaces: PushTemplate | undefined;
  known: readonly PushTemplate[];
  onSaved: (template: PushTemplate) => void;
  onClose: () => void;
}

/** Saves the text and the settings of a push under a name, for everybody who sends. */
export function SaveTemplateDialog(props: SaveTemplateProps) {
  const { content, replaces, known, onSaved, onClose } = props;
  const { client } = useServices();
  const [name, setName] = useState(replaces?.name ?? '');
  const [app, setApp] = useState(replaces?.appId ?? '');
  const [isTried, setTried] = useState(false);
  const appId = app.trim() || undefined;
  const action = useAction({
    run: () => client.savePushTemplate(name.trim(), { appId, content }),
    said: () => `The template ${name.trim()} is saved.`,
    onDone: (saved) => {
      onSaved(saved);
      onClose();
    },
    fields: ['name', 'appId'],
  });
  const isThere = known.some((each) => each.name === name.trim() && each.appId === appId);
  return (
    <FormDialog
      title="Save as a template"
      verb={isThere ? 'Replace the template' : 'Save the template'}
      action={action}
      onSubmit={() => {
        setTried(true);
        if (name.trim() !== '') action.run(undefined);
      }}
      onClose={onClose}
    >
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
      {isThere && (
        <Notice tone="warn">There is a template with this name: its text is replaced.</Notice>
      )}
    </FormDialog>
  );
}
