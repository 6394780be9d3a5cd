import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `miniapp start` in a copy of an example. */
export interface DevServer {
  address: string;
  /** Replaces a text in a file of the copy. */
  edit(file: string, from: string, to: string): Promise<void>;
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The command `miniapp`. */
export const MINIAPP = join(ROOT, 'packages/cli/bin/miniapp.js');

/** Gives a folder what is installed for an example. */
export async function linkModules(example: string, root: string): Promise<void> {
  const installed = join(ROOT, 'mini-apps', example, 'node_modules');
  await mkdir(join(root, 'node_modules'));
  for (const name of await readdir(installed)) {
    // What is cached there is of another folder.
    if (name === '.cache') continue;
    await symlink(join(installed, name), join(root, 'node_modules', name));
  }
}

/** Starts the command of a mini-app's developer, in a copy of an example that may be changed. */
export async function startDevServer(example: string): Promise<DevServer> {
  const source = join(ROOT, 'mini-apps', example);
  const root = await mkdtemp(join(tmpdir(), 'mini-app-'));
  const isSource = (path: string) => !['node_modules', 'build'].includes(basename(path));
  await cp(source, root, { recursive: true, filter: isSource });
  await linkModules(example, root);

  const child = spawn(process.execPath, [MINIAPP, 'start', '--port', '0', '--json'], { cwd: root });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(root, { recursive: true, force: true });
  };
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (!output.includes('\n}\n')) return;
        resolve((JSON.parse(output) as { addresses: [string] }).addresses[0]);
      });
      child.once('exit', () => reject(new Error(`miniapp start ended:\n${said}`)));
    });
    return {
      address,
      stop,
      async edit(file, from, to) {
        const path = join(root, file);
        const text = await readFile(path, 'utf8');
        if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
        await writeFile(
          path,
          text.replace(from, () => to),
        );
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
