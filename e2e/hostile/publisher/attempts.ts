import type { ErrorCode } from '@host/contracts';
import { foreignRegistrationOf, newAppId, type TestServer } from '@host/server/testing';

import type { Bed } from './Bed.ts';

/** An attack with a publisher's valid token, and how it must be refused. */
export interface Attempt {
  what: string;
  request(bed: Bed): {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    path: string;
    body?: object | Buffer;
    headers?: Record<string, string>;
  };
  /** How it is refused. */
  refused: ErrorCode;
}

const ADMIN = '/v1/admin';
const programs = (appId: string) => `${ADMIN}/mini-programs/${appId}`;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The list is open for additions: each is sent with the token of `bed.mallory`, and must not change anything. */
export const ATTEMPTS: readonly Attempt[] = [
  // More trust than an operator gave.
  {
    what: 'letting its mini-app run in the realm of hosts',
    request: ({ mallory }) => ({
      method: 'PUT',
      path: `${programs(mallory.appId)}/isolation`,
      body: { isolation: 'realm' },
    }),
    refused: 'scope-missing',
  },
  {
    what: 'trusting its own version',
    request: ({ mallory }) => ({
      method: 'PUT',
      path: `${programs(mallory.appId)}/versions/1.0.0/trust`,
      body: {},
    }),
    refused: 'scope-missing',
  },
  {
    what: 'trusting itself',
    request: ({ mallory }) => ({
      method: 'PUT',
      path: `${ADMIN}/publishers/${mallory.publisher}/trust`,
      body: {},
    }),
    refused: 'scope-missing',
  },
  {
    what: 'issuing itself a token with trust',
    request: () => ({
      method: 'POST',
      path: `${ADMIN}/tokens`,
      body: { name: 'Mine', scopes: ['trust'], expiresInSeconds: 60 },
    }),
    refused: 'scope-missing',
  },

  {
    what: 'vouching for archives of its own that the server has not seen',
    request: ({ mallory }) => ({
      method: 'POST',
      path: `${programs(mallory.appId)}/versions/1.0.0/digests`,
      body: {
        ios: { sha256: 'b'.repeat(64), size: 1 },
        android: { sha256: 'b'.repeat(64), size: 1 },
      },
    }),
    refused: 'scope-missing',
  },

  // What belongs to somebody else, or to nobody.
  ...(['victim', 'nobodys'] as const).flatMap((whose): Attempt[] => {
    const of = (bed: Bed) => (whose === 'victim' ? bed.victim.appId : bed.nobodys);
    const refused = 'app-not-allowed';
    return [
      {
        what: `registering a version of a mini-app of ${whose}`,
        request: (bed) => ({
          method: 'POST',
          path: `${ADMIN}/mini-programs`,
          body: foreignRegistrationOf(of(bed), '2.0.0'),
        }),
        refused,
      },
      {
        what: `uploading an archive of ${whose}`,
        request: (bed) => ({
          method: 'PUT',
          path: `${ADMIN}/artifacts/${of(bed)}/2.0.0/ios.zip`,
          body: Buffer.from('PK'),
        }),
        refused,
      },
      {
        what: `uploading an icon of ${whose}`,
        request: (bed) => ({ method: 'PUT', path: `${ADMIN}/icons/${of(bed)}.png`, body: PNG }),
        refused,
      },
      {
        what: `filling a collection of ${whose}`,
        request: (bed) => ({
          method: 'PUT',
          path: `${programs(of(bed))}/collections/items`,
          body: { documents: [{ id: '1' }] },
        }),
        refused,
      },
      {
        what: `leading the path of ${whose} to a back end of its own`,
        request: (bed) => ({
          method: 'PUT',
          path: `${programs(of(bed))}/upstream`,
          body: { url: 'https://mallory.example' },
        }),
        refused,
      },
      {
        what: `withdrawing a version of ${whose}`,
        request: (bed) => ({
          method: 'POST',
          path: `${programs(of(bed))}/versions/1.0.0/withdraw`,
          body: {},
        }),
        refused,
      },
      {
        what: `suspending a mini-app of ${whose}`,
        request: (bed) => ({ method: 'POST', path: `${programs(of(bed))}/suspend`, body: {} }),
        refused,
      },
      ...['', '/versions', '/collections', '/analytics/screens'].map((place): Attempt => ({
        what: `reading ${place || 'the settings'} of ${whose}`,
        request: (bed) => ({ method: 'GET', path: `${programs(of(bed))}${place}` }),
        refused,
      })),
      {
        what: `reading the keys of ${whose}`,
        request: (bed) => ({ method: 'GET', path: `${ADMIN}/keys?appId=${of(bed)}` }),
        refused,
      },
    ];
  }),
  {
    what: 'taking a mini-app over',
    request: ({ victim, mallory }) => ({
      method: 'PUT',
      path: `${programs(victim.appId)}/publisher`,
      body: { publisher: mallory.publisher },
    }),
    refused: 'scope-missing',
  },
  {
    what: 'taking the path of another mini-app',
    request: ({ victim, mallory }) => ({
      method: 'PUT',
      path: `${programs(mallory.appId)}/path`,
      body: { path: victim.appId.split('.').at(-1) },
    }),
    refused: 'path-taken',
  },
  {
    what: 'taking a path that the server needs',
    request: ({ mallory }) => ({
      method: 'PUT',
      path: `${programs(mallory.appId)}/path`,
      body: { path: 'v1' },
    }),
    refused: 'invalid-body',
  },

  // Impersonation.
  {
    what: 'registering a mini-app with the id of the host app',
    request: ({ hostApp }) => ({
      method: 'POST',
      path: `${ADMIN}/mini-programs`,
      body: foreignRegistrationOf(hostApp, '1.0.0', { permissions: ['push'] }),
    }),
    refused: 'operator-needed',
  },
  {
    what: 'uploading something with the id of the host app',
    request: ({ hostApp }) => ({
      method: 'PUT',
      path: `${ADMIN}/artifacts/${hostApp}/1.0.0/ios.zip`,
      body: Buffer.from('PK'),
    }),
    refused: 'operator-needed',
  },
  ...[
    ['the same name', 'City Bank'],
    ['another case', 'CITY BANK'],
    ['a digit for a letter', 'C1ty Bank'],
    ['two digits for letters', 'C1ty B4nk'],
    ['no space', 'CityBank'],
    ['full width', 'Ｃｉｔｙ Ｂａｎｋ'],
    ['the name of the publisher', 'City Bank Ltd.'],
  ].map(([what, name]): Attempt => ({
    what: `the name of another mini-app with ${what}`,
    request: () => ({
      method: 'POST',
      path: `${ADMIN}/mini-programs`,
      body: foreignRegistrationOf(newAppId(), '1.0.0', { name: name! }),
    }),
    refused: 'name-taken',
  })),
  ...[
    ['a Cyrillic letter', 'Сity Bank'],
    ['a character that nobody sees', 'City\u200b Bank'],
    ['text turned around', '\u202eknaB ytiC'],
    ['two spaces', 'City  Bank'],
  ].map(([what, name]): Attempt => ({
    what: `a name with ${what}`,
    request: () => ({
      method: 'POST',
      path: `${ADMIN}/mini-programs`,
      body: foreignRegistrationOf(newAppId(), '1.0.0', { name: name! }),
    }),
    refused: 'invalid-body',
  })),
  {
    what: 'allowing itself a name',
    request: ({ mallory, victim }) => ({
      method: 'PUT',
      path: `${programs(mallory.appId)}/names`,
      body: { name: victim.name },
    }),
    refused: 'scope-missing',
  },
  {
    what: 'calling itself like another publisher',
    request: ({ mallory }) => ({
      method: 'PUT',
      path: `${ADMIN}/publishers/${mallory.publisher}`,
      body: { name: 'City Bank Ltd', allowLookAlike: true },
    }),
    refused: 'scope-missing',
  },

  // Keys, secrets and what operators see.
  {
    what: 'registering a key for its own mini-app, past whoever guards it',
    request: ({ mallory }) => ({
      method: 'POST',
      path: `${ADMIN}/keys`,
      body: {
        appId: mallory.appId,
        name: 'Mine',
        publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      },
    }),
    refused: 'scope-missing',
  },
  {
    what: 'revoking a key of its own mini-app, so that nothing needs to be signed',
    request: ({ mallory }) => ({
      method: 'DELETE',
      path: `${ADMIN}/keys/${mallory.appId}/21fe31dfa154a261`,
    }),
    refused: 'scope-missing',
  },
  ...['audit', 'tokens', 'server-keys'].map((place): Attempt => ({
    what: `reading ${place}`,
    request: () => ({ method: 'GET', path: `${ADMIN}/${place}` }),
    refused: 'scope-missing',
  })),
  ...['', '/bank'].map((place): Attempt => ({
    what: `reading publishers${place}`,
    request: () => ({ method: 'GET', path: `${ADMIN}/publishers${place}` }),
    refused: 'app-not-allowed',
  })),

  // SSRF: requests into the internal network.
  ...[
    'http://127.0.0.1:8080',
    'https://127.0.0.1',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
  ].map((url): Attempt => ({
    what: `a back end at ${url}`,
    request: ({ mallory }) => ({
      method: 'PUT',
      path: `${programs(mallory.appId)}/upstream`,
      body: { url },
    }),
    refused: 'upstream-not-allowed',
  })),
];

/** Sends an attempt. */
export function send(bed: Bed, attempt: Attempt): ReturnType<TestServer['send']> {
  const { method, path, body, headers } = attempt.request(bed);
  const binary = Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {};
  return bed.server.send(method, path, {
    token: bed.mallory.token,
    headers: { ...binary, ...headers },
    ...(body && { payload: body }),
  });
}
