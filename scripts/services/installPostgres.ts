import { mkdir, writeFile } from 'node:fs/promises';

import { installDebianPackage } from './installDebianPackage.ts';

const CLUSTER_CONFIG_FOLDER = '/etc/postgresql-common';

/** Installs Debian's PostgreSQL if this process may do so. Resolves to the reason if it could not. */
export async function installPostgres(): Promise<string | undefined> {
  if (process.getuid?.() === 0) await keepDebianFromStartingOne();
  return installDebianPackage('postgresql');
}

// By default the package creates a cluster and starts it as a service, which nothing here uses.
async function keepDebianFromStartingOne(): Promise<void> {
  await mkdir(CLUSTER_CONFIG_FOLDER, { recursive: true });
  await writeFile(
    `${CLUSTER_CONFIG_FOLDER}/createcluster.conf`,
    'create_main_cluster = false\n',
    { flag: 'wx' }, // an administrator's own file stays as it is
  ).catch(() => undefined);
}
