import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';

import { fencedBlocks } from '../../scripts/build/fencedBlocks.mjs';
import { freePort } from '../../scripts/build/freePort.mjs';
import { registerDevice } from './testing/journeys.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NGINX = inject('nginxPath');
const PER_ADDRESS = 40;

const built = useServer();

/** The only block of a page in a language that has this in it. */
async function blockOf(page: string, language: string, text: string): Promise<string> {
  const blocks = fencedBlocks(await readFile(join(ROOT, page), 'utf8'));
  const found = blocks.filter((block) => block.language === language && block.text.includes(text));
  expect(found).toHaveLength(1);
  return found[0]!.text;
}

describe('the commands for curl in the documents', () => {
  let server: StartedServer;
  beforeAll(async () => {
    server = await built.start(await built.newFolder());
  });

  /** Pastes a command into a shell, with the address of this server for the one of the page. */
  async function paste(command: string, address: string): Promise<unknown> {
    expect(command).toContain(address);
    const { stdout } = await run('sh', ['-e', '-c', command.replaceAll(address, server.url)], {
      cwd: server.dataDir,
      env: { PATH: process.env['PATH'], ADMIN_TOKEN: server.adminToken },
    });
    return JSON.parse(stdout);
  }

  it('change the key that sessions are signed with', async () => {
    const command = await blockOf('docs/secrets.md', 'sh', '/v1/admin/signing-keys');
    expect(await paste(command, 'https://host.example')).toEqual({ keyId: expect.any(String) });
  });

  it('make a link for somebody who forgot the password', async () => {
    const account = { email: 'ann@example.com', password: 'correct horse battery', name: 'Ann' };
    const made = await fetch(`${server.url}/v1/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    expect(made.status).toBe(201);
    const block = await blockOf('docs/people.md', 'sh', '/v1/admin/people/reset-link');
    const command = block.slice(block.indexOf('curl')).replace('.data/admin-token', 'admin-token');
    expect(await paste(command, 'http://localhost:8080')).toMatchObject({
      url: expect.stringContaining('#hal_'),
    });
  });
});

describe.skipIf(NGINX === undefined)('the configuration of nginx in the documents', () => {
  let server: StartedServer;
  let folder: string;
  let stop: () => Promise<void>;
  let port: number;

  beforeAll(async () => {
    server = await built.start(await built.newFolder(), {
      TRUST_PROXY: '1',
      RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS),
    });
    folder = await mkdtemp(join(tmpdir(), 'behind-nginx-'));
    port = await freePort();
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=host.example', '-addext', 'subjectAltName=DNS:host.example'];
    const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', key, '-out', certificate];
    await run('openssl', ['req', '-x509', ...keys, ...subject, '-days', '1', ...files]);
    const block = await blockOf('docs/threat-model.md', 'nginx', 'proxy_pass');
    const site = block
      .replaceAll('http://127.0.0.1:8080', server.url)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace(
        'server_name host.example;',
        `server_name host.example; ssl_certificate ${certificate}; ssl_certificate_key ${key};`,
      );
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const config = join(folder, 'nginx.conf');
    await writeFile(
      config,
      [
        'daemon off; worker_processes 1; error_log stderr warn;',
        `pid ${folder}/nginx.pid;`,
        'events {}',
        `http { access_log off; ${folders.join(' ')}`,
        site,
        '}',
      ].join('\n'),
    );
    const child = spawn(NGINX!, ['-e', 'stderr', '-p', folder, '-c', config], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = once(child, 'exit');
    let isOver = false;
    void ended.then(() => (isOver = true));
    stop = async () => {
      child.kill('SIGQUIT');
      setTimeout(() => child.kill('SIGTERM'), 1000).unref();
      await ended;
    };
    while (!(await get('/health').catch(() => undefined))) {
      if (isOver) throw new Error(`nginx did not start: ${said}`);
      await wait(20);
    }
  });
  afterAll(async () => {
    await stop?.();
    await rm(folder, { recursive: true, force: true });
  });

  /** Asks as a browser would, over TLS. */
  async function get(path: string, headers: Record<string, string> = {}) {
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      servername: 'host.example',
      rejectUnauthorized: false,
      agent: false,
      headers: { host: 'host.example', ...headers },
    });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
    const text = (await buffer(answer)).toString();
    return { status: answer.statusCode, headers: answer.headers, text };
  }

  it('passes on pages, says that they are to be had by TLS alone, and keeps figures to itself', async () => {
    const page = await get('/docs/json');
    expect(page.status).toBe(200);
    expect(page.headers['strict-transport-security']).toContain('max-age=');
    expect((await get('/metrics')).status).toBe(404);
  });

  it('brings messages to devices', async () => {
    const device = await registerDevice(server);
    const socket = new WebSocket(`wss://127.0.0.1:${port}/v1/push/connect`, 'push.v1', {
      headers: { host: 'host.example', authorization: `Bearer ${device.key}` },
      rejectUnauthorized: false,
    });
    const [hello] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(hello.toString())).toMatchObject({ type: 'hello' });
    const serverKey = (await readFile(join(server.dataDir, 'server-key'), 'utf8')).trim();
    const got = once(socket, 'message');
    const sent = await fetch(`${server.url}/fcm/send`, {
      method: 'POST',
      headers: { authorization: `key=${serverKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to: device.token, data: { n: '1' } }),
    });
    expect(sent.status).toBe(200);
    const [message] = (await got) as [Buffer];
    expect(JSON.parse(message.toString())).toMatchObject({ type: 'message', data: { n: '1' } });
    socket.terminate();
  });

  it('tells the server who asks, whatever they say of themselves', async () => {
    const statuses: (number | undefined)[] = [];
    while (statuses.length <= PER_ADDRESS && !statuses.includes(429)) {
      const forged = { 'x-forwarded-for': `198.51.100.${statuses.length}` };
      statuses.push((await get('/v1/config', forged)).status);
    }
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
  });
});
