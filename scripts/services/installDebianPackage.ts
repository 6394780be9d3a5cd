import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Installs a Debian package if this process may do so. Resolves to the reason if it could not. */
export async function installDebianPackage(name: string): Promise<string | undefined> {
  if (!(await succeeds('apt-get', ['--version'], 10_000))) return 'there is no apt-get here';
  if (process.getuid?.() !== 0) return 'only root may install it';

  console.log(`${name} is not here; installing it with apt-get …`);
  // Package lists are usually missing only in fresh containers, so they are updated only after a failure.
  if (await install(name)) return undefined;
  await succeeds('apt-get', ['-q', 'update'], 180_000);
  if (await install(name)) return undefined;
  return `\`apt-get install ${name}\` failed`;
}

function install(name: string): Promise<boolean> {
  const options = ['-o', 'DPkg::Lock::Timeout=60', '-o', 'Dpkg::Options::=--force-confold'];
  return succeeds(
    'apt-get',
    ['-q', '-y', ...options, 'install', '--no-install-recommends', '--no-upgrade', name],
    600_000,
  );
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
