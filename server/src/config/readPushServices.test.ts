import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ConfigError } from '../errors/ConfigError.ts';
import { readConfig } from './readConfig.ts';

const pem = (key: ReturnType<typeof generateKeyPairSync>['privateKey']) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsa = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
const p256 = pem(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey);
const p384 = pem(generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey);
const VAPID = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const ACCOUNT = {
  type: 'service_account',
  project_id: 'acme-host',
  private_key_id: '0123',
  private_key: rsa,
  client_email: 'push@acme-host.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
  client_id: '1',
};
const APNS = {
  APNS_KEY: p256,
  APNS_KEY_ID: 'ABC123DEFG',
  APNS_TEAM_ID: 'DEF123GHIJ',
  APNS_TOPIC: 'com.acme.host',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'push-services-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the services that push goes over', () => {
  it('are read from their groups of variables', () => {
    const { push } = readConfig({
      ...APNS,
      APNS_ENVIRONMENT: 'sandbox',
      FCM_SERVICE_ACCOUNT: JSON.stringify(ACCOUNT),
      VAPID_PRIVATE_KEY: VAPID,
      VAPID_SUBJECT: 'mailto:push@acme.example',
      WEB_PUSH_ORIGINS: 'http://127.0.0.1:9000',
    });
    expect(push).toMatchObject({
      fcm: {
        account: {
          projectId: 'acme-host',
          clientEmail: ACCOUNT.client_email,
          privateKeyId: '0123',
          tokenUrl: ACCOUNT.token_uri,
        },
        origin: 'https://fcm.googleapis.com',
      },
      apns: {
        key: { keyId: 'ABC123DEFG', teamId: 'DEF123GHIJ' },
        topic: 'com.acme.host',
        environment: 'sandbox',
      },
      webPush: {
        keys: { publicKey: expect.stringMatching(/^B[\w-]{86}$/) as string },
        subject: 'mailto:push@acme.example',
        listedOrigins: ['http://127.0.0.1:9000'],
      },
    });
  });

  it('take their secrets from files', async () => {
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const { APNS_KEY, ...others } = APNS;
    const { push } = readConfig({
      ...others,
      APNS_KEY_FILE: await file('key.p8', APNS_KEY),
      FCM_SERVICE_ACCOUNT_FILE: await file('account.json', JSON.stringify(ACCOUNT)),
      VAPID_PRIVATE_KEY_FILE: await file('vapid', `${VAPID}\n`),
    });
    expect(push.apns?.key.privateKey.asymmetricKeyType).toBe('ec');
    expect(push.fcm?.account.privateKey.asymmetricKeyType).toBe('rsa');
    expect(push.webPush.keys?.publicKey).toMatch(/^B/);
  });

  it('take a key whose line breaks became two characters', () => {
    const APNS_KEY = p256.replaceAll('\n', String.raw`\n`);
    expect(readConfig({ ...APNS, APNS_KEY }).push.apns).toBeDefined();
  });

  it.each(['APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'])(
    'name %s when it is missing beside the others',
    (name) => {
      expect(problemsOf({ ...APNS, [name]: '' })).toEqual([
        expect.stringMatching(new RegExp(`^${name} must be set as well`)),
      ]);
    },
  );

  it.each([
    ['APNS_KEY', ['nonsense', rsa, p384]],
    ['APNS_KEY_ID', ['short', 'abc123defg', 'ABC123DEFG1']],
    ['APNS_TEAM_ID', ['DEF-23GHIJ']],
    ['APNS_TOPIC', ['com.acme host', 'com.acme\nx']],
    ['APNS_ENVIRONMENT', ['development']],
    ['APNS_URL', ['api.push.apple.com']],
    ['APNS_KEY_FILE', ['/nowhere/at/all.p8']],
  ])('name %s when it does not fit', (name, values) => {
    for (const value of values) {
      const base = name === 'APNS_KEY_FILE' ? { ...APNS, APNS_KEY: '' } : APNS;
      const problems = problemsOf({ ...base, [name]: value });
      expect(problems[0]).toMatch(new RegExp(`^${name} `));
    }
  });

  it.each([
    ['no JSON', 'nonsense'],
    ['another kind of account', JSON.stringify({ ...ACCOUNT, type: 'authorized_user' })],
    ['a key of another kind', JSON.stringify({ ...ACCOUNT, private_key: p256 })],
    ['no key', JSON.stringify({ ...ACCOUNT, private_key: 'x' })],
    ['a token address without TLS', JSON.stringify({ ...ACCOUNT, token_uri: 'http://x.example' })],
  ])('refuse a service account that is %s', (_, text) => {
    expect(problemsOf({ FCM_SERVICE_ACCOUNT: text })).toEqual([
      'FCM_SERVICE_ACCOUNT must be the JSON of a service account, as the Firebase console gives it',
    ]);
  });

  it.each([
    { VAPID_PRIVATE_KEY: 'short' },
    { VAPID_SUBJECT: 'push@acme.example' },
    { VAPID_SUBJECT: 'http://acme.example' },
    { WEB_PUSH_ORIGINS: '127.0.0.1' },
    { FCM_URL: 'x' },
  ])('refuse %j', (environment) => {
    expect(problemsOf(environment)).toHaveLength(1);
  });

  it('never show a secret in a problem', () => {
    const secret = 'hunter2hunter2hunter2';
    const problems = problemsOf({
      APNS_KEY: secret,
      FCM_SERVICE_ACCOUNT: JSON.stringify({ ...ACCOUNT, private_key: secret }),
      VAPID_PRIVATE_KEY: secret,
    });
    expect(problems.length).toBeGreaterThanOrEqual(3);
    expect(problems.join('\n')).not.toContain(secret);
  });
});

function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
