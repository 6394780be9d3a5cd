import {
  type TestServer,
  createTestServer,
  foreignRegistrationOf,
  newAppId,
} from '@host/server/testing';

/** A platform with a hostile publisher and a victim. */
export interface Bed {
  server: TestServer;
  /** The hostile publisher: all that a publisher’s token can have. */
  mallory: Party;
  victim: Party;
  /** A mini-app without an owner, registered by an operator. */
  nobodys: string;
  /** The app of the operator, whose back end has a key of its own. */
  hostApp: string;
}

interface Party {
  publisher: string;
  token: string;
  /** Released, and in a frame. */
  appId: string;
  name: string;
}

export async function createBed(): Promise<Bed> {
  const server = await createTestServer();
  const nobodys = newAppId();
  await release(server, nobodys, 'Plain');
  const hostApp = newAppId();
  const key = { name: 'Host', scopes: ['send'], apps: [hostApp] };
  await demand(server.post('/v1/admin/server-keys', key));
  return {
    server,
    hostApp,
    mallory: await createParty(server, 'mallory', 'Fun Games'),
    victim: await createParty(server, 'bank', 'City Bank'),
    nobodys,
  };
}

async function createParty(server: TestServer, publisher: string, name: string): Promise<Party> {
  await demand(server.post('/v1/admin/publishers', { id: publisher, name: `${name} Ltd` }));
  const { token } = await server.issue({
    scopes: ['publish', 'release', 'push', 'data', 'read'],
    publisher,
  });
  const appId = newAppId();
  await release(server, appId, name, token);
  return { publisher, token, appId, name };
}

/** Registers and releases another version of the hostile publisher’s mini-app. */
export function releaseVersion({ server, mallory }: Bed, version: string): Promise<void> {
  return release(server, mallory.appId, mallory.name, mallory.token, version);
}

/** Registers another mini-app of the hostile publisher. */
export function registerAs({ server, mallory }: Bed, appId: string): Promise<void> {
  const registration = foreignRegistrationOf(appId, '1.0.0', { name: 'More Games' });
  return demand(server.post('/v1/admin/mini-programs', registration, { token: mallory.token }));
}

/** Registers and releases a version, whose digests are stated. */
async function release(
  server: TestServer,
  appId: string,
  name: string,
  token?: string,
  version = '1.0.0',
) {
  const as = token === undefined ? {} : { token };
  const at = `/v1/admin/mini-programs/${appId}/versions/${version}`;
  const registration = foreignRegistrationOf(appId, version, { name });
  await demand(server.post('/v1/admin/mini-programs', registration, as));
  const archive = { sha256: 'a'.repeat(64), size: 1000 };
  // An operator vouches for what the server has not seen.
  await demand(server.post(`${at}/digests`, { ios: archive, android: archive }));
  await demand(server.post(`${at}/release`, {}, as));
}

async function demand(response: ReturnType<TestServer['post']>): Promise<void> {
  const { statusCode, body } = await response;
  if (statusCode >= 300) throw new Error(body);
}
