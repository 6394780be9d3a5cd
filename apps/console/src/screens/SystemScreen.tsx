import type { Finding, SystemReport } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { Badge, type Tone } from '../components/Badge.tsx';
import { Button } from '../components/Button.tsx';
import { Empty } from '../components/Empty.tsx';
import { Facts } from '../components/Facts.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { Table } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { hrefOf } from '../navigation/routes.ts';
import { useServices } from '../services/ServicesContext.ts';
import { mixedVersions } from '../system/mixedVersions.ts';
import { countOf, formatBytes, formatCount, formatPercent } from '../text/formatNumber.ts';

const STATUS: Record<Finding['status'], { words: string; tone: Tone }> = {
  failed: { words: 'failed', tone: 'bad' },
  warning: { words: 'warning', tone: 'warn' },
  'not-checked': { words: 'not checked', tone: 'neutral' },
  ok: { words: 'ok', tone: 'ok' },
};
/** A page in the background does not ask. */
const REFRESH_MS = 2000;
/** What has to be mended comes first. */
const ORDER = Object.keys(STATUS) as Finding['status'][];

/** What the server runs on, and what is wrong with it. */
export default function SystemScreen() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => client.readSystem({ findings: false, signal }),
    // Events tell of nodes and of what fails; that memory, disk or the number of devices changed is asked for.
    refetchInterval: REFRESH_MS,
  });
  const looked = useQuery({
    queryKey: ['findings'],
    queryFn: ({ signal }) => client.readSystem({ signal }),
    // It looks at everything that the configuration names.
    staleTime: 30_000,
  });
  return (
    <>
      <PageHeader
        title="System"
        actions={
          <Button busy={looked.isFetching} onClick={() => void looked.refetch()}>
            Look again
          </Button>
        }
      />
      <Loaded query={looked} what="the findings">
        {({ findings }) => <Findings findings={findings} />}
      </Loaded>
      <Loaded query={query} what="the system">
        {(system) => <Report system={system} />}
      </Loaded>
    </>
  );
}

function Report({ system }: { system: SystemReport }) {
  const { server, database, storage } = system;
  return (
    <>
      <div className={layout.columns}>
        <Panel title="This server">
          <Facts
            of={[
              ['Version', server.version],
              ['Node.js', server.node],
              ['Running since', <Time key="since" at={server.startedAt} />],
              ['Memory', formatBytes(server.memoryBytes)],
              ['Database', database.kind === 'embedded' ? 'embedded' : 'PostgreSQL'],
              [
                'Disk',
                storage.disk &&
                  `${formatBytes(storage.disk.freeBytes)} of ${formatBytes(storage.disk.totalBytes)} free (${formatPercent((storage.disk.freeBytes / storage.disk.totalBytes) * 100)})`,
              ],
            ]}
          />
        </Panel>
        <Nodes nodes={system.nodes} />
      </div>
      <PushServices services={system.pushServices} />
      <Upstreams upstreams={system.upstreams} />
      <div className={layout.columns}>
        <Panel title="Configuration" flush>
          <Table
            label="Configuration, without secrets"
            rows={system.configuration}
            keyOf={({ name }) => name}
            columns={[
              { name: 'Variable', cell: ({ name }) => <code>{name}</code> },
              { name: 'Value', cell: ({ value }) => value },
            ]}
          />
        </Panel>
        <Panel title="Limits">
          <details>
            <summary>{countOf(system.limits.length, 'limit')} of the interface</summary>
            <Table
              label="Limits of the interface"
              rows={system.limits}
              keyOf={({ name }) => name}
              columns={[
                { name: 'Limit', cell: ({ name }) => name },
                { name: 'Value', number: true, cell: ({ value }) => formatCount(value) },
              ]}
            />
          </details>
        </Panel>
      </div>
    </>
  );
}

function Findings({ findings }: { findings: readonly Finding[] | undefined }) {
  if (findings === undefined) {
    return (
      <Notice tone="neutral" title="Nothing was looked at">
        This server was started without its configuration at hand. Run host-server doctor beside it.
      </Notice>
    );
  }
  const sorted = findings
    .map((finding, index) => ({ ...finding, index }))
    .toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  return (
    <Panel title="Findings, as host-server doctor has them" flush>
      <Table
        label="Findings"
        rows={sorted}
        keyOf={({ index }) => index}
        columns={[
          {
            name: 'State',
            cell: ({ status }) => <Badge tone={STATUS[status].tone}>{STATUS[status].words}</Badge>,
          },
          { name: 'What', cell: ({ what }) => what },
          {
            name: 'Finding',
            cell: ({ detail, cure }) => (
              <>
                {detail}
                {cure !== undefined && <div className={layout.muted}>{cure}</div>}
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Nodes({ nodes }: Pick<SystemReport, 'nodes'>) {
  const versions = mixedVersions(nodes);
  return (
    <Panel title="Nodes" flush>
      {versions !== undefined && (
        <Notice tone="warn" title="They run different versions">
          {versions}. While nodes are replaced one after the other that is as it should be.
        </Notice>
      )}
      <Table
        label="Nodes"
        rows={nodes}
        keyOf={({ node }) => node}
        columns={[
          {
            name: 'Node',
            cell: ({ node, isThis }) => (
              <>
                <code>{node}</code> {isThis && <Badge tone="info">this one</Badge>}
              </>
            ),
          },
          { name: 'Version', cell: ({ version }) => version ?? 'not said' },
          { name: 'Connected', cell: ({ connected }) => countOf(connected, 'device') },
        ]}
      />
    </Panel>
  );
}

const BREAKER: Record<
  SystemReport['pushServices'][number]['state'],
  { words: string; tone: Tone }
> = {
  working: { words: 'working', tone: 'ok' },
  trying: { words: 'trying again', tone: 'warn' },
  failing: { words: 'failing', tone: 'bad' },
};

function PushServices({ services }: { services: SystemReport['pushServices'] }) {
  return (
    <Panel title="Push services" flush>
      {services.length === 0 ? (
        <Empty title="None is configured">
          Devices are reached while their app is connected, and not otherwise.
        </Empty>
      ) : (
        <Table
          label="Push services, as all nodes see them"
          rows={services}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Service', cell: ({ name }) => name },
            {
              name: 'State',
              cell: ({ state, nodes = 1, failingOn = [] }) => (
                <>
                  <Badge tone={BREAKER[state].tone}>{BREAKER[state].words}</Badge>
                  {nodes > 1 && failingOn.length > 0 && (
                    <div className={layout.muted}>
                      on {failingOn.length} of {countOf(nodes, 'node')}: {failingOn.join(', ')}
                    </div>
                  )}
                </>
              ),
            },
            { name: 'Last error', cell: ({ lastError }) => <LastError error={lastError} /> },
          ]}
        />
      )}
    </Panel>
  );
}

function LastError({ error }: { error: { code: string; at: string } | undefined }) {
  if (error === undefined) return <>none since the start</>;
  return (
    <>
      <code>{error.code}</code> <Time at={error.at} />
    </>
  );
}

function Upstreams({ upstreams }: { upstreams: SystemReport['upstreams'] }) {
  return (
    <Panel title="Back ends of mini-apps" flush>
      {upstreams.length === 0 ? (
        <Empty title="None failed">Every back end that was asked has answered.</Empty>
      ) : (
        <Table
          label="Back ends that failed"
          rows={upstreams}
          keyOf={({ appId }) => appId}
          columns={[
            {
              name: 'Mini-app',
              cell: ({ appId }) => (
                <Link href={hrefOf('miniAppTab', { appId, tab: 'settings' })}>{appId}</Link>
              ),
            },
            {
              name: 'State',
              cell: ({ state }) => <Badge tone={BREAKER[state].tone}>{BREAKER[state].words}</Badge>,
            },
            { name: 'Last error', cell: ({ lastError }) => <LastError error={lastError} /> },
          ]}
        />
      )}
    </Panel>
  );
}
