import type { PushMessage } from '@host/contracts';
import { useState } from 'react';

import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Facts } from '../components/Facts.tsx';
import { Field } from '../components/Field.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { PushPreview } from '../components/push/PushPreview.tsx';
import {
  type Audience,
  type Draft,
  type DraftField,
  EMPTY_DRAFT,
  audienceWords,
  composePush,
} from '../composer/composePush.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useAction } from '../queries/useAction.ts';
import { useServices } from '../services/ServicesContext.ts';
import { formatCount } from '../text/formatNumber.ts';

const TO_WORDS: Record<Audience, { label: string; hint: string }> = {
  topic: { label: 'Topic', hint: 'Everybody who is subscribed to it gets the push.' },
  condition: {
    label: 'Condition',
    hint: "Up to five topics with && and ||: 'news' in topics && 'sport' in topics.",
  },
  device: { label: 'Devices', hint: 'Their tokens, separated by commas.' },
};

/** Writes a push, shows what it will look like, and sends it in a second step. */
export default function ComposeScreen() {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const composed = composePush(draft, Date.now());
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const problemOf = (name: DraftField) => (isTried ? composed.problems[name] : undefined);
  const { label, hint } = TO_WORDS[draft.audience];
  const isTooBig = composed.bytes > composed.maxBytes;
  return (
    <>
      <PageHeader title="Compose a push" />
      <div className={layout.columns}>
        <Panel title="The push">
          <form
            className={layout.form}
            onSubmit={(event) => {
              event.preventDefault();
              setTried(true);
              if (composed.message && !isTooBig) setSending(true);
            }}
          >
            <Field label="For">
              {(control) => (
                <select
                  {...control}
                  value={draft.audience}
                  onChange={(event) => set({ audience: event.target.value as Audience })}
                >
                  <option value="topic">a topic</option>
                  <option value="condition">a condition of topics</option>
                  <option value="device">devices</option>
                </select>
              )}
            </Field>
            <Field label={label} hint={hint} problem={problemOf('to')}>
              {(control) => (
                <input
                  {...control}
                  value={draft.to}
                  onChange={(event) => set({ to: event.target.value })}
                />
              )}
            </Field>
            <Field label="Title" problem={problemOf('title')}>
              {(control) => (
                <input
                  {...control}
                  value={draft.title}
                  onChange={(event) => set({ title: event.target.value })}
                />
              )}
            </Field>
            <Field label="Text">
              {(control) => (
                <textarea
                  {...control}
                  rows={3}
                  value={draft.body}
                  onChange={(event) => set({ body: event.target.value })}
                />
              )}
            </Field>
            <Field
              label="Opens"
              hint="A deep link: host://promo/p1, or miniapp/com.acme.orders."
              problem={problemOf('deepLink')}
            >
              {(control) => (
                <input
                  {...control}
                  value={draft.deepLink}
                  onChange={(event) => set({ deepLink: event.target.value })}
                />
              )}
            </Field>
            <details>
              <summary>When, how urgent, and instead of which</summary>
              <div className={layout.form}>
                <Field
                  label="At"
                  hint="In your time zone. Empty: at once."
                  problem={problemOf('sendAt')}
                >
                  {(control) => (
                    <input
                      {...control}
                      type="datetime-local"
                      value={draft.sendAt}
                      onChange={(event) => set({ sendAt: event.target.value })}
                    />
                  )}
                </Field>
                <Field label="Priority">
                  {(control) => (
                    <select
                      {...control}
                      value={draft.priority}
                      onChange={(event) =>
                        set({ priority: event.target.value as Draft['priority'] })
                      }
                    >
                      <option value="high">high: shown at once</option>
                      <option value="normal">normal: may wait to spare the battery</option>
                    </select>
                  )}
                </Field>
                <Field
                  label="Kept for, in hours"
                  hint="For devices that are away. Empty: 28 days. 0: now or never."
                  problem={problemOf('timeToLive')}
                >
                  {(control) => (
                    <input
                      {...control}
                      inputMode="decimal"
                      value={draft.timeToLive}
                      onChange={(event) => set({ timeToLive: event.target.value })}
                    />
                  )}
                </Field>
                <Field
                  label="Collapse key"
                  hint="A later push with the same key takes the place of this one."
                >
                  {(control) => (
                    <input
                      {...control}
                      value={draft.collapseKey}
                      onChange={(event) => set({ collapseKey: event.target.value })}
                    />
                  )}
                </Field>
                <Field label="Channel" hint="Which of the host’s channels it belongs to.">
                  {(control) => (
                    <input
                      {...control}
                      value={draft.channel}
                      onChange={(event) => set({ channel: event.target.value })}
                    />
                  )}
                </Field>
              </div>
            </details>
            <div className={layout.row}>
              <span className={layout.muted} role="status">
                {formatCount(composed.bytes)} of {formatCount(composed.maxBytes)} bytes
              </span>
              <Button kind="primary" type="submit">
                Continue…
              </Button>
            </div>
            {isTooBig && (
              <Notice tone="bad" live>
                The push is too long: a device would not get it. Shorten the text.
              </Notice>
            )}
          </form>
        </Panel>
        <PushPreview title={draft.title} body={draft.body} />
      </div>
      {isSending && composed.message && (
        <SendDialog message={composed.message} onClose={() => setSending(false)} />
      )}
    </>
  );
}

function SendDialog({ message, onClose }: { message: PushMessage; onClose: () => void }) {
  const { client, navigation } = useServices();
  // One key for this dialog: pressing again after a lost answer sends nothing twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const action = useAction({
    run: (sent: PushMessage) => client.sendPush(sent, undefined, { idempotencyKey }),
    said: () => (message.send_at === undefined ? 'The push is sent.' : 'The push is scheduled.'),
    onDone: (answer) => {
      onClose();
      const id = 'message_id' in answer ? answer.message_id : undefined;
      navigation.go(
        id === undefined ? hrefOf('messages', {}) : hrefOf('message', { id: String(id) }),
      );
    },
  });
  return (
    <Dialog
      title="Send this push?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back to the text</Button>
          <Button kind="primary" busy={action.busy} onClick={() => action.run(message)}>
            {message.send_at === undefined ? 'Send now' : 'Schedule'}
          </Button>
        </>
      }
    >
      <Facts
        of={[
          ['Goes to', audienceWords(message)],
          ['Title', message.notification?.title],
          ['Text', message.notification?.body],
          ['Opens', message.data?.['deepLink'] ?? 'the app'],
          [
            'When',
            message.send_at === undefined ? 'at once' : <Time key="at" at={message.send_at} />,
          ],
        ]}
      />
      {action.problem && (
        <Notice tone="bad" live>
          {action.problem.text}
        </Notice>
      )}
    </Dialog>
  );
}
