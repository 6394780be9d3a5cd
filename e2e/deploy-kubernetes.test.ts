import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readConfig } from '@host/server';
import { type TestServer, createTestServer } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, 'deploy/kubernetes');
const KUSTOMIZATION = 'kustomization.yaml';
/** What the last requests may take after the drain; `main.ts` gives up then. */
const LAST_REQUESTS_SECONDS = 30;
/** What a large database may take for its migrations, before a node that starts is given up. */
const MIGRATION_SECONDS = 300;

type Value = Record<string, unknown>;

interface Container {
  name: string;
  ports: { name: string; containerPort: number }[];
  envFrom: object[];
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
  lifecycle: { preStop: { exec: { command: string[] } } };
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
}

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  timeoutSeconds?: number;
  failureThreshold: number;
}

interface Pod {
  terminationGracePeriodSeconds: number;
  automountServiceAccountToken: boolean;
  serviceAccountName: string;
  securityContext: Value;
  containers: Container[];
  volumes: ({ name: string } & Value)[];
}

/** What an image is by its Containerfile: the last stage. */
async function readImage() {
  const text = await readFile(join(ROOT, 'deploy/Containerfile'), 'utf8');
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const one = (instruction: string) =>
    new RegExp(`^${instruction} (.*)$`, 'm').exec(last)?.[1]?.trim();
  return {
    text,
    ports: one('EXPOSE')!.split(' ').map(Number),
    port: Number(/\bPORT=(\d+)/.exec(last)![1]),
    user: one('USER')!,
    volume: one('VOLUME')!,
    dataDir: /\bDATA_DIR=(\S+)/.exec(last)![1]!,
    grace: one('STOPSIGNAL'),
  };
}

async function readManifests(): Promise<(Value & { kind: string; spec: Value })[]> {
  const files = (await readdir(FOLDER)).filter((file) => file !== KUSTOMIZATION);
  const texts = await Promise.all(files.map((file) => readFile(join(FOLDER, file), 'utf8')));
  return texts.flatMap((text) =>
    parseAllDocuments(text).map(
      (document) => document.toJS() as Value & { kind: string; spec: Value },
    ),
  );
}

describe('the manifests of Kubernetes', () => {
  let server: TestServer;
  let image: Awaited<ReturnType<typeof readImage>>;
  let kustomization: {
    resources: string[];
    configMapGenerator: { name: string; literals: string[] }[];
  };
  let manifests: Awaited<ReturnType<typeof readManifests>>;
  let settings: Record<string, string>;
  let pod: Pod;
  let container: Container;
  beforeAll(async () => {
    server = await createTestServer();
    image = await readImage();
    kustomization = parse(await readFile(join(FOLDER, KUSTOMIZATION), 'utf8')) as never;
    manifests = await readManifests();
    const literals = kustomization.configMapGenerator.flatMap((each) => each.literals);
    settings = Object.fromEntries(literals.map((each) => each.split(/=(.*)/s).slice(0, 2)));
    pod = (of('Deployment')['template'] as { spec: Pod }).spec;
    [container] = pod.containers as [Container];
  });
  afterAll(() => server.close());

  function of(kind: string): Value {
    return manifests.find((each) => each.kind === kind)!.spec;
  }
  const portNamed = (name: string) =>
    container.ports.find((each) => each.name === name)?.containerPort;

  it('are all named by the kustomization', async () => {
    const files = (await readdir(FOLDER)).filter((file) => file !== KUSTOMIZATION);
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
  });

  it('have the ports of the image, by the same names everywhere', () => {
    expect(image.ports).toEqual([image.port]);
    expect(portNamed('http')).toBe(image.port);
    expect(settings['PORT'] ?? String(image.port)).toBe(String(image.port));
    expect(portNamed('metrics')).toBe(Number(settings['METRICS_PORT']));
    const services = manifests.filter(({ kind }) => kind === 'Service');
    const targets = services.flatMap(
      ({ spec }) => spec['ports'] as { port: number; targetPort: string }[],
    );
    expect(targets.map(({ targetPort }) => targetPort).toSorted()).toEqual(['http', 'metrics']);
    expect(targets.find(({ targetPort }) => targetPort === 'metrics')!.port).toBe(
      Number(settings['METRICS_PORT']),
    );
    const scraped = services.map(
      ({ metadata }) => (metadata as { annotations?: Record<string, string> }).annotations,
    );
    expect(scraped).toContainEqual({
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': settings['METRICS_PORT'],
    });
    const { ingress, egress } = of('NetworkPolicy') as Record<
      'ingress' | 'egress',
      { ports: { port: number | string }[] }[]
    >;
    const ports = (rules: typeof ingress) => rules.flatMap((rule) => rule.ports.map((p) => p.port));
    expect(ports(ingress)).toEqual(['http', 'metrics']);
    // Names, PostgreSQL, NATS, traces, and TLS.
    expect(new Set(ports(egress))).toEqual(new Set([53, 5432, 4222, 4318, 443]));
  });

  it('probe what the server answers, and give up on a node only when it is right to', async () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      expect(portNamed(httpGet.port)).toBe(image.port);
      const answer = await server.send('GET', httpGet.path, { token: undefined });
      expect(answer.statusCode, httpGet.path).toBe(200);
    }
    // A node whose database is away lives: to start it anew would cut off its devices.
    expect(livenessProbe.httpGet.path).toBe('/health');
    expect(startupProbe.httpGet.path).toBe('/health');
    expect(readinessProbe.httpGet.path).toBe('/ready');
    const lasts = ({ periodSeconds, failureThreshold }: Probe) => periodSeconds * failureThreshold;
    expect(lasts(startupProbe)).toBeGreaterThanOrEqual(MIGRATION_SECONDS);
    expect(lasts(livenessProbe)).toBeGreaterThanOrEqual(60);
    expect(lasts(readinessProbe)).toBeLessThan(Number(settings['DRAIN_SECONDS']));
  });

  it('leave time to drain: until proxies have heard of it, for the devices, and for the last requests', () => {
    const [program, flag, script] = container.lifecycle.preStop.exec.command;
    expect([program, flag]).toEqual(['node', '-e']);
    const preStop = Number(/setTimeout\(\(\) => \{\}, (\d+)\)/.exec(script!)![1]) / 1000;
    expect(preStop).toBeGreaterThanOrEqual(1);
    const drain = Number(settings['DRAIN_SECONDS']);
    expect(drain).toBeGreaterThan(0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      preStop + drain + LAST_REQUESTS_SECONDS,
    );
    expect(image.grace).toBe('SIGTERM');
  });

  it('run as the user of the image, who may do nothing, and write where the image lets it alone', () => {
    const { user } = image;
    const [uid, gid] = user.split(':').map(Number);
    expect(uid).toBeGreaterThan(0);
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: uid,
      runAsGroup: gid,
      fsGroup: gid,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(image.volume).toBe(image.dataDir);
    const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounts.toSorted()).toEqual([image.dataDir, '/tmp'].toSorted());
    expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(
      pod.volumes.map(({ name }) => name).toSorted(),
    );
    // What a node keeps is in PostgreSQL and S3: it may lose its folder.
    for (const { name, ...volume } of pod.volumes) expect(volume, name).toEqual({ emptyDir: {} });
  });

  it('have settings and a secret that the server starts with', async () => {
    const { name } = kustomization.configMapGenerator[0]!;
    expect(container.envFrom).toEqual([{ configMapRef: { name } }, { secretRef: { name } }]);
    const text = await readFile(join(FOLDER, KUSTOMIZATION), 'utf8');
    const [, list] = /a Secret\n# `host-server` with ([^.]*), and the S3/.exec(text)!;
    const secrets = list!.split(/,\s+/);
    const secretsOf = (kept: readonly string[]) =>
      Object.fromEntries(
        Object.entries({
          ADMIN_TOKEN: 'a'.repeat(32),
          SERVER_KEY: 's'.repeat(32),
          PEOPLE_SECRET: 'p'.repeat(32),
          VAPID_PRIVATE_KEY: `${'A'.repeat(42)}E`,
          DATABASE_URL: 'postgres://host@db.example/host',
          NATS_URL: 'nats://bus.example:4222',
        }).filter(([each]) => kept.includes(each)),
      );
    const start = (kept: readonly string[]) =>
      readConfig({ NODE_ENV: 'production', ...settings, ...secretsOf(kept) });
    expect(Object.keys(secretsOf(secrets))).toEqual(secrets);
    expect(start(secrets)).toMatchObject({ production: true, trustProxy: { kind: 'hops' } });
    for (const left of ['ADMIN_TOKEN', 'SERVER_KEY', 'PEOPLE_SECRET']) {
      expect(() => start(secrets.filter((each) => each !== left))).toThrow(left);
    }
  });

  it('scale by what the server measures, and never leave it to one node', async () => {
    const deployment = manifests.find(({ kind }) => kind === 'Deployment')! as unknown as {
      apiVersion: string;
      metadata: { name: string };
      spec: { replicas?: number; strategy: { rollingUpdate: object } };
    };
    const autoscaler = of('HorizontalPodAutoscaler') as {
      scaleTargetRef: object;
      minReplicas: number;
      maxReplicas: number;
      metrics: { type: string; pods?: { metric: { name: string } } }[];
      behavior: { scaleDown: { policies: { value: number; periodSeconds: number }[] } };
    };
    const { apiVersion, metadata, spec } = deployment;
    expect(autoscaler.scaleTargetRef).toEqual({
      apiVersion,
      kind: 'Deployment',
      name: metadata.name,
    });
    // Otherwise each `apply` would take back what the autoscaler decided.
    expect(spec.replicas).toBeUndefined();
    expect(autoscaler.minReplicas).toBeGreaterThanOrEqual(2);
    expect(autoscaler.maxReplicas).toBeGreaterThan(autoscaler.minReplicas);
    const names = autoscaler.metrics.flatMap(({ pods }) => (pods ? [pods.metric.name] : []));
    expect(names).toEqual(['push_connections']);
    const { body } = await server.send('GET', '/metrics');
    for (const name of names) expect(body).toContain(`# TYPE ${name} gauge`);
    // The next one goes when the one before is drained.
    for (const { value, periodSeconds } of autoscaler.behavior.scaleDown.policies) {
      expect(value).toBe(1);
      expect(periodSeconds).toBeGreaterThan(pod.terminationGracePeriodSeconds);
    }
    expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    const { maxUnavailable } = of('PodDisruptionBudget') as { maxUnavailable: number };
    expect(maxUnavailable).toBe(1);
  });
});

describe('the first stage of the image', () => {
  it('installs by the package manager of the repository what is in it, with what the lock file says', async () => {
    const { text } = await readImage();
    const [run] = /^RUN npx(?:.*\\\n)*.*$/m.exec(text)!;
    const { packageManager } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      packageManager: string;
    };
    expect(run).toContain(`npx --yes ${packageManager} install --frozen-lockfile`);
    const filters = [...run.matchAll(/--filter '?([^\s']+?)\.\.\.'?(?=\s)/g)].map(
      ([, name]) => name!,
    );
    expect(filters).toEqual([
      '@host/server',
      '@host/console',
      '@host/docs',
      './packages/*',
      './repackaged/*',
    ]);
    const folders = {
      '@host/server': 'server',
      '@host/console': 'apps/console',
      '@host/docs': 'apps/docs',
    };
    for (const [name, folder] of Object.entries(folders)) {
      const own = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as {
        name: string;
      };
      expect(own.name).toBe(name);
    }
    expect(run).toContain('node scripts/assemble-server.mjs /app');
    expect(text).toContain('COPY --from=build /app /app');
    // What is copied for it has neither data nor secrets, nor what was built here.
    const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining([
        '**/node_modules',
        '**/dist',
        '**/.data',
        '.git',
        '**/.env',
        '**/.env.*',
      ]),
    );
  });
});
