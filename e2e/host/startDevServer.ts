import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { copyExample } from '../../scripts/build/exampleProject.mjs';

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

/** Starts the command of a mini-app's developer, in a copy of an example that may be changed. */
export async function startDevServer(example: string): Promise<DevServer> {
  const root = await mkdtemp(join(tmpdir(), 'mini-app-'));
  await copyExample(example, root);

  const child = spawn(process.execPath, [MINIAPP, 'start', '--port', '0', '--json'], { cwd: root });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      // Descendants may still write into the folder that is deleted then.
      await once(child, 'close');
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
