import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../../scripts/build/freePort.mjs';

const SETTINGS = new URL('../../../deploy/nginx/host-server.conf', import.meta.url);
// The shell waits for the end of its standard input, which closes however this process ends: nothing is left running.
const HOLD = `"$NGINX" -p "$FOLDER" -c nginx.conf -e stderr & cat >/dev/null; kill -9 $!; wait`;
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** An nginx that belongs to a test. */
export interface Nginx {
  url: string;
  stop(): Promise<void>;
}

/** Starts nginx in front of up to three nodes, with the settings that operators are given. */
export async function startNginx(path: string, nodes: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const here = (await readFile(SETTINGS, 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace(/server 10\.0\.0\.1(\d):8080(.*\n)/g, (_, number, options) => {
      const node = nodes[Number(number) - 1];
      return node === undefined ? '\n' : `server 127.0.0.1:${node}${options}`;
    });
  const isNamed = (node: number) => here.includes(`server 127.0.0.1:${node} `);
  if (!here.includes(`:${port};`) || !nodes.every(isNamed) || here.includes('10.0.0.')) {
    throw new Error('The settings of nginx are not about three nodes on port 80 any more.');
  }
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`);
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;\nmaster_process off;\npid pid;\nevents {}\nhttp {\naccess_log off;\n${folders.join('\n')}\n${here}}\n`,
  );
  const holder = spawn('/bin/sh', ['-c', HOLD], {
    env: { NGINX: path, FOLDER: folder, PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(holder, 'exit');
  const stop = async () => {
    holder.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100; tries++) {
    const answers = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  throw new Error('nginx did not start, or reaches no node.');
}
