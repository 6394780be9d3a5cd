import { readFileSync } from 'node:fs';

import { parseApnsKey } from '../push/transports/apns/parseApnsKey.ts';
import { parseServiceAccount } from '../push/transports/fcm/parseServiceAccount.ts';
import type { PushServices } from '../push/transports/PushServices.types.ts';
import { vapidKeysFrom } from '../push/transports/webpush/vapidKeys.ts';
import type { EnvironmentReader } from './EnvironmentReader.ts';

const FCM_URL = 'https://fcm.googleapis.com';
const ENVIRONMENTS = ['production', 'sandbox'] as const;

/** Reads one group of variables for each service that brings push messages to devices. */
export function readPushServices(env: EnvironmentReader, baseUrl: string): PushServices {
  return {
    fcm: readFcm(env),
    apns: readApns(env),
    webPush: {
      keys: readSecret(env, 'VAPID_PRIVATE_KEY', vapidKeysFrom, 'a key of 32 bytes in base64url'),
      subject: env.check('VAPID_SUBJECT', subjectProblem) ?? subjectOf(baseUrl),
      listedOrigins: env.origins('WEB_PUSH_ORIGINS'),
    },
  };
}

function readFcm(env: EnvironmentReader): PushServices['fcm'] {
  const origin = env.address('FCM_URL', FCM_URL);
  const expected = 'the JSON of a service account, as the Firebase console gives it';
  const account = readSecret(env, 'FCM_SERVICE_ACCOUNT', parseServiceAccount, expected);
  return account && { account, origin };
}

function readApns(env: EnvironmentReader): PushServices['apns'] {
  const expected = 'the text of a .p8 file, as the Apple developer site gives it';
  const privateKey = readSecret(env, 'APNS_KEY', parseApnsKey, expected);
  const keyId = env.check('APNS_KEY_ID', tenCharactersProblem);
  const teamId = env.check('APNS_TEAM_ID', tenCharactersProblem);
  const topic = env.check('APNS_TOPIC', topicProblem);
  const environment = env.oneOf('APNS_ENVIRONMENT', ENVIRONMENTS, 'production');
  const url = env.address('APNS_URL', '');
  const isKeySet = ['APNS_KEY', 'APNS_KEY_FILE'].some((name) => env.text(name) !== undefined);
  const group = { APNS_KEY: isKeySet, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic };
  const missing = Object.entries(group).filter(([, value]) => !value);
  if (missing.length === Object.keys(group).length) return undefined;
  for (const [name] of missing) {
    env.problems.push(
      `${name} must be set as well: APNS_KEY, _KEY_ID, _TEAM_ID and _TOPIC are one`,
    );
  }
  if (!privateKey || !keyId || !teamId || !topic) return undefined;
  return {
    key: { privateKey, keyId, teamId },
    topic,
    environment: environment === 'sandbox' ? 'sandbox' : 'production',
    ...(url && { origins: { production: url, sandbox: url } }),
  };
}

/** Reads a secret from its variable, or from the file that the variable with `_FILE` at its end names. */
function readSecret<Parsed>(
  env: EnvironmentReader,
  name: string,
  parse: (text: string) => Parsed | undefined,
  expected: string,
): Parsed | undefined {
  let parsed: Parsed | undefined;
  const problemOf = (text: string) => {
    parsed = parse(text.trim());
    return parsed === undefined ? `must be ${expected}` : undefined;
  };
  if (env.check(name, problemOf) !== undefined) return parsed;
  env.check(`${name}_FILE`, (path) => {
    try {
      const problem = problemOf(readFileSync(path, 'utf8'));
      return problem && problem.replace('must be', 'must name a file with');
    } catch (error) {
      return `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`;
    }
  });
  return parsed;
}

function tenCharactersProblem(text: string): string | undefined {
  return /^[A-Z0-9]{10}$/.test(text) ? undefined : 'must be 10 capital letters and digits';
}

function topicProblem(text: string): string | undefined {
  const isBundleId = /^[A-Za-z0-9.-]{1,155}$/.test(text);
  return isBundleId ? undefined : 'must be the bundle id of the app, for example com.acme.host';
}

function subjectProblem(text: string): string | undefined {
  const isContact = /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text);
  return isContact ? undefined : 'must be mailto:… or https://…, where push services can write to';
}

function subjectOf(baseUrl: string): string {
  return baseUrl.startsWith('https://') ? baseUrl : 'mailto:push@localhost';
}
