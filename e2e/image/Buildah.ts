import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const MAX_SAID_BYTES = 64 * 1024 * 1024;

/** What an image says of itself. */
export interface ImageConfig {
  architecture: string;
  config: {
    Env: string[];
    User: string;
    Entrypoint: string[];
    Volumes: object;
    StopSignal: string;
    Healthcheck: { Test: string[] };
  };
}

/** Images in a folder of their own, of which nothing is left in the end. */
export class Buildah {
  readonly folder: string;
  readonly #program: string;
  readonly #driver: string;

  private constructor(program: string, folder: string, driver: string) {
    this.#program = program;
    this.folder = folder;
    this.#driver = driver;
  }

  static async open(program: string): Promise<Buildah> {
    const folder = await mkdtemp(join(tmpdir(), 'image-'));
    const layered = new Buildah(program, folder, 'overlay');
    // Where this machine is a container itself, layers may not lie upon layers: each is copied whole, then.
    return layered.run('info').then(
      () => layered,
      () => new Buildah(program, folder, 'vfs'),
    );
  }

  /** Runs a command of it; resolves to what it printed. */
  async run(...args: readonly string[]): Promise<string> {
    const { folder } = this;
    const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
    const all = [...storage, '--storage-driver', this.#driver, ...args];
    return (await run(this.#program, all, { cwd: ROOT, maxBuffer: MAX_SAID_BYTES })).stdout.trim();
  }

  /** Makes an image of a root, which is for an architecture as images name it. */
  async commit(
    root: string,
    name: string,
    { arch, env = {} }: { arch: string; env?: Record<string, string> },
  ): Promise<void> {
    const container = await this.run('from', 'scratch');
    await this.run('add', '--quiet', container, root, '/');
    const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    await this.run('config', '--arch', arch, ...settings, container);
    await this.run('commit', '--quiet', '--format', 'docker', '--rm', container, name);
  }

  /** The files of an image, and what it says of itself. */
  async mount(name: string): Promise<{ root: string; image: ImageConfig }> {
    const container = await this.run('from', '--pull-never', name);
    const root = await this.run('mount', container);
    const { Docker } = JSON.parse(await this.run('inspect', container)) as { Docker: ImageConfig };
    return { root, image: Docker };
  }

  async close(): Promise<void> {
    await this.run('rm', '--all').catch(() => undefined);
    // A driver mounts its own folder upon itself.
    await run('umount', [join(this.folder, 'storage', this.#driver)]).catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}
