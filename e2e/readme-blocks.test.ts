import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freePort } from '../scripts/build/freePort.mjs';
import { PACKED_FOLDER, packPackages } from '../scripts/pack/packPackages.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PATIENCE_MS = 15 * 60_000;

/** The code of README.md that has this in it. */
async function blockWith(text: string): Promise<string> {
  const page = await readFile(join(ROOT, 'README.md'), 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
  const found = blocks.filter((block) => block.includes(text));
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** Code that runs in a shell as somebody pastes it, with its process group. */
function paste(block: string, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn('sh', ['-e', '-c', block], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // What vitest and its package manager tell their own children is not for these.
    env: { PATH: process.env['PATH'], HOME: homedir(), CI: '1', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return { child, said: () => said };
}

function untilSaid({ child, said }: ReturnType<typeof paste>, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => void (said().includes(text) && resolve());
    child.stdout.on('data', look);
    child.on('close', (code) => reject(new Error(`It ended with ${code}:\n${said()}`)));
    look();
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  process.kill(-child.pid!, 'SIGTERM');
  await once(child, 'exit');
}

// Each block needs the one before, as for who pastes them.
describe('what README.md has to paste', () => {
  let folder: string;
  let address: string;
  let platform: ReturnType<typeof paste>;
  let env: NodeJS.ProcessEnv;
  let buildFolder: string;

  beforeAll(async () => {
    await packPackages();
    folder = await mkdtemp(join(tmpdir(), 'readme-blocks-'));
    // Inside the package, so that the built server finds what is installed.
    buildFolder = await mkdtemp(join(ROOT, 'server/node_modules/.e2e-'));
    // What npm has downloaded is shared; what `npm create` ran before, under the same version, is not.
    await mkdir(join(folder, 'npm'));
    await symlink(join(homedir(), '.npm/_cacache'), join(folder, 'npm/_cacache'));
    env = {
      HOST_PLATFORM: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      npm_config_cache: join(folder, 'npm'),
      npm_config_omit_lockfile_registry_resolved: 'false',
      // Whether to install what it runs, where a person presses Enter.
      npm_config_yes: 'true',
    };
  }, PATIENCE_MS);
  afterAll(async () => {
    if (platform) await stop(platform.child);
    for (const path of [folder, buildFolder]) await rm(path, { recursive: true, force: true });
  });
  const here = (block: string) => block.replaceAll('http://localhost:8080', address);

  it(
    'starts the platform',
    async () => {
      const port = await freePort();
      address = `http://localhost:${port}`;
      platform = paste(await blockWith('pnpm@12.18.0 start'), ROOT, {
        PORT: String(port),
        DATA_DIR: join(folder, '.data'),
        BUILD_FOLDER: buildFolder,
        PACKAGES_DIR: PACKED_FOLDER,
        TOOLS: 'built',
        EXAMPLES: 'checked',
      });
      await untilSaid(platform, 'Stop with Ctrl-C');
      expect(platform.said()).toContain(`${address}/npm/`);
    },
    PATIENCE_MS,
  );

  it(
    'makes a mini-app and runs it',
    async () => {
      const block = here(await blockWith('npm create @host/miniapp'));
      expect(block).toMatch(/\nnpm start\n$/);
      const port = await freePort();
      const run = paste(
        block.replace(/\nnpm start\n$/, `\nnpm start -- --port ${port}\n`),
        folder,
        env,
      );
      await untilSaid(run, 'web built in');
      const page = await fetch(`http://localhost:${port}/`);
      expect(page.status).toBe(200);
      const { manifest } = (await (
        await fetch(`http://localhost:${port}/project.json`)
      ).json()) as {
        manifest: object;
      };
      expect(manifest).toMatchObject({ appId: 'com.acme.tickets', name: 'Tickets' });
      await stop(run.child);
    },
    PATIENCE_MS,
  );

  it(
    'checks and publishes it',
    async () => {
      const block = here(await blockWith('miniapp publish --release 100% --fixtures'));
      const run = paste(block, join(folder, 'tickets'), env);
      await once(run.child, 'exit');
      expect(run.said()).toContain('can be published');
      expect(run.child.exitCode).toBe(0);
      const token = (await readFile(join(folder, '.data/admin-token'), 'utf8')).trim();
      const versions = await fetch(`${address}/v1/admin/mini-programs/com.acme.tickets/versions`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await versions.text()).toContain('"version":"0.1.0"');
    },
    PATIENCE_MS,
  );
});
