import { randomUUID } from 'node:crypto';

import * as contracts from '@host/contracts';
import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { PolicyReport } from '../policy-reports/PolicyReport.ts';
import * as examples from './examples.ts';

type Operation = OpenAPIV3_1.OperationObject;
const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head'] as const;

describe('the description of the API', () => {
  let server: TestServer;
  let document: OpenAPIV3_1.Document;
  beforeAll(async () => {
    server = await createTestServer();
    const response = await server.send('GET', '/docs/json', { token: undefined });
    document = response.json();
  });
  afterAll(() => server.close());

  const operations = (): [string, Operation][] =>
    Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      METHODS.flatMap((method): [string, Operation][] => {
        const operation = item?.[method];
        return operation ? [[`${method.toUpperCase()} ${path}`, operation]] : [];
      }),
    );
  const resolveRef = <Found>(node: Found | OpenAPIV3_1.ReferenceObject): Found => {
    if (typeof node !== 'object' || node === null || !('$ref' in node)) return node;
    const parts = node.$ref.replace(/^#\//, '').split('/');
    return parts.reduce<unknown>(
      (place, part) => (place as Record<string, unknown>)[part],
      document,
    ) as Found;
  };

  it('is OpenAPI 3.1 with a title, a version and the address of this server', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: 'http://localhost:8080' }]);
  });

  it('has every route of the server, and no other', () => {
    const routes = server.routes
      .filter(({ url }) => url !== '/' && !/^\/docs(\/|$)/.test(url))
      .flatMap(({ method, url }) => [method].flat().map((each) => ({ method: each, url })))
      // Twins of a GET, made by the framework, and what browsers ask before they send something elsewhere.
      .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
      .map(({ method, url }) => {
        const path = url.replace(/:(\w+)/g, '{$1}').replace('*', '{*}');
        return `${method} ${path}`;
      });
    const described = operations()
      .map(([name]) => name)
      .filter((name) => !name.startsWith('HEAD'));
    expect(described.toSorted()).toEqual(routes.toSorted());
    expect(routes.length).toBeGreaterThan(20);
  });

  it('has a summary of its own and a known tag for every operation', () => {
    const tags = (document.tags ?? []).map(({ name }) => name);
    for (const [name, operation] of operations()) {
      expect(operation.summary, name).toMatch(/^\S.{5,}/);
      expect(operation.tags, name).toHaveLength(1);
      expect(tags, name).toContain(operation.tags![0]);
    }
    const gets = operations().filter(([name]) => !name.startsWith('HEAD'));
    expect(new Set(gets.map(([, { summary }]) => summary)).size).toBe(gets.length);
    const used = new Set(operations().flatMap(([, operation]) => operation.tags ?? []));
    expect([...used].toSorted()).toEqual(tags.toSorted());
  });

  it('asks for a token on the admin API and nowhere else, and says which scope it needs', () => {
    const scheme = resolveRef(document.components?.securitySchemes?.['token']);
    expect(scheme).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const [name, operation] of operations()) {
      const isAdmin = name.includes(' /v1/admin/') || name === 'GET /metrics';
      const asksForToken = (operation.security ?? []).some((each) => 'token' in each);
      expect(asksForToken, name).toBe(isAdmin);
    }
    for (const { url, method, config } of server.routes) {
      if (!config?.scope || method === 'HEAD') continue;
      const path = url.replace(/:(\w+)/g, '{$1}');
      const [, operation] = operations().find(([name]) => name === `${String(method)} ${path}`)!;
      expect(operation.description, `${String(method)} ${path}`).toContain(
        `Scope: ${[config.scope]
          .flat()
          .map((scope) => `\`${scope}\``)
          .join(' or ')}`,
      );
    }
  });

  it('asks for a session on exactly the operations that answer 401 without one', async () => {
    const asking = operations().filter(([, { security }]) =>
      (security ?? []).some((each) => 'session' in each),
    );
    expect(asking.length).toBeGreaterThanOrEqual(7);
    const people = operations().filter(([, { tags }]) => tags?.includes('people'));
    for (const [name, operation] of new Map([...asking, ...people])) {
      const [method, path] = name.split(' ') as ['GET', string];
      const url = path.replace('{appId}', 'com.acme.orders').replace('{id}', randomUUID());
      const answer = await server.send(method, url, { token: undefined, payload: {} });
      const { code } = answer.json<{ code?: string }>();
      expect(code === 'unauthorized', name).toBe(operation.security !== undefined);
    }
  });

  it('has a parameter for every part of a path that varies', () => {
    for (const [name, operation] of operations()) {
      const inPath = [...name.matchAll(/\{(.+?)\}/g)].map(([, parameter]) => parameter!);
      const parameters = (operation.parameters ?? [])
        .map((each) => resolveRef(each))
        .filter((each) => each.in === 'path');
      expect(parameters.map((each) => each.name).toSorted(), name).toEqual(inPath.toSorted());
      for (const each of parameters) expect(each.required, name).toBe(true);
    }
  });

  it('has answers with a description, and a schema wherever JSON is answered', () => {
    for (const [name, operation] of operations()) {
      const answers = Object.entries(operation.responses ?? {});
      expect(answers.length, name).toBeGreaterThan(0);
      for (const [status, answer] of answers) {
        const { description, content } = resolveRef(answer);
        expect(status).toMatch(/^([1-5]\d\d|default)$/);
        expect(typeof description, name).toBe('string');
        const type = status === 'default' ? 'application/problem+json' : 'application/json';
        const hasSchema = content?.[type]?.schema !== undefined;
        const isJson =
          status !== '204' && name.includes('/v1/') && !name.includes('GET /v1/admin/artifacts');
        expect(hasSchema || !isJson, `${name} ${status}`).toBe(true);
      }
    }
  });

  it('has an example of every JSON body that is sent', () => {
    const bodies = operations().filter(
      ([name, { requestBody }]) => requestBody && !/^PUT .*\{file\}$/.test(name),
    );
    expect(bodies.length).toBeGreaterThanOrEqual(9);
    for (const [name, operation] of bodies) {
      const { content } = resolveRef(operation.requestBody!);
      // JSON has other names, too: application/csp-report.
      expect(Object.keys(content), name).not.toEqual([]);
      for (const { schema } of Object.values(content)) {
        expect(resolveRef(schema!).examples, name).toHaveLength(1);
      }
    }
  });

  it('describes the file of every upload, and the Idempotency-Key of every POST of the admin API', () => {
    const admin = operations().filter(([name]) => name.includes(' /v1/admin/'));
    const uploads = admin.filter(([name]) => /^PUT .*\{file\}$/.test(name));
    expect(uploads.length).toBeGreaterThanOrEqual(2);
    for (const [name, { requestBody }] of uploads) {
      expect(resolveRef(requestBody!).content, name).toHaveProperty(['application/octet-stream']);
    }
    const posts = admin.filter(([name]) => name.startsWith('POST'));
    expect(posts.length).toBeGreaterThanOrEqual(9);
    for (const [name, { parameters }] of posts) {
      expect(
        parameters?.map((each) => resolveRef(each).name),
        name,
      ).toContain('Idempotency-Key');
    }
  });

  it('refers to nothing that it does not have', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, ref]) => ref!,
    );
    expect(refs.length).toBeGreaterThan(10);
    for (const $ref of refs) expect(resolveRef({ $ref }), $ref).toBeTypeOf('object');
  });

  it('is shown as a page, without a token', async () => {
    const page = await server.send('GET', '/docs/', { token: undefined });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(String(page.headers['content-security-policy'])).toContain("default-src 'none'");
    const root = await server.send('GET', '/', { token: undefined });
    expect([root.statusCode, root.headers['location']]).toEqual([302, '/docs/']);
  });
});

describe('the examples', () => {
  const SCHEMAS: Record<keyof typeof examples, z.ZodMiniType> = {
    accountChange: contracts.AccountChange,
    accountConfirmation: contracts.AccountConfirmation,
    emailChange: contracts.EmailChange,
    emailConfirmation: contracts.EmailConfirmation,
    passwordReset: contracts.PasswordReset,
    resetLink: contracts.ResetLink,
    accountDeletion: contracts.AccountDeletion,
    accountRequest: contracts.AccountRequest,
    appToken: contracts.AppToken,
    consoleEvent: contracts.ConsoleEvent,
    messageTrace: contracts.MessageTrace,
    artifactFiles: contracts.ArtifactFiles,
    auditEntry: contracts.AuditEntry,
    catalogEntry: contracts.CatalogEntry,
    documentsRequest: contracts.DocumentsRequest,
    issuedToken: contracts.IssuedToken,
    me: contracts.Me,
    miniProgram: contracts.MiniProgram,
    passwordChange: contracts.PasswordChange,
    analyticsBatch: contracts.AnalyticsBatch,
    analyticsCounts: contracts.AnalyticsCounts,
    overview: contracts.Overview,
    systemReport: contracts.SystemReport,
    sendSeries: contracts.SendSeries,
    versionSeries: contracts.VersionSeries,
    consoleSession: contracts.ConsoleSession,
    consoleSessionRecord: contracts.ConsoleSessionRecord,
    collectionInfo: contracts.CollectionInfo,
    collectionRequest: contracts.CollectionRequest,
    publicConfig: contracts.PublicConfig,
    pushTemplate: contracts.PushTemplate,
    versionReport: contracts.VersionReport,
    webPushSubscription: contracts.WebPushSubscription,
    scheduledNotification: contracts.ScheduledNotification,
    versionReports: contracts.VersionReports,
    policyReport: PolicyReport,
    problem: contracts.Problem,
    crash: contracts.Crash,
    crashDetails: contracts.CrashDetails,
    review: contracts.Review,
    reviewDecision: contracts.ReviewDecisionRequest,
    reviewDetails: contracts.ReviewDetails,
    reviewRequest: contracts.ReviewRequest,
    publisher: contracts.Publisher,
    publisherKey: contracts.PublisherKey,
    publisherKeyRequest: contracts.PublisherKeyRequest,
    record: contracts.RegistrationRecord,
    refreshRequest: contracts.RefreshRequest,
    registration: contracts.Registration,
    resolution: contracts.Resolution,
    sessionList: contracts.SessionList,
    sessionTokens: contracts.SessionTokens,
    signInRequest: contracts.SignInRequest,
    statedDigests: contracts.StatedDigests,
    tokenAccess: contracts.TokenAccess,
    tokenRecord: contracts.TokenRecord,
    tokenRequest: contracts.TokenRequest,
    uploadReceipt: contracts.UploadReceipt,
  };

  it.each(Object.entries(examples))(
    '%s fits its schema, with no field too many',
    (name, example) => {
      expect(SCHEMAS[name as keyof typeof examples].parse(example)).toEqual(example);
    },
  );

  it('of all schemas that have a name fit', async () => {
    // The names are given when a server is built.
    await (await createTestServer()).close();
    const named = (Object.values(contracts) as unknown[]).filter(
      (each): each is z.ZodMiniType =>
        each instanceof z.ZodMiniType && z.globalRegistry.get(each)?.id !== undefined,
    );
    expect(named.length).toBeGreaterThanOrEqual(16);
    for (const schema of named) {
      const { id, examples: shown = [] } = z.globalRegistry.get(schema)! as {
        id?: string;
        examples?: unknown[];
      };
      expect(shown, id).toHaveLength(1);
      expect(schema.parse(shown[0]), id).toEqual(shown[0]);
    }
  });
});
