import type { PushContent, PushTemplate } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Button } from '../Button.tsx';
import { Confirm } from '../Confirm.tsx';
import { Field } from '../Field.tsx';
import layout from '../layout.module.css';
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx';

interface TemplateBarProps {
  /** What is written now. */
  content: PushContent;
  onUse: (content: PushContent) => void;
}

/** Starts a push from what was saved under a name, and saves what is written. */
export function TemplateBar({ content, onUse }: TemplateBarProps) {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ['push-templates'],
    queryFn: ({ signal }) => client.listPushTemplates({ signal }),
  });
  /** As it was when the push was started from it. */
  const [used, setUsed] = useState<PushTemplate>();
  const [open, setOpen] = useState<'save' | 'delete'>();
  const templates = data?.items ?? [];
  const template = used && templates.find((each) => keyOf(each) === keyOf(used));
  const close = () => setOpen(undefined);
  const removing = useAction({
    run: () => client.deletePushTemplate(template!.name, { appId: template!.appId }),
    said: ({ name }) => `The template ${name} is deleted.`,
    onDone: () => {
      setUsed(undefined);
      close();
    },
  });
  return (
    <div className={layout.row}>
      <Field label="Template">
        {(control) => (
          <select
            {...control}
            value={template ? keyOf(template) : ''}
            onChange={(event) => {
              const found = templates.find((each) => keyOf(each) === event.target.value);
              setUsed(found);
              if (found) onUse(found.content);
            }}
          >
            <option value="">{templates.length === 0 ? 'none is saved yet' : 'none'}</option>
            {templates.map((each) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {each.appId === undefined ? each.name : `${each.name} (${each.appId})`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button onClick={() => setOpen('save')}>Save as a template…</Button>
      {template && <Button onClick={() => setOpen('delete')}>Delete the template…</Button>}
      {open === 'save' && (
        <SaveTemplateDialog
          content={content}
          used={used}
          known={templates}
          onSaved={setUsed}
          onTaken={(theirs) => {
            setUsed(theirs);
            if (theirs) onUse(theirs.content);
          }}
          onClose={close}
        />
      )}
      {open === 'delete' && template && (
        <Confirm
          title={`Delete the template ${template.name}?`}
          verb="Delete the template"
          danger
          action={removing}
          onClose={close}
        >
          Nobody can start from it any more. What was sent with it stays.
        </Confirm>
      )}
    </div>
  );
}

function keyOf({ appId = '', name }: PushTemplate): string {
  return `${appId}/${name}`;
}
