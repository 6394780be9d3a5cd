import { type Finding, LIMITS, SystemQuery, SystemReport } from '@host/contracts';

import serverPackage from '../../package.json' with { type: 'json' };
import type { UpstreamHealth } from '../hosting/mini-app-api/upstream/UpstreamHealth.ts';
import type { TypedApp } from '../http/TypedApp.types.ts';
import type { Push } from '../push/Push.types.ts';

/** What the report about a server needs. */
export interface SystemDeps {
  database: SystemReport['database'];
  push: Pick<Push, 'listNodes' | 'services'>;
  upstreamHealth: Pick<UpstreamHealth, 'states'>;
  /** Variables and their values, without secrets. */
  configuration?: SystemReport['configuration'] | undefined;
  /** Checks everything that the configuration refers to. */
  examine?: (() => Promise<Finding[]>) | undefined;
  readSpace?: (() => Promise<{ total: number; free: number }>) | undefined;
}

const STATES = { closed: 'working', 'half-open': 'trying', open: 'failing' } as const;
/** How long a result is reused: each check opens connections to everything. */
const FRESH_MS = 5000;
/** The most back ends that are listed. */
const MAX_UPSTREAMS = 100;

/** Reports what a server runs on, and problems with it. */
export function systemRoute(app: TypedApp, deps: SystemDeps): void {
  const { database, push, upstreamHealth, configuration = [], readSpace } = deps;
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const findings = deps.examine && onceIn(FRESH_MS, deps.examine);

  app.get(
    '/system',
    {
      config: { scope: 'admin' },
      schema: {
        tags: ['console'],
        security: [{ token: [] }],
        summary: 'Read what the server runs on, and what is wrong with it',
        description:
          'Nodes, push services and back ends of mini-apps with their last error, storage, limits, the configuration without secrets, and the findings of `host-server doctor`, which take some seconds. Scope: `admin`.',
        querystring: SystemQuery,
        response: { 200: SystemReport },
      },
    },
    async ({ query }, reply): Promise<SystemReport> => {
      void reply.header('cache-control', 'no-store');
      const space = await readSpace?.();
      const nodes = await push.listNodes();
      return {
        server: {
          version: serverPackage.version,
          node: process.version,
          startedAt,
          memoryBytes: process.memoryUsage.rss(),
        },
        nodes: nodes.map(({ node, connected, isThis, version }) => ({
          node,
          connected,
          isThis,
          ...(version !== undefined && { version }),
        })),
        database,
        storage: {
          ...(space && { disk: { totalBytes: space.total, freeBytes: space.free } }),
        },
        pushServices: (await push.services()).map(({ name, breaker, lastError, ...on }) => ({
          name,
          state: STATES[breaker],
          nodes: on.nodes,
          failingOn: on.failingOn,
          ...(lastError && {
            lastError: { code: lastError.code, at: new Date(lastError.at).toISOString() },
          }),
        })),
        upstreams: (await upstreamHealth.states(MAX_UPSTREAMS)).map(
          ({ appId, isFailing, lastError }) => ({
            appId,
            state: isFailing ? ('failing' as const) : ('working' as const),
            ...(lastError && {
              lastError: { code: lastError.code, at: new Date(lastError.at).toISOString() },
            }),
          }),
        ),
        configuration,
        limits: Object.entries(LIMITS).map(([name, value]) => ({ name, value })),
        ...(findings && query.findings !== 'false' && { findings: await findings() }),
      };
    },
  );
}

/** Runs something at most once per interval; callers in between share the result. */
function onceIn<Result>(ms: number, run: () => Promise<Result>): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined;
  return () => {
    if (!last || Date.now() - last.at > ms) last = { at: Date.now(), result: run() };
    return last.result;
  };
}
