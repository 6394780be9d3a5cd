import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { KeyPair } from '../keys/createKeyPair.ts';
import { loadKey } from '../keys/loadKey.ts';
import type { Context } from '../terminal/Context.types.ts';
import { configFolder } from './configFolder.ts';

/** Where the key of a mini-app is kept unless told otherwise. */
export function keyFile(env: NodeJS.ProcessEnv, appId: string): string {
  return join(configFolder(env), 'keys', `${appId}.pem`);
}

/** The key to sign with: the one of `--key`, of MINIAPP_KEY, or of the config folder; none when there is none. */
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
