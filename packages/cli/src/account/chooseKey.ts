import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { KeyPair } from '../keys/createKeyPair.ts';
import { loadKey } from '../keys/loadKey.ts';
import type { Context } from '../terminal/Context.types.ts';
import { configFolder } from './configFolder.ts';

/** The default file of a mini-app's key. */
export function keyFile(env: NodeJS.ProcessEnv, appId: string): string {
  return join(configFolder(env), 'keys', `${appId}.pem`);
}

/** The key to sign with: from `--key`, MINIAPP_KEY, or the config folder; undefined if there is none. */
export async function chooseKey(
  { env, cwd }: Pick<Context, 'env' | 'cwd'>,
  appId: string,
  given: string | undefined,
): Promise<KeyPair | undefined> {
  const named = given ?? env['MINIAPP_KEY'];
  if (named) return loadKey(resolve(cwd, named));
  const file = keyFile(env, appId);
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  return isThere ? loadKey(file) : undefined;
}
