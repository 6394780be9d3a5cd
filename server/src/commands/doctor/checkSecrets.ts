import { lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Finding } from '@host/contracts';

import type { Config } from '../../config/Config.types.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../storage/privateModes.ts';
import { KEPT_SECRETS } from '../dataPlaces.ts';

const what = 'secrets';
const MIN_LENGTH = 24;
const MIN_DIFFERENT = 10;
const EXAMPLES = /change.?me|secret|password|example|admin|token|test|1234|qwert/i;
const MAKE_ONE =
  'Make another one: openssl rand -base64 32. docs/secrets.md says how to change it.';

/** Checks whether secrets can be guessed, or read by others on this machine. Findings never contain one. */
export async function checkSecrets(config: Config, folder: string): Promise<Finding[]> {
  const files = await readdir(folder).catch((): string[] => []);
  const kept = new Map<string, string>();
  const found: Finding[] = [];
  for (const name of Object.keys(KEPT_SECRETS).filter((each) => files.includes(each))) {
    const file = join(folder, name);
    found.push(...(await checkMode(file, PRIVATE_FILE)));
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) {
      const cure = 'Run this as the user of the server.';
      found.push({ what, status: 'warning', detail: `${file} cannot be read.`, cure });
    } else kept.set(name, text.trim());
  }
  if (files.length > 0) found.push(...(await checkMode(folder, PRIVATE_FOLDER)));

  const inUse: Record<string, string | undefined> = {
    ADMIN_TOKEN: config.adminToken ?? kept.get('admin-token'),
    SERVER_KEY: config.serverKey ?? kept.get('server-key'),
    PEOPLE_SECRET: config.peopleSecret ?? kept.get('people-secret'),
    METRICS_TOKEN: config.metricsToken,
  };
  const named = Object.entries(inUse).filter((entry): entry is [string, string] => !!entry[1]);
  for (const [name, secret] of named) {
    const weakness = weaknessOf(secret);
    if (weakness) {
      found.push({ what, status: 'warning', detail: `${name} ${weakness}.`, cure: MAKE_ONE });
    }
    const twin = named.find(([other, value]) => other > name && value === secret)?.[0];
    if (twin) {
      const detail = `${name} and ${twin} are the same: who has one has both.`;
      found.push({ what, status: 'failed', detail, cure: MAKE_ONE });
    }
  }
  if (found.length > 0) return found;
  return [
    { what, status: 'ok', detail: `${named.length} looked at: long enough, for the owner alone.` },
  ];
}

function weaknessOf(secret: string): string | undefined {
  if (secret.length < MIN_LENGTH) return `has ${secret.length} characters: that is short`;
  if (new Set(secret).size < MIN_DIFFERENT) return 'repeats few characters: it can be guessed';
  // A random secret of the usual length does not contain a word of several letters by chance.
  return EXAMPLES.test(secret) ? 'has a word in it: it can be guessed' : undefined;
}

async function checkMode(path: string, expected: number): Promise<Finding[]> {
  const { mode } = await lstat(path);
  if ((mode & 0o077) === 0) return [];
  return [
    {
      what,
      status: 'failed',
      detail: `${path} is for others as well (mode ${(mode & 0o777).toString(8)}).`,
      cure: `chmod ${expected.toString(8)} ${path}; change what others may have read.`,
    },
  ];
}
