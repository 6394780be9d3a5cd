import { expect } from 'vitest';

import { personReference } from '../people/personal-data/personReference.ts';
import { personOn } from '../people/testing/personOn.ts';
import { signInTo } from '../operations/console/testing/signInTo.ts';
import { ADMIN_TOKEN, type TestServer, uploadsOf } from './createTestServer.ts';
import { type ForeignCdn, foreignRegistrationOf } from './startForeignCdn.ts';
import { vouchFor } from './vouchFor.ts';

const ADMIN = '/v1/admin/mini-programs';
const RELEASED = { release: {} };
// RFC 8032, 7.1, test 1.
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const KEY_ID = '21fe31dfa154a261';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Digests as an admin states them. */
export const DIGESTS = {
  ios: { sha256: 'a'.repeat(64), size: 1000 },
  android: { sha256: 'b'.repeat(64), size: 2000 },
};

/** An action of the admin API. */
export interface AdminAction {
  /** Method and pattern, as the server has it. */
  route: string;
  /** Prepares a mini-app so that the action can be performed once; returns the request and the expected audit entry. */
  prepare: (appId: string) => Promise<{
    path: string;
    body?: object | Buffer;
    action: string;
    target: string;
    details: object;
  }>;
}

/** Every action of the admin API. `server` does not trust the CDN; the action is for one that does. */
export function adminActions(server: () => TestServer, cdn: () => ForeignCdn): AdminAction[] {
  const versionPath = (appId: string) => `${ADMIN}/${appId}/versions/1.0.0`;
  return [
    {
      route: 'POST /v1/admin/mini-programs',
      prepare: async (appId) => ({
        path: ADMIN,
        body: foreignRegistrationOf(appId, '1.0.0'),
        action: 'version.register',
        target: `${appId}@1.0.0`,
        details: { verified: false, platforms: {} },
      }),
    },
    {
      route: 'POST /v1/admin/mini-programs/:appId/versions/:version/verify',
      prepare: async (appId) => {
        await cdn().publish(appId, '1.0.0');
        await server().post(ADMIN, foreignRegistrationOf(appId, '1.0.0', { origin: cdn().origin }));
        const platforms = { ios: expect.any(Object), android: expect.any(Object) };
        return {
          path: `${versionPath(appId)}/verify`,
          action: 'version.verify',
          target: `${appId}@1.0.0`,
          details: { platforms },
        };
      },
    },
    {
      route: 'POST /v1/admin/mini-programs/:appId/versions/:version/digests',
      prepare: async (appId) => {
        await server().post(ADMIN, foreignRegistrationOf(appId, '1.0.0'));
        return {
          path: `${versionPath(appId)}/digests`,
          body: DIGESTS,
          action: 'version.state-digests',
          target: `${appId}@1.0.0`,
          details: {
            platforms: {
              ios: expect.objectContaining(DIGESTS.ios),
              android: expect.objectContaining(DIGESTS.android),
            },
          },
        };
      },
    },
    {
      route: 'POST /v1/admin/mini-programs/:appId/versions/:version/release',
      prepare: async (appId) => {
        await vouchFor(server(), appId, '1.0.0');
        const share = { percentage: 12.5, cohorts: ['beta'] };
        return {
          path: `${versionPath(appId)}/release`,
          body: share,
          action: 'version.release',
          target: `${appId}@1.0.0`,
          details: { from: 'registered', to: 'released', ...share },
        };
      },
    },
    {
      route: 'POST /v1/admin/mini-programs/:appId/versions/:version/schedule',
      prepare: async (appId) => {
        await vouchFor(server(), appId, '1.0.0');
        const body = { at: new Date(Date.now() + 3_600_000).toISOString(), percentage: 10 };
        return {
          path: `${versionPath(appId)}/schedule`,
          body,
          action: 'version.schedule',
          target: `${appId}@1.0.0`,
          details: { ...body, cohorts: [] },
        };
      },
    },
    {
      route: 'DELETE /v1/admin/mini-programs/:appId/versions/:version/schedule',
      prepare: async (appId) => {
        await vouchFor(server(), appId, '1.0.0');
        const at = new Date(Date.now() + 3_600_000).toISOString();
        const path = `${versionPath(appId)}/schedule`;
        await server().post(path, { at });
        return { path, action: 'version.unschedule', target: `${appId}@1.0.0`, details: { at } };
      },
    },
    ...(['pause', 'withdraw'] as const).map((name): AdminAction => ({
      route: `POST /v1/admin/mini-programs/:appId/versions/:version/${name}`,
      prepare: async (appId) => {
        await vouchFor(server(), appId, '1.0.0', RELEASED);
        const to = { pause: 'paused', withdraw: 'withdrawn' }[name];
        const reason = 'Crashes on start';
        return {
          path: `${versionPath(appId)}/${name}`,
          body: { reason },
          action: `version.${name}`,
          target: `${appId}@1.0.0`,
          details: { from: 'released', to, percentage: 100, cohorts: [], reason },
        };
      },
    })),
    {
      route: 'POST /v1/admin/mini-programs/:appId/rollback',
      prepare: async (appId) => {
        await vouchFor(server(), appId, '1.0.0', RELEASED);
        await vouchFor(server(), appId, '2.0.0', RELEASED);
        return {
          path: `${ADMIN}/${appId}/rollback`,
          body: { reason: 'Slow' },
          action: 'mini-program.rollback',
          target: appId,
          details: { to: '1.0.0', paused: ['2.0.0'], reason: 'Slow' },
        };
      },
    },
    ...(['suspend', 'resume'] as const).map((name): AdminAction => ({
      route: `POST /v1/admin/mini-programs/:appId/${name}`,
      prepare: async (appId) => {
        await vouchFor(server(), appId, '1.0.0');
        return {
          path: `${ADMIN}/${appId}/${name}`,
          body: { reason: 'Review' },
          action: `mini-program.${name}`,
          target: appId,
          details: { reason: 'Review' },
        };
      },
    })),
    ...trustActions(server),
    ...reviewActions(server),
    ...publisherActions(server),
    ...settingActions(server),
    ...dataActions(server),
    {
      route: 'POST /v1/admin/tokens',
      prepare: async (appId) => ({
        path: '/v1/admin/tokens',
        body: { name: `CI of ${appId}`, scopes: ['read'], apps: [appId], expiresInSeconds: 60 },
        action: 'token.issue',
        target: `CI of ${appId}`,
        details: {
          id: expect.stringMatching(/^[a-z0-9]{26}$/),
          scopes: ['read'],
          apps: [appId],
          expiresAt: expect.any(String),
        },
      }),
    },
    {
      route: 'POST /v1/admin/tokens/:id/rotate',
      prepare: async () => {
        const { id, name } = await server().issue({ scopes: ['read'] });
        return {
          path: `/v1/admin/tokens/${id}/rotate`,
          body: { overlapSeconds: 60 },
          action: 'token.rotate',
          target: id,
          details: { name, previousEndsAt: expect.any(String) },
        };
      },
    },
    {
      route: 'DELETE /v1/admin/tokens/:id',
      prepare: async () => {
        const { id, name } = await server().issue({ scopes: ['read'] });
        const path = `/v1/admin/tokens/${id}`;
        return { path, action: 'token.revoke', target: id, details: { name } };
      },
    },
    {
      route: 'DELETE /v1/admin/console-sessions/:id',
      prepare: async () => {
        const { session } = await signInTo(server(), { token: ADMIN_TOKEN });
        const path = `/v1/admin/console-sessions/${session.id}`;
        const details = { actor: 'root' };
        return { path, action: 'console-session.end', target: session.id, details };
      },
    },
    {
      route: 'DELETE /v1/admin/devices/:id',
      prepare: async (appId) => {
        const payload = { token: `${appId}:${'t'.repeat(40)}`, platform: 'android' };
        const sent = await server().send('POST', '/devices/register', {
          payload,
          token: undefined,
        });
        const { deviceId } = sent.json<{ deviceId: string }>();
        const path = `/v1/admin/devices/${deviceId}`;
        const details = { platform: 'android' };
        return { path, action: 'device.unregister', target: deviceId, details };
      },
    },
    {
      route: 'DELETE /v1/admin/people/:id',
      prepare: async () => {
        const { me } = await personOn(server());
        const target = personReference(me.id);
        return { path: `/v1/admin/people/${me.id}`, action: 'person.delete', target, details: {} };
      },
    },
    {
      route: 'POST /v1/admin/people/reset-link',
      prepare: async () => {
        const { me } = await personOn(server());
        return {
          path: '/v1/admin/people/reset-link',
          body: { email: me.email! },
          action: 'person.reset-link',
          target: personReference(me.id),
          details: {},
        };
      },
    },
    {
      route: 'POST /v1/admin/signing-keys',
      prepare: async () => ({
        path: '/v1/admin/signing-keys',
        body: {},
        action: 'signing-keys.replace',
        target: 'signing-keys',
        details: { keyId: expect.any(String), revokes: false },
      }),
    },
    {
      route: 'POST /v1/admin/server-keys',
      prepare: async (appId) => ({
        path: '/v1/admin/server-keys',
        body: { name: `Back end of ${appId}`, scopes: ['send'], apps: [appId] },
        action: 'server-key.issue',
        target: `Back end of ${appId}`,
        details: {
          id: expect.stringMatching(/^[a-z0-9]{26}$/),
          scopes: ['send'],
          apps: [appId],
        },
      }),
    },
    {
      route: 'POST /v1/admin/server-keys/:id/rotate',
      prepare: async () => {
        const key = { name: 'Shop', scopes: ['send'] };
        const { id } = (await server().post('/v1/admin/server-keys', key)).json<{ id: string }>();
        return {
          path: `/v1/admin/server-keys/${id}/rotate`,
          body: { overlapSeconds: 60 },
          action: 'server-key.rotate',
          target: id,
          details: { name: 'Shop', previousEndsAt: expect.any(String) },
        };
      },
    },
    {
      route: 'DELETE /v1/admin/server-keys/:id',
      prepare: async () => {
        const body = { name: 'Shop', scopes: ['send'] };
        const { id } = (await server().post('/v1/admin/server-keys', body)).json<{ id: string }>();
        const path = `/v1/admin/server-keys/${id}`;
        return { path, action: 'server-key.revoke', target: id, details: { name: 'Shop' } };
      },
    },
    {
      route: 'PUT /v1/admin/push-templates/:name',
      prepare: async (appId) => ({
        path: `/v1/admin/push-templates/Sale?appId=${appId}`,
        body: { content: { notification: { title: 'Sale' } } },
        action: 'template.save',
        target: `${appId}/Sale`,
        details: { isNew: true },
      }),
    },
    {
      route: 'DELETE /v1/admin/push-templates/:name',
      prepare: async (appId) => {
        const path = `/v1/admin/push-templates/Old?appId=${appId}`;
        await server().send('PUT', path, { payload: { content: {} } });
        return { path, action: 'template.delete', target: `${appId}/Old`, details: {} };
      },
    },
    {
      route: 'POST /v1/admin/keys',
      prepare: async (appId) => ({
        path: '/v1/admin/keys',
        body: { appId, name: 'CI', publicKey: PUBLIC_KEY },
        action: 'key.register',
        target: `${appId}/${KEY_ID}`,
        details: { name: 'CI', publicKey: PUBLIC_KEY },
      }),
    },
    {
      route: 'DELETE /v1/admin/keys/:appId/:id',
      prepare: async (appId) => {
        await server().post('/v1/admin/keys', { appId, name: 'CI', publicKey: PUBLIC_KEY });
        const path = `/v1/admin/keys/${appId}/${KEY_ID}`;
        const target = `${appId}/${KEY_ID}`;
        return { path, action: 'key.revoke', target, details: { name: 'CI' } };
      },
    },
    {
      route: 'PUT /v1/admin/artifacts/:appId/:version/:file',
      prepare: async (appId) => {
        const [[, body]] = (await uploadsOf(appId, '1.0.0')) as [[string, Buffer]];
        return {
          path: `/v1/admin/artifacts/${appId}/1.0.0/ios.zip`,
          body,
          action: 'artifact.upload',
          target: `mini-apps/${appId}/1.0.0/ios.zip`,
          details: expect.objectContaining({ size: body.length }),
        };
      },
    },
    {
      route: 'PUT /v1/admin/icons/:file',
      prepare: async (appId) => ({
        path: `/v1/admin/icons/${appId}.png`,
        body: PNG,
        action: 'icon.upload',
        target: `${appId}.png`,
        details: expect.objectContaining({ size: PNG.length }),
      }),
    },
  ];
}

function settingActions(server: () => TestServer): AdminAction[] {
  const settings: [string, (appId: string) => object][] = [
    ['path', (appId) => ({ path: `p${appId.split('.').at(-1)!.slice(1)}` })],
    ['isolation', () => ({ isolation: 'realm' })],
    ['upstream', () => ({ url: null })],
  ];
  return settings.map(([name, bodyOf]) => ({
    route: `PUT /v1/admin/mini-programs/:appId/${name}`,
    prepare: async (appId) => {
      await vouchFor(server(), appId, '1.0.0');
      const body = bodyOf(appId);
      const path = `${ADMIN}/${appId}/${name}`;
      return { path, body, action: `mini-program.${name}`, target: appId, details: body };
    },
  }));
}

function trustActions(server: () => TestServer): AdminAction[] {
  const actions = [
    ['PUT', 'trust.give', { reason: 'Reviewed' }],
    ['DELETE', 'trust.take', undefined],
  ] as const;
  return actions.map(([method, action, body]) => ({
    route: `${method} /v1/admin/mini-programs/:appId/versions/:version/trust`,
    prepare: async (appId) => {
      await vouchFor(server(), appId, '1.0.0');
      return {
        path: `${ADMIN}/${appId}/versions/1.0.0/trust`,
        ...(body && { body }),
        action,
        target: `${appId}@1.0.0`,
        details: body ?? {},
      };
    },
  }));
}

function reviewActions(server: () => TestServer): AdminAction[] {
  const one = '/v1/admin/mini-programs/:appId/versions/:version/review';
  const at = (appId: string) => `${ADMIN}/${appId}/versions/1.0.0/review`;
  return [
    {
      route: `POST ${one}`,
      prepare: async (appId) => {
        await vouchFor(server(), appId, '1.0.0');
        return {
          path: at(appId),
          body: { notes: 'New: a list' },
          action: 'review.submit',
          target: `${appId}@1.0.0`,
          details: { submission: 1, notes: 'New: a list' },
        };
      },
    },
    {
      route: `POST ${one}/decision`,
      prepare: async (appId) => {
        await vouchFor(server(), appId, '1.0.0');
        await server().post(at(appId), {});
        return {
          path: `${at(appId)}/decision`,
          body: { decision: 'rejected', reasons: 'It asks for too much.', submission: 1 },
          action: 'review.decide',
          target: `${appId}@1.0.0`,
          details: {
            submission: 1,
            from: 'submitted',
            to: 'rejected',
            reasons: 'It asks for too much.',
          },
        };
      },
    },
    {
      route: 'PUT /v1/admin/review-policy',
      prepare: async () => ({
        path: '/v1/admin/review-policy',
        body: { required: false },
        action: 'review-policy.change',
        target: 'platform',
        details: { required: false },
      }),
    },
  ];
}

function publisherActions(server: () => TestServer): AdminAction[] {
  const idOf = (appId: string) => appId.split('.').at(-1)!;
  const made = async (appId: string) => {
    const id = idOf(appId);
    await server().post('/v1/admin/publishers', { id, name: `Publisher ${id}` });
    return id;
  };
  const one = '/v1/admin/publishers/:publisherId';
  return [
    {
      route: 'POST /v1/admin/publishers',
      prepare: async (appId) => ({
        path: '/v1/admin/publishers',
        body: { id: idOf(appId), name: `Publisher ${idOf(appId)}` },
        action: 'publisher.create',
        target: idOf(appId),
        details: { name: `Publisher ${idOf(appId)}` },
      }),
    },
    {
      route: `PUT ${one}`,
      prepare: async (appId) => {
        const target = await made(appId);
        const body = { name: `Renamed ${target}` };
        const path = `/v1/admin/publishers/${target}`;
        return { path, body, action: 'publisher.rename', target, details: body };
      },
    },
    {
      route: `PUT ${one}/trust`,
      prepare: async (appId) => {
        const id = await made(appId);
        await vouchFor(server(), appId, '1.0.0', { permissions: ['storage'] });
        await server().send('PUT', `${ADMIN}/${appId}/publisher`, { payload: { publisher: id } });
        return {
          path: `/v1/admin/publishers/${id}/trust`,
          body: { reason: 'Reviewed' },
          action: 'trust.give',
          target: `publisher/${id}`,
          details: { trusted: { [appId]: ['storage'] }, reason: 'Reviewed' },
        };
      },
    },
    {
      route: `DELETE ${one}/trust`,
      prepare: async (appId) => {
        const id = await made(appId);
        const path = `/v1/admin/publishers/${id}/trust`;
        return { path, action: 'trust.take', target: `publisher/${id}`, details: {} };
      },
    },
    {
      route: `PUT ${one}/review`,
      prepare: async (appId) => {
        const target = await made(appId);
        const body = { required: true };
        const path = `/v1/admin/publishers/${target}/review`;
        return { path, body, action: 'publisher.review', target, details: body };
      },
    },
    {
      route: 'PUT /v1/admin/mini-programs/:appId/publisher',
      prepare: async (appId) => {
        const body = { publisher: await made(appId) };
        const path = `${ADMIN}/${appId}/publisher`;
        return { path, body, action: 'mini-program.publisher', target: appId, details: body };
      },
    },
    {
      route: 'PUT /v1/admin/mini-programs/:appId/names',
      prepare: async (appId) => {
        const body = { name: `Shop ${idOf(appId)}`, reason: 'Both are theirs' };
        const path = `${ADMIN}/${appId}/names`;
        return { path, body, action: 'name.allow', target: appId, details: body };
      },
    },
  ];
}

function dataActions(server: () => TestServer): AdminAction[] {
  const first = { id: '1', title: 'First' };
  const actions: [string, string, string, object, object][] = [
    ['PUT', '', 'collection.replace', { documents: [] }, { documents: 0, private: false }],
    ['PUT', '/access', 'collection.access', { private: true }, { private: true }],
    ['PUT', '/documents/:id', 'document.put', first, { id: '1' }],
    [
      'PUT',
      '/documents',
      'documents.put',
      { documents: [{ id: '2' }] },
      { added: 1, changed: 0, ids: ['2'] },
    ],
    ['DELETE', '/documents/:id', 'document.delete', {}, { id: '1' }],
    ['DELETE', '', 'collection.delete', {}, { documents: 1 }],
  ];
  return actions.map(([method, place, action, body, details]) => ({
    route: `${method} /v1/admin/mini-programs/:appId/collections/:collection${place}`,
    prepare: async (appId) => {
      await vouchFor(server(), appId, '1.0.0');
      const collection = `${ADMIN}/${appId}/collections/items`;
      await server().send('PUT', collection, { payload: { documents: [first] } });
      return {
        path: `${collection}${place.replace(':id', '1')}`,
        ...(method === 'PUT' && { body }),
        action,
        target: `${appId}/items${place.includes(':id') ? '/1' : ''}`,
        details,
      };
    },
  }));
}
