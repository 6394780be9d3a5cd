import { join, resolve } from 'node:path';

import type { Config } from '../config/Config.types.ts';

/** The secrets that a server generates, each with the variable that can set it instead. */
export const KEPT_SECRETS = {
  'admin-token': 'ADMIN_TOKEN',
  'server-key': 'SERVER_KEY',
  'people-secret': 'PEOPLE_SECRET',
  'vapid-key': 'VAPID_PRIVATE_KEY',
} as const;

/** Where a configuration keeps its data. */
export interface DataPlaces {
  folder: string;
  database: { url: string } | { path: string };
  objectsUrl: string;
}

export function dataPlaces(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'objectsUrl'>,
): DataPlaces {
  const folder = resolve(config.dataDir);
  return {
    folder,
    database: config.databaseUrl ? { url: config.databaseUrl } : { path: join(folder, 'host.db') },
    objectsUrl: config.objectsUrl ?? `file:${join(folder, 'objects')}`,
  };
}
