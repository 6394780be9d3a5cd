import { execFile } from 'node:child_process';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Debian's packages by the program that is wanted of them. */
const PACKAGES = { wrk: 'wrk', nginx: 'nginx-light' } as const;

type Peer = keyof typeof PACKAGES;

const POLICY = '/usr/sbin/policy-rc.d';

/** Makes sure that programs are there to measure with and against: installs Debian's where this process may. */
export async function providePeers(log: (line: string) => void): Promise<void> {
  const missing = (await absent()).map((peer) => PACKAGES[peer]);
  if (missing.length === 0) return;
  const command = `apt-get install ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !(await find('apt-get'))) {
    throw new Error(`The benchmarks need ${missing.join(' and ')}. As root on Debian: ${command}`);
  }
  log(command);
  await keepServicesDown(async () => {
    // The package lists of a fresh container are empty, elsewhere they are mostly there: ask for them only after a failure.
    if (await install(missing)) return;
    await succeeds('apt-get', ['-q', 'update']);
    await install(missing);
  });
  if ((await absent()).length > 0) throw new Error(`\`${command}\` failed.`);
}

/** Where a peer's program lies. Debian keeps servers in folders that not every PATH has. */
export async function find(program: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];
  for (const folder of folders) {
    const path = join(folder, program);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** The versions of the peers, `wrk 4.1.0, nginx 1.22.1`. */
export async function peerVersions(): Promise<string> {
  // Neither prints it where one would look, and wrk also ends as if asking were an error.
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

async function absent(): Promise<Peer[]> {
  const peers = Object.keys(PACKAGES) as Peer[];
  const found = await Promise.all(peers.map(find));
  return peers.filter((_, index) => found[index] === undefined);
}

// Debian would start its nginx on port 80 of every address. The policy of an administrator stays as it is.
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
