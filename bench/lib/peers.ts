import { execFile } from 'node:child_process';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The Debian package of each required program or module. */
const PACKAGES = {
  wrk: 'wrk',
  nginx: 'nginx-light',
  gcc: 'gcc',
  'ngx_nchan_module.so': 'libnginx-mod-nchan',
  'nats-server': 'nats-server',
  mosquitto: 'mosquitto',
  'redis-server': 'redis-server',
} as const;

type Peer = keyof typeof PACKAGES;

const USUAL_FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/lib/nginx/modules'];
const POLICY = '/usr/sbin/policy-rc.d';

/** Makes sure that the programs to measure with and against are installed; installs Debian's if this process may. */
export async function providePeers(
  peers: readonly Peer[],
  log: (line: string) => void,
): Promise<void> {
  const missing = (await absent(peers)).map((peer) => PACKAGES[peer]);
  if (missing.length === 0) return;
  const command = `apt-get install ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !(await find('apt-get'))) {
    throw new Error(`The benchmarks need ${missing.join(' and ')}. As root on Debian: ${command}`);
  }
  log(command);
  await keepServicesDown(async () => {
    // Package lists are usually missing only in fresh containers, so they are updated only after a failure.
    if (await install(missing)) return;
    await succeeds('apt-get', ['-q', 'update']);
    await install(missing);
  });
  if ((await absent(peers)).length > 0) throw new Error(`\`${command}\` failed.`);
}

/** The path of a peer's program. Debian installs servers in folders that are not on every PATH. */
export async function find(program: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...USUAL_FOLDERS];
  for (const folder of folders) {
    const path = join(folder, program);
    const isThere = await access(path, constants.R_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** The versions of the peers, `wrk 4.1.0, nginx 1.22.1`. */
export async function peerVersions(): Promise<string> {
  // Both print the version to stderr, and wrk also exits with an error status.
  const print = async (program: string) => {
    const { stdout, stderr } = await promisify(execFile)(program, ['-v']).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    return stdout + stderr;
  };
  const [wrk, nginx] = [await print('wrk'), await print((await find('nginx'))!)];
  return [
    `wrk ${/(\d+\.\d+\.\d+)/.exec(wrk)?.[1]}`,
    `nginx ${/nginx\/(\S+)/.exec(nginx)?.[1]}`,
  ].join(', ');
}

/** The versions of Debian's packages, `redis-server 7.0.15, mosquitto 2.0.11`. */
export async function packageVersions(peers: readonly Peer[]): Promise<string> {
  const versions = peers.map(async (peer) => {
    const name = PACKAGES[peer];
    const { stdout } = await promisify(execFile)('dpkg-query', ['-W', '-f', '${Version}', name]);
    return `${name} ${/^(?:\d+:)?([\d.]+)/.exec(stdout)?.[1]}`;
  });
  return (await Promise.all(versions)).join(', ');
}

async function absent(peers: readonly Peer[]): Promise<Peer[]> {
  const found = await Promise.all(peers.map(find));
  return peers.filter((_, index) => found[index] === undefined);
}

// By default Debian starts installed servers, nginx on port 80 of every address. An administrator's own policy is kept.
async function keepServicesDown(work: () => Promise<void>): Promise<void> {
  const isOurs = await writeFile(POLICY, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 }).then(
    () => true,
    () => false,
  );
  try {
    await work();
  } finally {
    if (isOurs) await rm(POLICY, { force: true });
  }
}

function install(packages: readonly string[]): Promise<boolean> {
  const options = ['-o', 'DPkg::Lock::Timeout=60', '--no-install-recommends', '--no-upgrade'];
  return succeeds('apt-get', ['-q', '-y', ...options, 'install', ...packages]);
}

async function succeeds(command: string, args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const running = promisify(execFile)(command, args, { env, timeout: 600_000 });
  running.child.stdin?.end();
  return running.then(
    () => true,
    () => false,
  );
}
