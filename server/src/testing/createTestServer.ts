import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IssuedToken, Registration, TokenRequest } from '@host/contracts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse, RouteOptions } from 'fastify';

import { buildServer } from '../buildServer.ts';
import type { ServerDeps } from '../ServerDeps.types.ts';
import { buildMiniAppFixture } from '../hosting/archive/testing/miniAppArchive.ts';
import type { Database } from '../storage/database/Database.types.ts';
import { createMemoryObjectStore } from '../storage/objects/MemoryObjectStore.ts';
import type { ObjectStore } from '../storage/objects/ObjectStore.types.ts';
import { type TestDatabaseOptions, openTestDatabase } from './testDatabase.ts';

export const ADMIN_TOKEN = 'root-token-for-tests';
/** Cheap passwords, and no limits on attempts. */
const TEST_PEOPLE: ServerDeps['people'] = {
  secret: 'people-secret-for-tests',
  passwordCost: { logN: 4, r: 8, p: 1 },
  limits: {
    perAddress: 1e6,
    perAddressAndAccount: 1e6,
    perAccount: 1e6,
    accountsPerAddress: 1e6,
    mailsPerAddress: 1e6,
    mailsPerAddressAndAccount: 1e6,
  },
};

export const SERVER_KEY = 'server-key-for-tests';
export const CDN_URL = 'http://localhost:8080/cdn';

type RequestOptions = Omit<InjectOptions, 'url' | 'method'> & { token?: string | undefined };

/** A server with a database of its own, driven by injected requests. */
export interface TestServer {
  app: FastifyInstance;
  db: Database;
  objects: ObjectStore;
  /** The folder of uploads in progress. */
  uploadFolder: string;
  /** Every route, in the order in which they were added. */
  routes: RouteOptions[];
  /** Sends a request as the root token, unless `token` says otherwise; `token: undefined` sends none. */
  send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    options?: RequestOptions,
  ): Promise<LightMyRequestResponse>;
  /** Sends JSON as the root token. */
  post(url: string, body?: object, options?: RequestOptions): Promise<LightMyRequestResponse>;
  /** Uploads everything that a version needs; a different `salt` makes different bytes. */
  upload(appId: string, version: string, options?: { salt?: string; web?: boolean }): Promise<void>;
  /** Uploads, registers and, when a share is given, releases a version. */
  publish(
    appId: string,
    version: string,
    options?: { registration?: Partial<Registration>; percentage?: number; web?: boolean },
  ): Promise<void>;
  /** Issues a token that is valid for an hour. */
  issue(request: Partial<TokenRequest>): Promise<IssuedToken>;
  close(): Promise<void>;
}

/** Builds a test server on an engine, by default the embedded one. */
export async function createTestServer(
  options: Partial<
    Pick<
      ServerDeps,
      | 'logger'
      | 'objects'
      | 'adminToken'
      | 'previousAdminToken'
      | 'serverKey'
      | 'previousServerKey'
      | 'refusalDelayMs'
      | 'uploadPatience'
      | 'bodyPatience'
      | 'hostApp'
      | 'docsSite'
      | 'consoleApp'
      | 'packages'
      | 'findAddresses'
      | 'pushTransports'
      | 'pushTimes'
      | 'nativeSockets'
      | 'readSpace'
      | 'system'
      | 'quotas'
      | 'bus'
      | 'certificates'
      | 'tracing'
    >
  > &
    TestDatabaseOptions & {
      config?: Partial<ServerDeps['config']>;
      people?: Partial<ServerDeps['people']>;
    } = {},
): Promise<TestServer> {
  const { adminToken = ADMIN_TOKEN } = options;
  const { db, release } = await openTestDatabase(options);
  const routes: RouteOptions[] = [];
  const uploadFolder = await mkdtemp(join(tmpdir(), 'host-uploads-'));
  const objects = options.objects ?? createMemoryObjectStore();
  const app = await buildServer({
    config: {
      baseUrl: 'http://localhost:8080',
      consoleUrl: 'http://localhost:8080',
      cdnUrl: CDN_URL,
      hostOrigins: [],
      cdnOrigins: [],
      upstreamOrigins: [],
      pushGatewayUrl: 'http://localhost:8080',
      pauseThreshold: { installs: 20, percent: 10 },
      production: false,
      oidc: undefined,
      consoleOidc: undefined,
      rateLimits: { perAddress: 1e6, perToken: 1e6 },
      quotaFactor: 1,
      connectsPerSecond: 1e6,
      trustProxy: { kind: 'nobody' },
      metricsToken: undefined,
      ...options.config,
    },
    adminToken,
    refusalDelayMs: options.refusalDelayMs ?? 0,
    previousAdminToken: options.previousAdminToken,
    serverKey: options.serverKey ?? SERVER_KEY,
    previousServerKey: options.previousServerKey,
    pushTransports: options.pushTransports,
    pushTimes: options.pushTimes,
    nativeSockets: options.nativeSockets,
    readSpace: options.readSpace,
    system: options.system,
    quotas: options.quotas,
    people: { ...TEST_PEOPLE, ...options.people },
    onRoute: (route) => routes.push(route),
    db,
    bus: options.bus,
    certificates: options.certificates,
    tracing: options.tracing,
    objects,
    uploadFolder,
    bodyPatience: options.bodyPatience,
    ...(options.uploadPatience && { uploadPatience: options.uploadPatience }),
    ...(options.logger && { logger: options.logger }),
    hostApp: options.hostApp,
    docsSite: options.docsSite,
    consoleApp: options.consoleApp,
    packages: options.packages,
    findAddresses: options.findAddresses,
  });

  const send: TestServer['send'] = (method, url, { headers, ...rest } = {}) => {
    const token = 'token' in rest ? rest.token : adminToken;
    delete rest.token;
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return app.inject({ method, url, headers: { ...authorization, ...headers }, ...rest });
  };
  const post: TestServer['post'] = (url, body = {}, rest = {}) =>
    send('POST', url, { payload: body, ...rest });

  const upload: TestServer['upload'] = async (appId, version, { salt, web } = {}) => {
    const files = await uploadsOf(appId, version, { ...(salt && { salt }), web: web ?? false });
    for (const [name, payload] of files) {
      const response = await send('PUT', `/v1/admin/artifacts/${appId}/${version}/${name}`, {
        payload,
        headers: { 'content-type': 'application/octet-stream' },
      });
      if (response.statusCode >= 300) throw new Error(`${name}: ${response.body}`);
    }
  };

  return {
    app,
    db,
    objects,
    uploadFolder,
    routes,
    send,
    post,
    upload,
    async publish(appId, version, { registration, percentage, web } = {}) {
      await upload(appId, version, { web: web ?? false });
      await demand(post('/v1/admin/mini-programs', registrationOf(appId, version, registration)));
      if (percentage === undefined) return;
      await demand(
        post(`/v1/admin/mini-programs/${appId}/versions/${version}/release`, { percentage }),
      );
    },
    async issue(request) {
      const response = await post('/v1/admin/tokens', {
        name: 'A test',
        expiresInSeconds: 3600,
        ...request,
      });
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json<IssuedToken>();
    },
    async close() {
      await app.close();
      await release();
      await rm(uploadFolder, { recursive: true, force: true });
    },
  };
}

/** A registration with the addresses that uploads get. */
export function registrationOf(
  appId: string,
  version: string,
  changes: Partial<Registration> = {},
): Registration {
  return {
    appId,
    // Names have to be unique.
    name: appId.replace(/^com\.acme\./, ''),
    version,
    manifestUrl: `${CDN_URL}/mini-apps/${appId}/${version}/mf-manifest.json`,
    bundleZipUrl: `${CDN_URL}/mini-apps/${appId}/${version}/\${platform}.zip`,
    permissions: ['storage'],
    minHostVersion: '1.0.0',
    ...changes,
  };
}

/** The bodies of all uploads of a version, by file name. */
export async function uploadsOf(
  appId: string,
  version: string,
  options: { salt?: string; web?: boolean } = {},
): Promise<[string, Buffer | string][]> {
  const { web, salt } = options;
  const fixture = await buildMiniAppFixture(appId, version, {
    platforms: web ? ['ios', 'android', 'web'] : ['ios', 'android'],
    ...(salt && { salt }),
  });
  const archives = Object.entries(fixture.archives).map(([platform, bytes]): [string, Buffer] => [
    `${platform}.zip`,
    bytes,
  ]);
  return [...archives, ['mf-manifest.json', fixture.manifest]];
}

/** A name that no other test uses. */
export function newAppId(): string {
  return `com.acme.a${randomUUID().replaceAll('-', '')}`;
}

async function demand(response: Promise<LightMyRequestResponse>): Promise<void> {
  const { statusCode, body } = await response;
  if (statusCode >= 300) throw new Error(`${statusCode}: ${body}`);
}
