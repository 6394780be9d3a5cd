import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const CLUSTER_CONFIG_FOLDER = '/etc/postgresql-common';

/** Installs Debian's PostgreSQL where this process may do so. Resolves to the reason when it could not. */
export async function installPostgres(): Promise<string | undefined> {
  if (!(await succeeds('apt-get', ['--version'], 10_000))) return 'there is no apt-get here';
  if (process.getuid?.() !== 0) return 'only root may install it';

  console.log('PostgreSQL is not here; installing it with apt-get …');
  await keepDebianFromStartingOne();
  // The package lists of a fresh container are empty, elsewhere they are mostly there: ask for them only after a failure.
  if (await install()) return undefined;
  await succeeds('apt-get', ['-q', 'update'], 180_000);
  if (await install()) return undefined;
  return '`apt-get install postgresql` failed';
}

function install(): Promise<boolean> {
  const options = ['-o', 'DPkg::Lock::Timeout=60', '-o', 'Dpkg::Options::=--force-confold'];
  return succeeds(
    'apt-get',
    ['-q', '-y', ...options, 'install', '--no-install-recommends', '--no-upgrade', 'postgresql'],
    600_000,
  );
}

// The package would set up a cluster of its own and start it as a service. Nothing here uses it.
async function keepDebianFromStartingOne(): Promise<void> {
  await mkdir(CLUSTER_CONFIG_FOLDER, { recursive: true });
  await writeFile(
    `${CLUSTER_CONFIG_FOLDER}/createcluster.conf`,
    'create_main_cluster = false\n',
    { flag: 'wx' }, // an administrator's own file stays as it is
  ).catch(() => undefined);
}

async function succeeds(command: string, args: string[], timeout: number): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' };
  const running = promisify(execFile)(command, args, { env, timeout, maxBuffer: 64 * 1024 * 1024 });
  running.child.stdin?.end();
  return running.then(
    () => true,
    () => false,
  );
}
