import type { MiniProgram, UpstreamStatus } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { stateOfToken } from '../../access/stateOfToken.ts';
import { useAction } from '../../queries/useAction.ts';
import { hrefOf } from '../../navigation/routes.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { useMay } from '../../session/SessionContext.ts';
import { Badge } from '../Badge.tsx';
import { Button } from '../Button.tsx';
import { Confirm } from '../Confirm.tsx';
import { Conflict } from '../Conflict.tsx';
import { Empty } from '../Empty.tsx';
import { Facts } from '../Facts.tsx';
import { Field } from '../Field.tsx';
import { Loaded } from '../Loaded.tsx';
import { Link } from '../Link.tsx';
import { NameCell } from '../NameCell.tsx';
import { Notice } from '../Notice.tsx';
import { Panel } from '../Panel.tsx';
import { StateBadge } from '../StateBadge.tsx';
import { Table } from '../Table.tsx';
import { Time } from '../Time.tsx';
import layout from '../layout.module.css';

/** What holds for a mini-app as a whole: its path, its back end, how far hosts keep it away, its keys. */
export function SettingsTab({ app }: { app: MiniProgram }) {
  const mayRelease = useMay('release');
  const mayFill = useMay('data');
  return (
    <>
      <div className={layout.columns}>
        <Panel title="About">
          <Facts
            of={[
              ['Id', <code key="id">{app.appId}</code>],
              ['Publisher', app.publisher?.name ?? 'nobody’s'],
              ['Path', app.path === undefined ? 'none' : `/${app.path}/`],
              ['Back end', app.upstream ?? 'collections of this server'],
              ['Its health', app.upstream && <UpstreamHealth key="health" appId={app.appId} />],
              ['First registered', <Time key="at" at={app.createdAt} />],
            ]}
          />
        </Panel>
        <TrustPanel app={app} />
        {mayRelease && <PathPanel app={app} />}
        {mayFill && <UpstreamPanel app={app} />}
      </div>
      <KeysPanel appId={app.appId} />
    </>
  );
}

const HEALTH: Record<UpstreamStatus['state'], { words: string; tone: 'ok' | 'bad' | 'neutral' }> = {
  none: { words: 'none', tone: 'neutral' },
  unknown: { words: 'not asked yet', tone: 'neutral' },
  working: { words: 'answers', tone: 'ok' },
  failing: { words: 'does not answer', tone: 'bad' },
};

/** How the back end does, as all nodes see it together. */
function UpstreamHealth({ appId }: { appId: string }) {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['upstream', appId],
    queryFn: ({ signal }) => client.readUpstream(appId, { signal }),
    // Events tell that it fails or works again, not when it answered last.
    refetchInterval: 30_000,
  });
  return (
    <Loaded query={query} what="its health">
      {({ state, answeredAt, lastError }) => (
        <>
          <StateBadge of={HEALTH[state]} />
          {answeredAt !== undefined && (
            <>
              {' '}
              last <Time at={answeredAt} />
            </>
          )}
          {lastError && (
            <>
              {' '}
              failed with <code>{lastError.code}</code> <Time at={lastError.at} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

function TrustPanel({ app }: { app: MiniProgram }) {
  const mayTrust = useMay('trust');
  const mayRelease = useMay('release');
  const [isOpen, setOpen] = useState(false);
  const { isolation, trust } = app;
  const toFrame = isolation === 'realm';
  return (
    <Panel
      title="Isolation"
      actions={
        (toFrame ? mayRelease || mayTrust : mayTrust) && (
          <Button onClick={() => setOpen(true)}>
            {toFrame ? 'Back into frames…' : 'Trust its versions…'}
          </Button>
        )
      }
    >
      <Facts
        of={[
          ['Runs in', toFrame ? 'the host’s own page' : 'a frame without an origin'],
          [
            'Trust',
            <Badge
              key="trust"
              tone={
                trust.state === 'trusted' ? 'ok' : trust.state === 'lapsed' ? 'warn' : 'neutral'
              }
            >
              {trust.state}
            </Badge>,
          ],
          ['Given by', trust.by],
          ['Because', trust.reason],
          ['Since', trust.at === undefined ? undefined : <Time key="at" at={trust.at} />],
        ]}
      />
      {isOpen && <IsolationDialog app={app} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function IsolationDialog({ app, onClose }: { app: MiniProgram; onClose: () => void }) {
  const { client } = useServices();
  // The question stays what it was: it is not to turn round under who answers it.
  const [{ appId, name, isolation }] = useState(app);
  const toFrame = isolation === 'realm';
  const action = useAction({
    run: () => client.setIsolation(appId, toFrame ? 'frame' : 'realm', { from: isolation }),
    said: () => (toFrame ? `${name} runs in frames.` : `${name} runs beside the code of hosts.`),
    onDone: onClose,
  });
  return (
    <Confirm
      title={toFrame ? `Run ${name} in frames?` : `Trust ${name} as the host’s own code?`}
      verb={toFrame ? 'Back into frames' : 'Trust'}
      danger={!toFrame}
      action={action}
      onClose={onClose}
    >
      <p>
        {toFrame
          ? 'All its versions run in a frame from the next time that they are opened.'
          : 'Every version that is registered now may do what the host itself can. Later versions run in a frame until they are reviewed, too.'}
      </p>
    </Confirm>
  );
}

function PathPanel({ app }: { app: MiniProgram }) {
  const { client } = useServices();
  const { appId } = app;
  return (
    <SettingPanel
      title="Path"
      appId={appId}
      label="First part of its addresses"
      hint="orders in /orders/items. The one before stays with it for 90 days."
      field="path"
      refusedWith="path-taken"
      current={app.path ?? ''}
      save={(path, from) => client.setPath(appId, path, { from: from || null })}
      said={(after) => `Its path is /${after.path}/ now.`}
    />
  );
}

function UpstreamPanel({ app }: { app: MiniProgram }) {
  const { client } = useServices();
  const { appId } = app;
  return (
    <SettingPanel
      title="Back end"
      appId={appId}
      label="Where its path leads"
      hint="An https address. Empty: the collections of this server."
      field="url"
      refusedWith="upstream-not-allowed"
      current={app.upstream ?? ''}
      save={(url, from) => client.setUpstream(appId, url || null, { from: from || null })}
      said={({ upstream }) =>
        upstream === undefined
          ? 'Its path leads to its collections.'
          : `Its path leads to ${upstream}.`
      }
    />
  );
}

interface SettingPanelProps {
  title: string;
  appId: string;
  label: string;
  hint: string;
  /** Its name in the body, which problems with it have. */
  field: string;
  /** The code of what else is wrong with it. */
  refusedWith: string;
  /** As it is on the server; empty where there is none. */
  current: string;
  save: (value: string, from: string) => Promise<MiniProgram>;
  said: (after: MiniProgram) => string;
}

/** One setting. What somebody types stays, whatever others set meanwhile, and replaces nothing unseen. */
function SettingPanel(props: SettingPanelProps) {
  const { title, appId, label, hint, field, refusedWith, current, save, said } = props;
  const { queries } = useServices();
  /** Undefined until somebody types. */
  const [typed, setTyped] = useState<string>();
  /** What it was when they began. */
  const [seen, setSeen] = useState(current);
  const action = useAction({
    run: async (value: string) => {
      const after = await save(value, seen);
      // Until it is read again, what is shown here is the one before.
      await queries.invalidateQueries({ queryKey: ['mini-app', appId] });
      return after;
    },
    said,
    onDone: () => setTyped(undefined),
    fields: [field],
    codes: { [refusedWith]: field },
  });
  const value = (typed ?? current).trim();
  const isOther = typed !== undefined && !action.busy && current !== seen && value !== current;
  const see = () => {
    setSeen(current);
    action.reset();
  };
  const problem = isOther ? undefined : action.problem;
  return (
    <Panel title={title}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (value !== current && !action.busy && !isOther) action.run(value);
        }}
      >
        {isOther && (
          <Conflict
            title="Somebody else changed this meanwhile"
            mine={<code>{value || 'none'}</code>}
            theirs={<code>{current || 'none'}</code>}
            onKeep={see}
            onTake={() => {
              setTyped(undefined);
              see();
            }}
          >
            It was {seen === '' ? 'not set' : <code>{seen}</code>} when you began. Nothing of yours
            was saved.
          </Conflict>
        )}
        <Field label={label} hint={hint} problem={problem?.fields[field]}>
          {(control) => (
            <input
              {...control}
              value={typed ?? current}
              onChange={(event) => {
                if (typed === undefined) setSeen(current);
                setTyped(event.target.value);
              }}
            />
          )}
        </Field>
        <div>
          <Button type="submit" busy={action.busy} disabled={value === current || isOther}>
            Save
          </Button>
        </div>
        {problem && problem.fields[field] === undefined && (
          <Notice tone="bad" live>
            {problem.text}
          </Notice>
        )}
      </form>
    </Panel>
  );
}

function KeysPanel({ appId }: { appId: string }) {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['keys', appId],
    queryFn: ({ signal }) => client.listKeys({ appId, limit: 100 }, { signal }),
  });
  return (
    <Panel
      title="Publisher keys"
      flush
      actions={
        query.data?.nextCursor !== undefined && (
          <Link href={hrefOf('publisherKeys', {}, { q: appId })}>All, these are the first 100</Link>
        )
      }
    >
      <Loaded query={query} what="the keys">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Its versions need not be signed">
              Once a key is registered with <code>miniapp keys register</code>, every version has to
              be.
            </Empty>
          ) : (
            <Table
              label="Publisher keys"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: 'Key',
                  cell: ({ id, name }) => <NameCell name={name} id={id} />,
                },
                {
                  name: 'State',
                  cell: (key) => <StateBadge of={stateOfToken(key, Date.now())} />,
                },
                { name: 'Registered', cell: ({ createdAt }) => <Time at={createdAt} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
