import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { ApiClientError } from '@host/api-client';
import { ERRORS, type ErrorCode, type Me } from '@host/contracts';
import {
  foreignRegistrationOf,
  newAppId,
  registrationOf,
  testEngines,
  uploadsOf,
} from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ListeningServer, sha256Of, startServer } from './api-client/startServer.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const DIGESTS = {
  ios: { sha256: 'a'.repeat(64), size: 1000 },
  android: { sha256: 'b'.repeat(64), size: 2000 },
};

async function expectRefusal(call: Promise<unknown>, code: ErrorCode): Promise<ApiClientError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiClientError);
  const refusal = error as ApiClientError;
  const { status, fix } = ERRORS[code];
  expect(refusal).toMatchObject({ code, status });
  expect(refusal.message.endsWith(fix), refusal.message).toBe(true);
  return refusal;
}

describe.each(testEngines())('the client on a server ($name)', (engine) => {
  let at: ListeningServer;
  beforeAll(async () => void (at = await startServer({ engine })));
  afterAll(() => at.server.close());

  it('publishes, releases, goes back and stops a mini-app', async () => {
    const { client, upload } = at;
    const appId = newAppId();
    for (const version of ['1.0.0', '1.1.0']) {
      await upload(appId, version);
      const record = await client.registerVersion(registrationOf(appId, version));
      expect(record).toMatchObject({ appId, version, verified: true, signed: false });
      await client.releaseVersion(appId, version, { percentage: 100 });
    }
    const host = { platform: 'ios', hostVersion: '1.0.0' } as const;
    expect((await client.resolve(appId, host)).version).toBe('1.1.0');
    const listed = await client.readCatalog({ q: appId.split('.').at(-1)!, limit: 1 });
    expect(listed.items).toMatchObject([{ appId, version: '1.1.0' }]);
    expect((await client.listFiles(appId, '1.1.0', 'ios')).files.length).toBeGreaterThan(2);

    expect((await client.rollBack(appId, { reason: 'Slow' })).version).toBe('1.0.0');
    expect((await client.resolve(appId, host)).version).toBe('1.0.0');
    expect((await client.getVersion(appId, '1.1.0')).status).toBe('paused');
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    const planned = await client.scheduleRelease(appId, '1.1.0', { percentage: 10, at: tomorrow });
    expect(planned.scheduled).toMatchObject({ percentage: 10, at: tomorrow });
    expect(await client.cancelRelease(appId, '1.1.0')).not.toHaveProperty('scheduled');
    await client.releaseVersion(appId, '1.1.0');
    expect((await client.pauseVersion(appId, '1.1.0', { reason: 'Late' })).status).toBe('paused');
    expect((await client.withdrawVersion(appId, '1.1.0')).status).toBe('withdrawn');
    const versions = await client.listVersions(appId, { limit: 1 });
    expect(versions.items).toMatchObject([{ version: '1.1.0' }]);
    const rest = await client.listVersions(appId, { cursor: versions.nextCursor });
    expect(rest.items.map(({ version }) => version)).toEqual(['1.0.0']);

    expect(await client.suspend(appId, { reason: 'Review' })).toMatchObject({ suspended: true });
    await expectRefusal(client.resolve(appId, host), 'mini-program-suspended');
    expect(await client.resume(appId)).toMatchObject({ suspended: false });
    expect(await client.getMiniProgram(appId)).toMatchObject({ appId, versions: 2 });
    expect((await client.listMiniPrograms({ limit: 1 })).items).toHaveLength(1);
  });

  it('vouches for archives elsewhere, and is told why they cannot be verified', async () => {
    const { client } = at;
    const appId = newAppId();
    const record = await client.registerVersion(foreignRegistrationOf(appId, '1.0.0'));
    expect(record.verified).toBe(false);
    await expectRefusal(client.verifyVersion(appId, '1.0.0'), 'not-verified');
    expect(await client.stateDigests(appId, '1.0.0', DIGESTS)).toMatchObject({ verified: true });
  });

  it('uploads what is missing, and leaves out what is there', async () => {
    const { client } = at;
    const appId = newAppId();
    expect(await client.findArtifact(appId, '1.0.0', 'ios.zip')).toBeUndefined();
    const body = Buffer.from(new Map(await uploadsOf(appId, '1.0.0')).get('ios.zip')!);
    const [size, sha256] = [body.length, sha256Of(body)];
    const request = { appId, version: '1.0.0', file: 'ios.zip', body, size, sha256 } as const;
    expect(await client.uploadArtifact(request)).toMatchObject({ size, sha256 });
    expect(await client.findArtifact(appId, '1.0.0', 'ios.zip')).toEqual({ size, sha256 });
    const fetched = await buffer(await client.fetchArtifact(appId, '1.0.0', 'ios.zip'));
    expect(sha256Of(fetched)).toBe(sha256);

    const wrong = { ...request, sha256: 'f'.repeat(64) };
    await expectRefusal(client.uploadArtifact(wrong), 'artifact-digest-mismatch');
    expect(await client.findArtifact(appId, '1.0.0', 'ios.zip')).toEqual({ size, sha256 });
  });

  it('says which scope is missing where an answer has no words', async () => {
    const { server, clientOf } = at;
    const { token } = await server.issue({ scopes: ['publish'] });
    const call = clientOf(token).findArtifact(newAppId(), '1.0.0', 'ios.zip');
    await expectRefusal(call, 'scope-missing');
  });

  it('uploads an icon', async () => {
    const file = `${newAppId()}.png`;
    const sha256 = sha256Of(PNG);
    const receipt = await at.client.uploadIcon({ file, body: PNG, size: PNG.length, sha256 });
    expect(receipt).toMatchObject({ key: `icons/${file}`, sha256 });
  });

  it('manages tokens and reads the audit log', async () => {
    const { client, clientOf } = at;
    const request = { name: 'CI', scopes: ['read' as const], expiresInSeconds: 60 };
    const { token, ...issued } = await client.issueToken(request);
    const own = clientOf(token);
    await own.listMiniPrograms();
    await expectRefusal(own.listTokens(), 'scope-missing');
    expect((await client.readRoles()).roles.map(({ role }) => role)).toContain('releaser');
    const appId = newAppId();
    const path = appId.split('.').at(-1);
    expect(await own.getAccess(appId)).toEqual({ appId, scopes: ['read'], path });
    expect((await client.listTokens({ limit: 100 })).items.map(({ id }) => id)).toContain(
      issued.id,
    );
    const rotated = await client.rotateToken(issued.id, { overlapSeconds: 30 });
    expect(rotated.id).toBe(issued.id);
    for (const each of [own, clientOf(rotated.token)]) await each.listMiniPrograms();
    expect(await client.revokeToken(issued.id)).toHaveProperty('revokedAt');
    await expectRefusal(own.listMiniPrograms(), 'token-revoked');
    await expectRefusal(clientOf(undefined).listMiniPrograms(), 'unauthorized');
    const [newest] = (await client.listAudit({ limit: 1 })).items;
    expect(newest).toMatchObject({ action: 'token.revoke', target: issued.id });
  });

  it('signs in to the console and speaks for who is there, and lists and ends sessions', async () => {
    const { client, console } = at;
    const { token } = await client.issueToken({
      name: 'Ann',
      role: 'sender',
      expiresInSeconds: 60,
    });
    const session = await console.signInToConsole({ token });
    expect(session).toMatchObject({ name: 'Ann', role: 'sender' });
    expect(await console.readConsoleSession()).toEqual(session);
    expect(await console.readConsoleSignInOptions()).toEqual({});
    const news = { to: '/topics/news', notification: { title: 'Hello' } };
    expect(await console.sendPush(news, undefined)).toHaveProperty('message_id');
    await expectRefusal(console.listConsoleSessions(), 'scope-missing');
    await console.signOutOfConsole();
    await expectRefusal(console.readConsoleSession(), 'console-session-ended');
    const { id } = await console.signInToConsole({ token });
    expect((await client.listConsoleSessions()).items).toMatchObject([{ id, name: 'Ann' }]);
    expect(await client.endConsoleSession(id)).toMatchObject({ id });
    await expectRefusal(console.listMiniPrograms(), 'console-session-ended');
  });

  it('hears of changes, until it leaves or is told to', async () => {
    const { client } = at;
    const appId = newAppId();
    const leave = new AbortController();
    const changes = client.watchChanges({ signal: leave.signal });
    expect((await changes.next()).value).toEqual({ kind: 'hello' });
    await client.registerVersion(foreignRegistrationOf(appId, '1.0.0'));
    for await (const { kind, key } of client.watchChanges()) {
      if (kind === 'hello') await client.suspend(appId, { reason: 'Heard?' });
      if (kind === 'mini-app' && key === appId) break;
    }
    for (let key: string | undefined; key !== appId;) {
      const heard = await changes.next();
      expect(heard.done).toBe(false);
      ({ key } = heard.value!);
    }
    leave.abort(new Error('enough'));
    await expect(async () => {
      while (!(await changes.next()).done);
    }).rejects.toThrow('enough');
    await expectRefusal(at.clientOf(undefined).watchChanges().next(), 'unauthorized');
  });

  it('reads what is going on', async () => {
    const { client } = at;
    const appId = newAppId();
    await client.registerVersion(foreignRegistrationOf(appId, '1.0.0'));
    expect(await client.readOverview()).toMatchObject({ connected: { nodes: 1 } });
    expect(await client.readSystem()).toMatchObject({ nodes: [{ isThis: true }] });
    expect(await client.readSystem({ findings: false })).not.toHaveProperty('findings');
    const { days } = await client.readSendSeries({ days: 7, sender: 'nobody' });
    expect(days).toEqual([]);
    expect(await client.readVersionSeries(appId, { days: 7 })).toMatchObject({ appId, days: [] });
  });

  it('finds devices, topics and messages, and says why', async () => {
    const { client, clientOf } = at;
    const appId = newAppId();
    const token = `${appId}:${'t'.repeat(40)}`;
    await clientOf(undefined).registerDevice({ token, platform: 'android' });
    const [device] = (await client.findDevices({ token })).items;
    expect(device).toMatchObject({ token, platform: 'android', connected: false });
    expect(await client.getDevice(device!.id)).toMatchObject({ topics: [], messages: [] });
    expect(await client.findTopics({ q: appId })).toEqual({ items: [] });
    expect(await client.getTopic(appId)).toMatchObject({ subscribers: { devices: 0 }, joined: [] });
    expect(await client.countAudience({ token })).toEqual({ devices: 1, isExact: true });
    const many = await client.countAddressees({ tokens: [token, 'unknown'] });
    expect(many).toEqual({ devices: 1, isExact: true });
    const { id } = (await client.findMessages({ topic: 'news', limit: 1 })).items[0]!;
    expect(await client.getMessage(id)).toMatchObject({ id, to: '/topics/news' });
    const trace = await client.traceMessage(id, device!.id);
    // It was sent before this device was there.
    expect(trace).toMatchObject({ addressed: 'registered-later', message: { to: '/topics/news' } });
    expect(await client.unregisterDevice(device!.id)).toEqual({ id: device!.id });
    await expectRefusal(client.getDevice(device!.id), 'device-not-found');
    await client.registerVersion(foreignRegistrationOf(appId, '1.0.0'));
    const host = { platform: 'ios', hostVersion: '1.0.0' } as const;
    expect(await client.explainChoice(appId, host)).toMatchObject({ appId, verdicts: [] });
  });

  it('manages publishers, what is theirs, and the names that mini-apps have', async () => {
    const { client } = at;
    const appId = newAppId();
    const id = appId.split('.').at(-1)!;
    const name = `Publisher ${id}`;
    expect(await client.createPublisher({ id, name })).toMatchObject({ id, name, apps: 0 });
    await expectRefusal(client.createPublisher({ id, name }), 'publisher-exists');
    const renamed = await client.renamePublisher(id, { name: `${name} Ltd` });
    expect(await client.getPublisher(id)).toEqual(renamed);
    expect((await client.listPublishers({ limit: 100 })).items).toContainEqual(renamed);
    expect(await client.assignApp(appId, id)).toEqual({
      appId,
      publisher: { id, name: `${name} Ltd` },
    });
    expect((await client.trustPublisher(id)).trust.state).toBe('trusted');
    expect((await client.distrustPublisher(id)).trust.state).toBe('none');
    const other = newAppId();
    const registration = foreignRegistrationOf(other, '1.0.0', { name });
    await expectRefusal(client.registerVersion(registration), 'name-taken');
    expect(await client.allowName(other, { name })).toEqual({ appId: other, name });
    expect((await client.registerVersion(registration)).name).toBe(name);
  });

  it('submits a version, decides about it, and says whether that is needed', async () => {
    const { client, upload } = at;
    const [appId, id] = [newAppId(), `p${randomBytes(5).toString('hex')}`];
    await upload(appId, '1.0.0');
    await client.registerVersion(registrationOf(appId, '1.0.0'));
    await client.createPublisher({ id, name: `Publisher ${id}` });
    await client.assignApp(appId, id);
    expect(await client.getReviewPolicy()).toEqual({ required: false });
    expect(await client.setReviewPolicy({ required: false })).toEqual({ required: false });
    expect(await client.setPublisherReview(id, true)).toMatchObject({ reviewRequired: true });
    await expectRefusal(client.releaseVersion(appId, '1.0.0'), 'review-required');
    await expectRefusal(client.getReview(appId, '1.0.0'), 'review-not-found');
    const review = await client.submitVersion(appId, '1.0.0', { notes: 'The first' });
    expect(review).toMatchObject({ state: 'submitted', submission: 1 });
    const waiting = await client.listReviews({ state: 'submitted', limit: 100 });
    expect(waiting.items).toContainEqual(review);
    const { changes } = await client.getReview(appId, '1.0.0');
    expect(changes.platforms.map(({ platform }) => platform)).toContain('ios');
    const decided = { decision: 'approved', submission: 1 } as const;
    expect((await client.decideReview(appId, '1.0.0', decided)).state).toBe('approved');
    const other = { decision: 'rejected', reasons: 'No', submission: 1 } as const;
    await expectRefusal(client.decideReview(appId, '1.0.0', other), 'review-conflict');
    expect((await client.releaseVersion(appId, '1.0.0')).status).toBe('released');
  });

  it('lists crashes by their place, and reads one', async () => {
    const { client, clientOf, upload } = at;
    const appId = newAppId();
    await upload(appId, '1.0.0');
    await client.registerVersion(registrationOf(appId, '1.0.0'));
    await clientOf(undefined).reportVersion(appId, {
      version: '1.0.0',
      platform: 'web',
      hostVersion: '1.0.0',
      installId: 'install-1',
      kind: 'crashed',
      message: 'No total',
      stack: 'Error: No total\n    at showOrder (App.js:1:20)',
    });
    const { items } = await client.listCrashes({ appId, version: '1.0.0', limit: 5 });
    expect(items).toMatchObject([{ appId, message: 'No total', count: 1 }]);
    const crash = await client.getCrash(appId, items[0]!.place, { version: '1.0.0' });
    expect(crash.stack).toMatchObject({ mapping: 'no-maps', frames: [{}] });
    await expectRefusal(client.getCrash(appId, '0'.repeat(32)), 'crash-not-found');
  });

  it('manages the keys that back ends send with', async () => {
    const { client } = at;
    const { key, ...issued } = await client.issueServerKey({ name: 'Shop', scopes: ['send'] });
    expect(key).toContain(issued.id);
    expect((await client.listServerKeys({ limit: 100 })).items).toContainEqual(issued);
    const rotated = await client.rotateServerKey(issued.id, { overlapSeconds: 60 });
    expect(rotated.id).toBe(issued.id);
    expect(rotated.key).not.toBe(key);
    expect(await client.revokeServerKey(issued.id)).toHaveProperty('revokedAt');

    const content = { notification: { title: 'Sale' } };
    const saved = await client.savePushTemplate('Sale', { content });
    expect((await client.listPushTemplates()).items).toContainEqual(saved);
    await expectRefusal(
      client.savePushTemplate('Sale', { content: { ...content, data: {} }, from: null }),
      'template-conflict',
    );
    expect(await client.deletePushTemplate('Sale')).toEqual(saved);
  });

  it('fills the collections of a mini-app, and says where it is and how it is isolated', async () => {
    const { client, origin } = at;
    const appId = newAppId();
    await client.registerVersion(foreignRegistrationOf(appId, '1.0.0'));
    const documents = [{ id: '1', title: 'First' }];
    expect(await client.replaceCollection(appId, 'items', { documents })).toMatchObject({
      documents: 1,
      private: false,
    });
    await client.putDocument(appId, 'items', { id: '2', title: 'Second' });
    const many = { documents: [{ id: '2', title: 'Other' }], seen: [] };
    await expectRefusal(client.putDocuments(appId, 'items', many), 'document-conflict');
    const again = { documents: [{ id: '2', title: 'Second' }] };
    const put = { added: [], changed: [], unchanged: 1 };
    expect(await client.putDocuments(appId, 'items', again)).toEqual(put);
    const { path } = await client.setPath(appId, `p${appId.split('.').at(-1)!.slice(1)}`);
    expect(await (await fetch(`${origin}/${path}/items`)).json()).toHaveLength(2);
    await client.deleteDocument(appId, 'items', '2');
    expect(await client.readCollection(appId, 'items')).toEqual(documents);
    await client.setCollectionPrivate(appId, 'items', true);
    expect(await client.listCollections(appId)).toMatchObject([{ name: 'items', private: true }]);
    const owner = 'o'.repeat(43);
    await client.putDocument(appId, 'items', { id: '3' }, { owner });
    expect(await client.readOwners(appId, 'items')).toEqual({ 3: owner });
    await client.deleteCollection(appId, 'items');
    await expectRefusal(client.readCollection(appId, 'items'), 'collection-not-found');
    await client.stateDigests(appId, '1.0.0', DIGESTS);
    expect((await client.setIsolation(appId, 'realm')).isolation).toBe('realm');
    const { trust } = await client.distrustVersion(appId, '1.0.0');
    expect(trust).toMatchObject({ state: 'none', by: 'root' });
    const reviewed = await client.trustVersion(appId, '1.0.0', { reason: 'Reviewed' });
    expect(reviewed).toMatchObject({ isolation: 'realm', trust: { reason: 'Reviewed' } });
    expect((await client.setUpstream(appId, null)).upstream).toBeUndefined();
    expect(await client.readUpstream(appId)).toEqual({ state: 'none' });
    await expectRefusal(client.setUpstream(appId, 'https://127.0.0.1'), 'upstream-not-allowed');
    expect((await client.readConfig()).cdnUrl).toBe('http://localhost:8080/cdn');
  });

  it('sends what hosts see, and reads what was counted of it', async () => {
    const { client, clientOf } = at;
    const appId = newAppId();
    await client.registerVersion(foreignRegistrationOf(appId, '1.0.0'));
    const host = clientOf(undefined);
    const event = {
      id: `event-${appId.slice(-20)}`,
      appId,
      version: '1.0.0',
      name: 'home',
      at: new Date().toISOString(),
      installId: 'i1',
    };
    const events = [
      { ...event, type: 'screen' as const },
      { ...event, id: `${event.id}2`, type: 'track' as const, name: 'bought' },
    ];
    expect((await host.sendEvents(events)).counted).toBe(2);
    expect((await host.sendEvents(events)).repeated).toBe(2);
    expect((await client.countScreens(appId)).items).toMatchObject([{ name: 'home', count: 1 }]);
    expect((await client.countEvents(appId)).items).toMatchObject([{ name: 'bought', count: 1 }]);
    await host.reportVersion(appId, {
      version: '1.0.0',
      platform: 'ios',
      hostVersion: '1.0.0',
      installId: 'i1',
      kind: 'hung',
    });
    const { days, failures } = await client.readReports(appId, '1.0.0');
    expect([days, failures]).toMatchObject([[{ hung: 1 }], [{ kind: 'hung', count: 1 }]]);
  });

  it('manages the keys of publishers', async () => {
    const { client } = at;
    const appId = newAppId();
    const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
    const key = await client.registerKey({ appId, name: 'CI', publicKey });
    await expectRefusal(client.registerKey({ appId, name: 'CI', publicKey }), 'key-exists');
    expect(await client.listKeys({ appId })).toEqual({ items: [key] });
    expect(await client.revokeKey(appId, key.id)).toHaveProperty('revokedAt');
  });

  it('does a thing once, however often it is said under one Idempotency-Key', async () => {
    const { client } = at;
    const request = { name: 'Once', scopes: ['read' as const], expiresInSeconds: 60 };
    const options = { idempotencyKey: `once-${engine.name}` };
    const first = await client.issueToken(request, options);
    expect(await client.issueToken(request, options)).toEqual(first);
    const other = client.issueToken({ ...request, name: 'Other' }, options);
    await expectRefusal(other, 'idempotency-key-reused');
  });

  it('tells what is wrong in a body, field by field, and the id of the request', async () => {
    const registration = registrationOf(newAppId(), '1.0.0', { version: '1.0' });
    const error = await expectRefusal(at.client.registerVersion(registration), 'invalid-body');
    expect(error.errors).toMatchObject([{ pointer: '/version' }]);
    expect(error.requestId).toMatch(/^[\w-]{8,64}$/);
    expect(error.retryable).toBe(false);
  });

  it('makes an account, signs in, stays signed in, asks for a mini-app, and deletes the account', async () => {
    let accessToken: string | undefined;
    const person = at.personClient(() => accessToken);
    const email = `${newAppId()}@example.com`;
    const password = 'correct horse battery staple';
    const me = (await person.createAccount({ email, password, name: 'Ann' })) as Me;
    expect(await person.createAccount({ email, password, name: 'Ann' })).toEqual(me);
    await expectRefusal(person.signIn({ email, password: 'wrong' }), 'credentials-wrong');
    await expectRefusal(person.readMe(), 'unauthorized');

    const first = await person.signIn({ email, password });
    const second = await person.signIn({ email, password });
    const refreshed = await person.refreshSession({ refreshToken: second.refreshToken! });
    ({ accessToken } = refreshed);
    expect(await person.readMe()).toEqual(me);
    expect(await person.changeMe({ name: 'Ann Archer' })).toEqual({ ...me, name: 'Ann Archer' });
    const { items } = await person.listSessions();
    expect(items.map(({ id }) => id).toSorted()).toEqual(
      [first.sessionId, second.sessionId].toSorted(),
    );
    expect(await person.endSession(first.sessionId)).toEqual({ id: first.sessionId });
    expect(await person.endOtherSessions()).toEqual({ ended: 0 });

    const appId = newAppId();
    await at.upload(appId, '1.0.0');
    const registration = registrationOf(appId, '1.0.0', { permissions: ['user'] });
    await at.client.registerVersion(registration);
    await at.client.releaseVersion(appId, '1.0.0', {});
    await expectRefusal(person.fetchAppToken(appId), 'consent-missing');
    const granted = await person.answerConsent(appId, 'user', { state: 'granted' });
    expect(await person.listConsents()).toEqual({ items: [granted] });
    const { user } = await person.fetchAppToken(appId);
    expect(user).toEqual({ openId: expect.any(String) as string, name: 'Ann Archer' });
    expect(await person.exportMe()).toMatchObject({ account: [{ email }] });
    expect(await at.client.findPerson({ openId: user.openId, appId })).toEqual({ id: me.id });
    expect(await at.client.exportPerson(me.id)).toMatchObject({ account: [{ email }] });
    expect(await person.forgetConsents(appId)).toEqual({ appId });

    const newPassword = 'four other words entirely';
    await person.changePassword({ currentPassword: password, newPassword });
    expect(await person.signOut()).toEqual({ id: second.sessionId });
    ({ accessToken } = await person.signIn({ email, password: newPassword }));
    expect(await person.deleteMe({ password: newPassword })).toEqual({ id: me.id });
    await expectRefusal(person.readMe(), 'session-ended');
    const other = (await person.createAccount({ email, password, name: 'Ann' })) as Me;
    expect(await at.client.deletePerson(other.id)).toEqual({ id: other.id });
  });

  it('sets a new password with the link of an operator; other links need mail', async () => {
    let accessToken: string | undefined;
    const person = at.personClient(() => accessToken);
    const email = `${newAppId()}@example.com`;
    const password = 'correct horse battery staple';
    await person.createAccount({ email, password, name: 'Ann' });
    ({ accessToken } = await person.signIn({ email, password }));
    const madeUp = `hal_${'a'.repeat(43)}`;
    await expectRefusal(person.requestPasswordReset({ email }), 'mail-not-configured');
    await expectRefusal(person.changeEmail({ email, password }), 'mail-not-configured');
    await expectRefusal(person.verifyEmail(), 'mail-not-configured');
    await expectRefusal(person.confirmAccount({ token: madeUp, password }), 'link-invalid');
    await expectRefusal(person.confirmEmail({ token: madeUp }), 'link-invalid');

    const { url } = await at.client.createResetLink({ email });
    const newPassword = 'four other words entirely';
    const token = url.split('#')[1]!;
    expect(await person.resetPassword({ token, newPassword })).toEqual({ email });
    await expectRefusal(person.readMe(), 'session-ended');
    ({ accessToken } = await person.signIn({ email, password: newPassword }));
  });

  it('registers a device push token, for the person whose session it is', async () => {
    const device = { token: `token-of-a-phone-${newAppId()}`, platform: 'ios' };
    const registered = await at.client.registerDevice(device);
    expect(registered).toMatchObject({ deviceId: expect.any(String) as string, topics: [] });
    expect(at.sent).toContain('POST /devices/register');

    let accessToken: string | undefined;
    const person = at.personClient(() => accessToken);
    const account = { email: `${newAppId()}@example.com`, password: 'four words of a person' };
    await person.createAccount({ ...account, name: 'Ada' });
    ({ accessToken } = await person.signIn(account));
    await person.registerDevice({ token: `another-${device.token}`, platform: 'symbian' });
    expect(JSON.stringify(await person.exportMe())).toContain('"symbian"');
  });

  it('has tokens signed with a new key', async () => {
    expect(await at.client.replaceSigningKey()).toEqual({ keyId: expect.any(String) as string });
  });

  it('has used every endpoint that there is', () => {
    const unused = at.server.routes
      .filter(({ url, method }) => url.startsWith('/v1/') && !isHeadOfGet(at, url, method))
      // What devices ask: @host/push speaks with those.
      .filter(({ url }) => !/^\/v1\/(push|inbox)(\/|$)/.test(url))
      // What browsers send by themselves.
      .filter(({ url }) => url !== '/v1/csp-reports')
      .filter(({ url, method }) => {
        const pattern = new RegExp(`^${String(method)} ${url.replaceAll(/:\w+/g, '[^/]+')}$`);
        return !at.sent.some((request) => pattern.test(request));
      });
    expect(unused.map(({ url, method }) => `${String(method)} ${url}`)).toEqual([]);
  });
});

describe('the client', () => {
  it('streams a large file from the disk, and tells how far it is', async () => {
    const at = await startServer();
    const folder = await mkdtemp(join(tmpdir(), 'api-client-'));
    try {
      const appId = newAppId();
      const zip = randomBytes(20_000_000);
      const path = join(folder, 'ios.zip');
      await writeFile(path, zip);
      const told: number[] = [];
      const upload = at.client.uploadArtifact({
        appId,
        version: '1.0.0',
        file: 'ios.zip',
        body: await openAsBlob(path),
        size: zip.length,
        sha256: sha256Of(zip),
        onProgress: ({ sentBytes }) => told.push(sentBytes),
      });
      // All of it arrived: the digest was right, and only then it was looked into.
      await expectRefusal(upload, 'artifact-corrupt');
      expect(told.length).toBeGreaterThan(50);
      expect(told).toEqual(told.toSorted((a, b) => a - b));
      expect(told.at(-1)).toBe(zip.length);
    } finally {
      await rm(folder, { recursive: true });
      await at.server.close();
    }
  });

  it('hears why a large upload is refused in the middle', async () => {
    const at = await startServer();
    const appId = newAppId();
    await at.upload(appId, '1.0.0');
    await at.client.registerVersion(registrationOf(appId, '1.0.0'));
    const body = randomBytes(30_000_000);
    const call = at.client.uploadArtifact({
      appId,
      version: '1.0.0',
      file: 'ios.zip',
      body,
      size: body.length,
      sha256: sha256Of(body),
      onProgress: () => undefined,
    });
    await expectRefusal(call, 'artifact-exists');
    await at.server.close();
  });

  it('is told by a server that has had enough how long to stay away', async () => {
    const at = await startServer({ config: { rateLimits: { perAddress: 2, perToken: 1e6 } } });
    await at.client.listTokens();
    await at.client.listTokens();
    const error = await expectRefusal(at.client.listTokens(), 'rate-limited');
    expect(error.retryable).toBe(true);
    expect(error.retryAfterSeconds).toBeGreaterThan(0);
    await at.server.close();
  });
});

/** GET routes answer HEAD by themselves; only one has a HEAD of its own. */
function isHeadOfGet({ server }: ListeningServer, url: string, method: unknown): boolean {
  return (
    method === 'HEAD' &&
    !url.includes('/artifacts/') &&
    server.routes.some((route) => route.url === url && route.method === 'GET')
  );
}
