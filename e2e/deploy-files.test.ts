import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createTestServer } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { documentedBlock } from '../scripts/build/documentedBlock.ts';
import { readVariables } from './environment/readVariables.ts';
import { compile } from './types/compile.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const run = promisify(execFile);
const read = (path: string) => readFile(join(ROOT, path), 'utf8');
const orNone = (program: string | undefined) => (program === undefined ? [] : [program]);
/** What the last requests may take after the drain; `main.ts` gives up then. */
const LAST_REQUESTS_SECONDS = 30;

describe('what Prometheus and Grafana read', () => {
  it('are metrics of the server', async () => {
    const server = await createTestServer();
    // Once is enough for its labels to be there.
    await server.post('/fcm/send', {}, { token: undefined });
    const figures = await server.send('GET', '/metrics');
    expect(figures.statusCode).toBe(200);
    expect(figures.body).toContain('route="/fcm/send"');
    const there = new Set(
      [...figures.body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
      ),
    );
    await server.close();
    const query = await documentedBlock('docs/quotas.md', '', 'storage_quota_used_ratio');
    const named = [...query.matchAll(/\b(\w+_\w+)\b/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !there.has(name))).toEqual([]);
    for (const file of ['prometheus/alerts.yaml', 'grafana/dashboard.json']) {
      const used = [...(await read(`deploy/${file}`)).matchAll(/\b(\w+)\{job=/g)].map(
        ([, name]) => name!,
      );
      expect(used.length).toBeGreaterThan(8);
      expect(used.filter((name) => name !== 'up' && !there.has(name))).toEqual([]);
    }
  });

  it('has a rule test for each alert, once well and once not', async () => {
    const rules = [...(await read('deploy/prometheus/alerts.yaml')).matchAll(/alert: (\w+)/g)];
    const tests = await read('deploy/prometheus/alerts.test.yaml');
    expect(rules.length).toBeGreaterThan(5);
    for (const [, alert] of rules) {
      expect(tests, alert).toMatch(new RegExp(`alertname: ${alert} `));
      expect(tests, alert).toContain(`alertname="${alert}"`);
    }
  });

  it.each(orNone(inject('promtoolPath')))('passes the rule tests of %s', async (promtool) => {
    const at = (file: string) => join(ROOT, 'deploy/prometheus', file);
    await run(promtool, ['check', 'rules', at('alerts.yaml')]);
    const { stdout } = await run(promtool, ['test', 'rules', at('alerts.test.yaml')]);
    expect(stdout).toContain('SUCCESS');
  });

  it.each(orNone(inject('promtoolPath')))(
    'is what %s takes, on a page as well',
    async (promtool) => {
      const query = await documentedBlock('docs/quotas.md', '', 'storage_quota_used_ratio');
      const folder = await mkdtemp(join(tmpdir(), 'query-'));
      try {
        const file = join(folder, 'rules.yaml');
        const check = async (expr: string) => {
          const groups = [{ name: 'page', rules: [{ alert: 'Shown', expr }] }];
          await writeFile(file, JSON.stringify({ groups }));
          return run(promtool, ['check', 'rules', file]);
        };
        expect((await check(query)).stdout).toContain('SUCCESS: 1 rules found');
        await expect(check(query.replace('max by', 'max bye'))).rejects.toThrow(/parse error/);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});

describe('the systemd unit', () => {
  it.each(orNone(inject('systemdAnalyzePath')))(
    'is right and hardened, says %s',
    async (analyze) => {
      const folder = await mkdtemp(join(tmpdir(), 'unit-'));
      try {
        const unit = join(folder, 'host-server.service');
        const text = await read('deploy/systemd/host-server.service');
        // The program is not installed here.
        const known = text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
        expect(known).not.toBe(text);
        await writeFile(unit, known);
        const { stderr } = await run(analyze, ['verify', '--man=no', unit]);
        expect(stderr).not.toContain('host-server.service');
        // Ends with an error above an exposure of 2.0 of 10.
        const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unit];
        expect((await run(analyze, args)).stdout).toMatch(/Overall exposure level .*: [01]\.\d OK/);
        await writeFile(unit, known.replace('ProtectSystem=strict', 'ProtectSystm=strict'));
        expect((await run(analyze, ['verify', '--man=no', unit])).stderr).toContain('ProtectSystm');
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it('waits for the drain before it kills', async () => {
    const text = await read('deploy/systemd/host-server.service');
    const wait = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]);
    const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(text)?.[1]);
    expect(wait).toBeGreaterThanOrEqual(drain + LAST_REQUESTS_SECONDS);
  });
});

describe('the settings of nginx', () => {
  it.each(orNone(inject('nginxPath')))('are right, says %s', async (nginx) => {
    const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    try {
      const text = await read('deploy/nginx/host-server.conf');
      // Ports and names of others: the test has neither.
      const here = text.replace(/listen \S+;/, `listen unix:${folder}/socket;`);
      expect(here).not.toBe(text);
      await writeFile(
        join(folder, 'nginx.conf'),
        `pid ${folder}/pid;\nerror_log ${folder}/log;\nevents {}\nhttp {\naccess_log off;\n${here}}\n`,
      );
      const { stderr } = await run(nginx, ['-t', '-c', join(folder, 'nginx.conf')]);
      expect(stderr).toContain('test is successful');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

interface Service {
  image?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, object>;
  volumes?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
}

describe('the compose file', () => {
  it('is whole: what it names is in it, and the server knows its variables', async () => {
    const { services, volumes, configs } = parse(await read('deploy/compose.yaml'), {
      merge: true,
    }) as Record<'services' | 'volumes' | 'configs', Record<string, Service>>;
    expect(Object.keys(services)).toEqual([
      'node-1',
      'node-2',
      'database',
      'bus',
      'objects',
      'bucket',
    ]);
    for (const [name, service] of Object.entries(services)) {
      expect(service.image, name).toMatch(/^host-server$|^docker\.io\/[\w/-]+:\d/);
      expect(Object.keys(services), name).toEqual(
        expect.arrayContaining(Object.keys(service.depends_on ?? {})),
      );
      const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0]);
      expect(Object.keys(volumes), name).toEqual(expect.arrayContaining(mounted));
    }
    expect(Object.keys(configs)).toEqual(['bus', 's3']);
    const known = readVariables();
    for (const { environment, read_only, stop_grace_period } of [
      services['node-1']!,
      services['node-2']!,
    ]) {
      expect(Object.keys(environment!).filter((name) => !known.has(name))).toEqual([]);
      expect(read_only).toBe(true);
      const wait = Number.parseInt(stop_grace_period!, 10);
      expect(wait).toBeGreaterThanOrEqual(
        Number(environment!['DRAIN_SECONDS']) + LAST_REQUESTS_SECONDS,
      );
    }
  });

  it('lets nobody onto the bus without a password, and gives all nodes one key for browsers', async () => {
    const { services, configs } = parse(await read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<string, Service & { command?: string[]; configs?: object[] }>;
      configs: Record<string, { content: string }>;
    };
    for (const node of ['node-1', 'node-2']) {
      const { NATS_URL, VAPID_PRIVATE_KEY } = services[node]!.environment!;
      expect(NATS_URL).toBe('nats://host:${NATS_PASSWORD:?}@bus:4222');
      expect(VAPID_PRIVATE_KEY).toBe('${VAPID_PRIVATE_KEY:?}');
    }
    expect(services['bus']!.command).toEqual(['--config', '/etc/nats/bus.conf']);
    expect(services['bus']!.configs).toEqual([{ source: 'bus', target: '/etc/nats/bus.conf' }]);
    expect(configs['bus']!.content).toContain('user: host, password: "${NATS_PASSWORD:?}"');
  });

  it.each(orNone(inject('natsServerPath')))(
    'has settings of the bus that %s takes',
    async (nats) => {
      const { configs } = parse(await read('deploy/compose.yaml'), { merge: true }) as {
        configs: Record<string, { content: string }>;
      };
      const folder = await mkdtemp(join(tmpdir(), 'bus-'));
      try {
        const file = join(folder, 'bus.conf');
        await writeFile(
          file,
          configs['bus']!.content.replace('${NATS_PASSWORD:?}', '0'.repeat(64)),
        );
        const { stderr } = await run(nats, ['--config', file, '-t']);
        expect(stderr).toContain('is valid');
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it('shows nothing to other machines, which could claim any address, and builds with no secrets', async () => {
    const { services } = parse(await read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<string, Service & { ports?: string[] }>;
    };
    for (const [name, { ports = [] }] of Object.entries(services)) {
      const isNode = name.startsWith('node-');
      expect(ports.length, name).toBe(isNode ? 1 : 0);
      for (const port of ports) expect(port).toMatch(/^\$\{PUBLISHED_ON:-127\.0\.0\.1\}:\d+:8080$/);
    }
    // The file with all secrets lies in what is copied for the build.
    expect((await read('.dockerignore')).split('\n')).toContain('**/.env');
  });
});

const TYPES: Record<string, string> = {
  ServiceAccount: 'core/v1',
  ConfigMap: 'core/v1',
  Service: 'core/v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  NetworkPolicy: 'networking/v1',
};

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: {
    selector?: object;
    podSelector?: object;
    template?: { metadata: { labels: object }; spec: { terminationGracePeriodSeconds: number } };
  };
}

describe.each(orNone(inject('kubectlPath')))('the manifests, rendered by %s', (kubectl) => {
  async function render(): Promise<Manifest[]> {
    const { stdout } = await run(kubectl, ['kustomize', join(ROOT, 'deploy/kubernetes')]);
    return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  }
  const sourceOf = (manifest: Manifest) =>
    `import type { ${manifest.kind} } from 'kubernetes-types/${TYPES[manifest.kind]}';
      export const manifest: ${manifest.kind} = ${JSON.stringify(manifest)};\n`;

  it('have the types of Kubernetes, and a wrong field is found', { timeout: 240_000 }, async () => {
    const manifests = await render();
    expect(new Set(manifests.map(({ kind }) => kind))).toEqual(new Set(Object.keys(TYPES)));
    const wrong = { ...manifests.find(({ kind }) => kind === 'Deployment')!, sepc: {} };
    const sources = [...manifests, wrong].map((manifest, n) => [`${n}.ts`, sourceOf(manifest)]);
    const found = await compile('e2e', { sources: Object.fromEntries(sources) });
    expect(found.trim().split('\n')).toEqual([
      expect.stringMatching(/'"sepc"' does not exist in type 'Deployment'/),
    ]);
  });

  it('are about the same pods, and give them time to drain', async () => {
    const manifests = await render();
    const { spec } = manifests.find(({ kind }) => kind === 'Deployment')!;
    const labels = { 'app.kubernetes.io/name': 'host-server' };
    expect(spec!.template!.metadata.labels).toEqual(labels);
    for (const { spec: service } of manifests.filter(({ kind }) => kind === 'Service')) {
      expect(service!.selector).toEqual(labels);
    }
    const selects = (kind: string) => manifests.find((each) => each.kind === kind)!.spec!;
    expect(selects('PodDisruptionBudget').selector).toEqual({ matchLabels: labels });
    expect(selects('NetworkPolicy').podSelector).toEqual({ matchLabels: labels });
    const { data } = manifests.find(({ kind }) => kind === 'ConfigMap')!;
    const known = readVariables();
    expect(Object.keys(data!).filter((name) => !known.has(name))).toEqual([]);
    const preStop = 5;
    expect(spec!.template!.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      preStop + Number(data!['DRAIN_SECONDS']) + LAST_REQUESTS_SECONDS,
    );
  });
});
