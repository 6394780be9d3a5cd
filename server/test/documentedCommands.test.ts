import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';

import { documentedBlock } from '../../scripts/build/documentedBlock.ts';
import { freePort } from '../../scripts/build/freePort.mjs';
import { registerDevice } from './testing/journeys.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const run = promisify(execFile);
const NGINX = inject('nginxPath');
const PER_ADDRESS = 40;

const built = useServer();

describe('the commands for curl in the documents', () => {
  let server: StartedServer;
  beforeAll(async () => {
    server = await built.start(await built.newFolder());
  });

  /** Pastes a command into a shell, with the address of this server for the one of the page. */
  async function paste(command: string, address: string, env: object = {}): Promise<unknown> {
    expect(command).toContain(address);
    const here = command.replaceAll(address, server.url).replaceAll('.data/', '');
    const { stdout } = await run('sh', ['-e', '-c', here], {
      cwd: server.dataDir,
      env: { PATH: process.env['PATH'], ADMIN_TOKEN: server.adminToken, ...env },
    });
    return JSON.parse(stdout);
  }

  it('change the key that sessions are signed with', async () => {
    const command = await documentedBlock('docs/secrets.md', 'sh', '/v1/admin/signing-keys');
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
    const block = await documentedBlock('docs/people.md', 'sh', '/v1/admin/people/reset-link');
    const command = block.slice(block.indexOf('curl'));
    expect(await paste(command, 'http://localhost:8080')).toMatchObject({
      url: expect.stringContaining('#hal_'),
    });
  });

  it('issue a key for a back end, which sends now and later, and sees what became of it', async () => {
    const local = 'http://localhost:8080';
    const issue = await documentedBlock('docs/send-pushes.md', 'sh', '/v1/admin/server-keys');
    const { key } = (await paste(issue, local)) as { key: string };
    const asShop = { SERVER_KEY: key };

    const send = await documentedBlock('docs/send-pushes.md', 'sh', '"title": "Two for one"');
    const sent = (await paste(send, local, asShop)) as { message_id: number };
    const later = await documentedBlock('docs/send-pushes.md', 'sh', '"send_at"');
    const waiting = (await paste(later, local, asShop)) as { message_id: number };

    const look = await documentedBlock('docs/send-pushes.md', 'sh', '/v1/push/messages');
    const { items } = (await paste(look, local, asShop)) as { items: { id: string }[] };
    expect(items.map(({ id }) => id).toSorted()).toEqual(
      [sent, waiting].map(({ message_id }) => String(message_id)).toSorted(),
    );
  });
});

describe('the commands of the server in the documents', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await built.newFolder();
    const server = await built.start(dataDir);
    await server.kill('SIGTERM');
  });

  /** Pastes commands into a shell, with the program and the folders of this test for those of the page. */
  async function paste(block: string, env: Record<string, string> = {}): Promise<string> {
    expect(block).toContain('node server/dist/main.js');
    const here = block
      .replaceAll('server/dist/main.js', built.main)
      .replaceAll('/backups/', `${dataDir}-backups-`);
    const { stdout } = await run('sh', ['-e', '-c', here], {
      cwd: dataDir,
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
    });
    return stdout;
  }

  it('back it up, and see whether the backup can be restored', async () => {
    const block = await documentedBlock('README.md', 'sh', 'main.js backup');
    try {
      await paste(block);
      expect(await readdir(`${dataDir}-backups-monday`)).not.toEqual([]);
    } finally {
      await rm(`${dataDir}-backups-monday`, { recursive: true, force: true });
    }
  });

  it('change a secret in its folder, and forget the one of before', async () => {
    const secret = () => readFile(join(dataDir, 'admin-token'), 'utf8');
    const before = await secret();
    await paste(await documentedBlock('docs/secrets.md', 'sh', 'rotate admin-token'));
    expect(await secret()).not.toBe(before);
    expect(await readdir(dataDir)).not.toContain('admin-token.previous');
  });

  it('say what is wrong with a configuration', async () => {
    const block = await documentedBlock('docs/operating.md', 'sh', 'main.js doctor');
    const asked = paste(block);
    await expect(asked).rejects.toMatchObject({ code: 1 });
    // The page exports nothing secret: that is what it finds.
    await expect(asked).rejects.toMatchObject({ stdout: expect.stringContaining('ADMIN_TOKEN') });
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
    const block = await documentedBlock('docs/threat-model.md', 'nginx', 'proxy_pass');
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
