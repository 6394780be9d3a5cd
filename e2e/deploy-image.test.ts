import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { documentedBlock, withOwn } from '../scripts/build/documentedBlock.ts';
import { freePort } from '../scripts/build/freePort.mjs';
import { shellCommands } from '../scripts/build/shellCommands.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PATIENCE_MS = 10 * 60_000;
const run = promisify(execFile);
const buildah = inject('buildahPath');
const SECRETS = {
  ADMIN_TOKEN: 'an-admin-token-of-this-test',
  SERVER_KEY: 'a-server-key-of-this-test',
};

/** The root of a container with nothing in it that can be written to but its volume and /tmp. */
const START = `
mount --bind "$IMAGE" "$IMAGE"
mount -o remount,bind,ro "$IMAGE"
mount --bind "$DATA" "$IMAGE/data"
mount -t tmpfs none "$IMAGE/tmp"
exec chroot --userspec="$AS" "$IMAGE" "$@"
`;

interface ImageConfig {
  Env: string[];
  User: string;
  Entrypoint: string[];
  Volumes: object;
  StopSignal: string;
  Healthcheck: { Test: string[] };
}

/**
 * Base images cannot be had everywhere, so the last stage is built on one of this machine's own Node, and what the stage before
 * would hand to it is made here by the same script.
 */
describe.each(buildah === undefined ? [] : [buildah])(
  'the image, its last stage built by %s and started in a chroot',
  (program) => {
    let folder: string;
    let image: string;
    let data: string;
    let config: ImageConfig;
    const build = async (...args: string[]) => {
      const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
      const all = [...storage, '--storage-driver', 'vfs', ...args];
      const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
      return (await run(program, all, options)).stdout.trim();
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'image-'));
      await mkdir(join(folder, 'stage'));
      const assemble = await documentedBlock('docs/operating.md', 'sh', 'assemble-server.mjs');
      const here = withOwn(assemble, { '/opt/host-server': `'${join(folder, 'stage/app')}'` });
      await run('sh', ['-e', '-c', here], { cwd: ROOT });
      await makeBase(join(folder, 'base'));
      const scratch = await build('from', 'scratch');
      await build('add', '--quiet', scratch, join(folder, 'base'), '/');
      await build('commit', '--quiet', scratch, 'localhost/base');
      const settings = {
        '--isolation': 'chroot',
        '--format': 'docker',
        '--build-context': `build=${join(folder, 'stage')}`,
      };
      const [asked] = shellCommands(await documentedBlock('docs/operating.md', 'sh', 'podman'));
      // Both programs take the same words; what the page builds from is the whole repository.
      const [podman, command, ...words] = asked!;
      if (podman !== 'podman' || command !== 'build' || words.pop() !== '.') {
        throw new Error(
          `This builds something else than an image of the repository: ${asked!.join(' ')}`,
        );
      }
      const bases = ['BUILD_IMAGE', 'RUNTIME_IMAGE'].flatMap((name) => [
        '--build-arg',
        `${name}=localhost/base`,
      ]);
      const all = [...bases, ...Object.entries(settings).flat(), ...words];
      await build('build', ...all, join(folder, 'base'));
      const container = await build('from', 'localhost/host-server');
      image = await build('mount', container);
      const inspected = JSON.parse(await build('inspect', container)) as {
        Docker: { config: ImageConfig };
      };
      ({ config } = inspected.Docker);
      data = join(folder, 'data');
      await mkdir(data, { mode: 0o700 });
      await chown(data, 1000, 1000);
    }, PATIENCE_MS);
    afterAll(async () => {
      await build('unmount', '--all').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    });

    /** Starts a command of the image as it says itself, in mounts and with a root of its own. */
    function start(command: readonly string[], env: Record<string, string>) {
      return spawn('unshare', ['--mount', 'sh', '-ec', START, 'sh', ...command], {
        env: {
          PATH: process.env['PATH'],
          ...Object.fromEntries(config.Env.map((entry) => entry.split(/=(.*)/s).slice(0, 2))),
          IMAGE: image,
          DATA: data,
          AS: config.User,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    }

    it('is not for root, keeps its data in a volume, and says how it is looked after', () => {
      expect(config.User).toBe('1000:1000');
      expect(Object.keys(config.Volumes)).toEqual(['/data']);
      expect(config.Env).toContain('NODE_ENV=production');
      expect(config.StopSignal).toBe('SIGTERM');
      expect(config.Healthcheck.Test).toEqual(['CMD', 'node', '/app/bin/health.mjs']);
    });

    it(
      'starts as that user on a root that cannot be written to, is healthy, and ends when told',
      { timeout: PATIENCE_MS },
      async () => {
        const env = { ...SECRETS, PORT: String(await freePort()), HOST: '127.0.0.1' };
        const health = config.Healthcheck.Test.slice(1);
        const [unhealthy] = (await once(start(health, env), 'exit')) as [number];
        expect(unhealthy).toBe(1);

        const server = start(config.Entrypoint, env);
        let said = '';
        for (const stream of [server.stdout, server.stderr]) {
          stream.setEncoding('utf8').on('data', (text: string) => (said += text));
        }
        try {
          await vi.waitFor(
            async () => {
              expect(server.exitCode, said).toBeNull();
              expect((await fetch(`http://127.0.0.1:${env.PORT}/ready`)).status).toBe(200);
            },
            { timeout: 120_000, interval: 200 },
          );
          // What mini-apps are made with is in it, under the addresses that others know.
          const packages = await fetch(`http://127.0.0.1:${env.PORT}/npm/@host%2fcli`);
          expect(await packages.json()).toMatchObject({
            name: '@host/cli',
            'dist-tags': { latest: expect.any(String) as string },
          });
          const [healthy] = (await once(start(health, env), 'exit')) as [number];
          expect(healthy).toBe(0);
          // The commands are in it as well.
          const doctor = start([...config.Entrypoint, 'doctor', '--json'], env);
          let report = '';
          doctor.stdout.setEncoding('utf8').on('data', (text: string) => (report += text));
          await once(doctor, 'close');
          expect(report).toContain('"detail": "Written, read and deleted."');
        } finally {
          server.kill('SIGTERM');
        }
        const [code] = (await once(server, 'exit')) as [number];
        expect(code, said).toBe(0);
      },
    );
  },
);

/** The Node of this machine with the libraries it needs, and a shell. */
async function makeBase(base: string): Promise<void> {
  const node = await realpath(process.execPath);
  const shell = await realpath('/bin/sh');
  const copies = new Map([
    [node, '/usr/local/bin/node'],
    [shell, '/bin/sh'],
  ]);
  for (const program of [node, shell]) {
    const { stdout } = await run('ldd', [program]);
    for (const [library] of stdout.matchAll(/\/\S+/g)) copies.set(library, library);
  }
  for (const [from, to] of copies) {
    await mkdir(dirname(join(base, to)), { recursive: true });
    await copyFile(from, join(base, to));
  }
  for (const empty of ['tmp', 'data', 'etc']) await mkdir(join(base, empty), { recursive: true });
  await writeFile(join(base, 'etc/passwd'), 'node:x:1000:1000::/:/bin/sh\n');
}
