import { resolve } from 'node:path';

import type { Config } from '../config/Config.types.ts';
import { ConfigError } from '../errors/ConfigError.ts';
import { UsageError, unknownWord } from '../errors/UsageError.ts';
import { finishRotation, rotateSecret } from '../storage/data-folder/rotateSecret.ts';

const SECRETS = {
  'admin-token': { variable: 'ADMIN_TOKEN', setting: 'adminToken' },
  'server-key': { variable: 'SERVER_KEY', setting: 'serverKey' },
  'people-secret': { variable: 'PEOPLE_SECRET', setting: 'peopleSecret' },
} as const;
type SecretName = keyof typeof SECRETS;
const SECRET_NAMES = Object.keys(SECRETS);
const FINISH = '--finish';

const ROTATE_HELP = `rotate <admin-token|server-key|people-secret> [--finish]

Changes a secret that this server made for itself in DATA_DIR.
  1. rotate <secret>            makes a new one; restart the server: the old one and the new one are accepted
  2. give the new one to those who use it
  3. rotate <secret> --finish   forgets the old one; restart the server: the old one is refused
A secret that is set by the environment is changed there, with <NAME>_PREVIOUS. The key that signs tokens is changed with
POST /v1/admin/signing-keys. See docs/secrets.md.
`;

/** Runs the command `rotate`. Returns the message for the operator. */
export async function rotate(
  readConfig: () => Pick<Config, 'dataDir' | keyof Config['previous']>,
  args: readonly string[],
): Promise<string> {
  if (args.includes('--help') || args.includes('-h')) return ROTATE_HELP;
  const { name, isFinish } = readArguments(args);
  const secret = SECRETS[name];
  const config = readConfig();
  if (config[secret.setting] !== undefined) {
    throw new ConfigError([
      `${secret.variable} is set by the environment: set it to the new secret and ${secret.variable}_PREVIOUS to the old one, restart, and take ${secret.variable}_PREVIOUS away when nobody uses it`,
    ]);
  }
  const folder = resolve(config.dataDir);
  if (isFinish) {
    await finishRotation(folder, name);
    return `Restart the server: from then on the old ${name} is refused.\n`;
  }
  await rotateSecret(folder, name);
  return `${folder}/${name} is new. Restart the server: it accepts the old one, too, until you run rotate ${name} --finish and restart.\n`;
}

function readArguments(args: readonly string[]): { name: SecretName; isFinish: boolean } {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const [name, ...rest] = args.filter((arg) => !arg.startsWith('-'));
  const flag = flags.find((each) => each !== FINISH);
  if (flag !== undefined) throw wrongUse(unknownWord('rotate', 'option', flag, [FINISH, '--help']));
  if (name === undefined) {
    throw wrongUse(`rotate: which secret? It is one of ${SECRET_NAMES.join(', ')}.`);
  }
  if (!isSecret(name)) throw wrongUse(unknownWord('rotate', 'secret', name, SECRET_NAMES));
  if (rest.length > 0) {
    throw wrongUse(`rotate: "${rest[0]}" is too much: one secret is changed at a time.`);
  }
  return { name, isFinish: flags.length > 0 };
}

function isSecret(name: string): name is SecretName {
  return Object.hasOwn(SECRETS, name);
}

function wrongUse(problem: string): UsageError {
  return new UsageError(problem, ROTATE_HELP);
}
