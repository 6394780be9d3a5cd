import { resolve } from 'node:path';

import type { Config } from './config/Config.types.ts';
import { ConfigError } from './errors/ConfigError.ts';
import { finishRotation, rotateSecret } from './storage/data-folder/rotateSecret.ts';

const SECRETS = {
  'admin-token': { variable: 'ADMIN_TOKEN', setting: 'adminToken' },
  'server-key': { variable: 'SERVER_KEY', setting: 'serverKey' },
  'people-secret': { variable: 'PEOPLE_SECRET', setting: 'peopleSecret' },
} as const;

const ROTATE_HELP = `rotate <admin-token|server-key|people-secret> [--finish]

Changes a secret that this server made for itself in DATA_DIR.
  1. rotate <secret>            makes a new one; restart the server: the old one and the new one are accepted
  2. give the new one to those who use it
  3. rotate <secret> --finish   forgets the old one; restart the server: the old one is refused
A secret that is set by the environment is changed there, with <NAME>_PREVIOUS. The key that signs tokens is changed with
POST /v1/admin/signing-keys. See docs/secrets.md.
`;

/** Runs the command `rotate`; gives back what to say to the operator. */
export async function rotate(
  readConfig: () => Pick<Config, 'dataDir' | keyof Config['previous']>,
  args: readonly string[],
): Promise<string> {
  const [name = '', ...options] = args;
  if (args.includes('--help')) return ROTATE_HELP;
  const secret = SECRETS[name as keyof typeof SECRETS];
  const unknown = options.filter((option) => option !== '--finish');
  if (!secret || unknown.length > 0)
    throw new ConfigError([`rotate: use it like this\n\n${ROTATE_HELP}`]);
  const config = readConfig();
  if (config[secret.setting] !== undefined) {
    throw new ConfigError([
      `${secret.variable} is set by the environment: set it to the new secret and ${secret.variable}_PREVIOUS to the old one, restart, and take ${secret.variable}_PREVIOUS away when nobody uses it`,
    ]);
  }
  const folder = resolve(config.dataDir);
  if (options.includes('--finish')) {
    await finishRotation(folder, name);
    return `Restart the server: from then on the old ${name} is refused.\n`;
  }
  await rotateSecret(folder, name);
  return `${folder}/${name} is new. Restart the server: it accepts the old one, too, until you run rotate ${name} --finish and restart.\n`;
}
