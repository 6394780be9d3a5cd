import { useEffect, useState } from 'react';

import { Button } from '../components/Button.tsx';
import { Field } from '../components/Field.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import layout from '../components/layout.module.css';
import { DataFields } from '../components/push/DataFields.tsx';
import { LinkHint } from '../components/push/LinkHint.tsx';
import { MoreOfTemplate } from '../components/push/MoreOfTemplate.tsx';
import { PushPreview } from '../components/push/PushPreview.tsx';
import { SendDialog } from '../components/push/SendDialog.tsx';
import { TemplateBar } from '../components/push/TemplateBar.tsx';
import { useSearch } from '../components/useSearch.ts';
import {
  type Composed,
  type Draft,
  type DraftField,
  EMPTY_DRAFT,
  addressIn,
  composePush,
  fillDraft,
  withAddress,
} from '../composer/composePush.ts';
import { AUDIENCES, AUDIENCES_OF_APPS, type Audience } from '../composer/readTarget.ts';
import { createSendKeys } from '../composer/createSendKeys.ts';
import { refusedFields } from '../composer/refusedFields.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useSession } from '../session/SessionContext.ts';
import { formatCount } from '../text/formatNumber.ts';

const TO_WORDS: Record<Audience, { words: string; label: string; hint: string }> = {
  topic: {
    words: 'a topic',
    label: 'Topic',
    hint: 'Everybody who is subscribed to it gets the push.',
  },
  condition: {
    words: 'a condition of topics',
    label: 'Condition',
    hint: "Up to five topics with && and ||: 'news' in topics && 'sport' in topics.",
  },
  device: {
    words: 'devices',
    label: 'Devices',
    hint: 'Their tokens, in lines or with commas between them.',
  },
  person: { words: 'a person', label: 'Person', hint: 'Their id. All their devices get it.' },
  group: {
    words: 'a device group',
    label: 'Device group',
    hint: 'Its notification key, as the back end that made it has it.',
  },
  'open-id': {
    words: 'a person',
    label: 'openId',
    hint: 'The name that the mini-app has for them. They have to let it notify them.',
  },
  'mini-app': {
    words: 'a mini-app',
    label: 'Mini-app',
    hint: 'Its id. Everybody who is subscribed to one of its topics gets the push, once.',
  },
};

/** Fields that are folded away at first: what is wrong with one has to be seen. */
const IN_DETAILS: readonly DraftField[] = ['sendAt', 'timeToLive', 'data'];

/** Writes a push, shows what it will look like, and sends it in a second step. */
export default function ComposeScreen() {
  const { drafts } = useServices();
  const { apps } = useSession();
  const audiences = apps === undefined ? AUDIENCES : AUDIENCES_OF_APPS;
  const [search] = useSearch();
  const [draft, setDraft] = useState<Draft>(() => startOf(drafts.read(), search, audiences));
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isMoreOpen, setMoreOpen] = useState(false);
  const [sendKeys] = useState(createSendKeys);
  // What the server did not take stands at its field until the draft changes.
  const [refused, setRefused] = useState<{ draft: Draft; problems: Composed['problems'] }>();
  const composed = composePush(draft, Date.now(), apps);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  useEffect(() => {
    if (draft === EMPTY_DRAFT) drafts.forget();
    else drafts.keep(draft);
  }, [drafts, draft]);
  const problems = { ...(refused?.draft === draft && refused.problems), ...composed.problems };
  const problemOf = (name: DraftField) => (isTried ? problems[name] : undefined);
  const openFor = (found: Composed['problems']) => {
    if (IN_DETAILS.some((name) => name in found)) setMoreOpen(true);
  };
  const { label, hint } = TO_WORDS[draft.audience];
  const isTooBig = composed.bytes > composed.maxBytes;
  return (
    <>
      <PageHeader
        title="Compose a push"
        subtitle="What you write is kept in this browser until it is sent or you sign out; tokens and people are not."
        actions={<Button onClick={() => setDraft(EMPTY_DRAFT)}>Start anew</Button>}
      />
      <div className={layout.columns}>
        <Panel title="The push">
          <TemplateBar
            content={composed.content}
            onUse={(content) => setDraft(fillDraft(draft, content))}
          />
          <MoreOfTemplate more={draft.more} onLeaveOut={() => set({ more: {} })} />
          <form
            className={layout.form}
            onSubmit={(event) => {
              event.preventDefault();
              setTried(true);
              openFor(composed.problems);
              if (composed.ready && !isTooBig) setSending(true);
            }}
          >
            <Field label="For">
              {(control) => (
                <select
                  {...control}
                  value={draft.audience}
                  onChange={(event) => set({ audience: event.target.value as Audience })}
                >
                  {audiences.map((audience) => (
                    <option key={audience} value={audience}>
                      {TO_WORDS[audience].words}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={label} hint={hint} problem={problemOf('to')}>
              {(control) =>
                draft.audience === 'device' ? (
                  // Tokens come in lines, which a field of one line would write as one token.
                  <textarea
                    {...control}
                    rows={3}
                    value={addressIn(draft)}
                    onChange={(event) => setDraft(withAddress(draft, event.target.value))}
                  />
                ) : (
                  <input
                    {...control}
                    value={addressIn(draft)}
                    onChange={(event) => setDraft(withAddress(draft, event.target.value))}
                  />
                )
              }
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
            {apps === undefined && (
              <>
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
                <LinkHint link={draft.deepLink} />
              </>
            )}
            <details open={isMoreOpen} onToggle={(event) => setMoreOpen(event.currentTarget.open)}>
              <summary>When, how urgent, with which buttons and data, and instead of which</summary>
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
                <Field
                  label="Buttons"
                  hint="The category of actions that the app has registered, such as order."
                >
                  {(control) => (
                    <input
                      {...control}
                      value={draft.category}
                      onChange={(event) => set({ category: event.target.value })}
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
                <DataFields
                  rows={draft.data}
                  problem={problemOf('data')}
                  onChange={(data) => set({ data })}
                />
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
      {isSending && composed.ready && (
        <SendDialog
          {...composed.ready}
          testTo={draft.testTo}
          onTestTo={(testTo) => set({ testTo })}
          sendKeys={sendKeys}
          onRefused={(fields) => {
            const found = refusedFields(fields);
            setRefused({ draft, problems: found });
            openFor(found);
            setSending(false);
          }}
          onSent={() => {
            setDraft(EMPTY_DRAFT);
            // The screen is left at once: its effect may not see the empty draft any more.
            drafts.forget();
          }}
          onClose={() => setSending(false)}
        />
      )}
    </>
  );
}

/** A link to this screen may say whom the push is for; that goes before what was kept. */
function startOf(
  kept: Draft,
  search: Readonly<Record<string, string>>,
  audiences: readonly Audience[],
): Draft {
  const audience = audiences.find((each) => each === search['audience']);
  if (audience !== undefined) return withAddress({ ...kept, audience }, search['to'] ?? '');
  return audiences.includes(kept.audience) ? kept : { ...kept, audience: 'topic' };
}
