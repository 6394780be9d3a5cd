import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, type Server, createServer, request } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { type BrowserContext, type CDPSession, type Page, chromium } from 'playwright-core';

import { bundle } from '../kit-gallery/bundle.ts';
import { WITHOUT_ADDRESS_BAR } from '../launchBrowser.ts';

const MAX_STARTS = 3;
const CONNECT_MS = 30_000;

/** A host app in a browser: its page and its service worker, and the gateway behind the same address. */
export interface App {
  url: string;
  context: BrowserContext;
  /** `/app/` configures push, `/alone/` has nothing but the provider. */
  open(path?: '/app/' | '/alone/'): Promise<Page>;
  /** Pushes to the service worker, as the browser's push service would. */
  push(payload: object): Promise<void>;
  stop(): Promise<void>;
}

const HTML =
  '<!doctype html><html lang="en"><title>Host</title><body style="margin:0"><div id="root" style="display:flex;height:100vh"></div><script src="/app/page.js"></script>';

/** Starts the app in front of a gateway, in a browser with an environment. */
export async function startApp(options: {
  chromiumPath: string;
  gatewayOrigin: string;
  env?: Record<string, string>;
}): Promise<App> {
  const page = await bundle(`import './push/page.jsx';`);
  const alone = await bundle(`import './push/alonePage.jsx';`);
  const worker = await bundle(`import './push/worker.js';`);
  const files: Record<string, [type: string, text: string]> = {
    '/app/': ['text/html', HTML],
    '/app/page.js': ['text/javascript', page.text],
    '/app/service-worker.js': ['text/javascript', worker.text],
    '/alone/': ['text/html', HTML.replace('/app/page.js', '/alone/page.js')],
    '/alone/page.js': ['text/javascript', alone.text],
  };
  const server = await serve(files, options.gatewayOrigin);
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await startBrowser(options.chromiumPath, options.env ?? {});
  const { context } = browser;
  const tools = await workerTools(context);
  return {
    url: `${origin}/app/`,
    context,
    async open(path = '/app/') {
      const opened = await context.newPage();
      await opened.goto(`${origin}${path}`);
      return opened;
    },
    async push(payload) {
      const registrationId = await tools.registered;
      const data = JSON.stringify(payload);
      await tools.session.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data,
      });
    },
    async stop() {
      await browser.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A browser that was started while the machine was busy may never answer: then another one is. */
export async function startBrowser(path: string, env: Record<string, string>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startBrowserOnce(path, env);
    } catch (error) {
      if (attempt === MAX_STARTS) throw error;
    }
  }
}

/** A browser as a person has it: what it keeps is kept on disk, and a page behind another one is hidden. */
async function startBrowserOnce(path: string, env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'push-app-'));
  const args = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--disable-features=${WITHOUT_ADDRESS_BAR.join(',')}`,
  ];
  const child = spawn(path, [...args, '--remote-debugging-port=0', `--user-data-dir=${folder}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await addressIn(child.stderr);
  const connecting = chromium.connectOverCDP(address, {
    // Without its usual settings, among which is that every page believes to be in front.
    noDefaults: true,
    timeout: CONNECT_MS,
  });
  const browser = await connecting.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    context: browser.contexts()[0]!,
    async stop() {
      await browser.close();
      const exit = once(child, 'exit');
      child.kill();
      await exit;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function addressIn(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    // It goes on reading: a browser that cannot write stands still.
    output.on('data', (chunk: Buffer) => {
      text = `${text}${chunk.toString()}`.slice(-10_000);
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    output.on('end', () => reject(new Error(`The browser did not start: ${text}`)));
  });
}

/** Talks to service workers from a page that is not the app's, so that it works while the app is closed. */
export async function workerTools(context: BrowserContext) {
  const blank = context.pages()[0] ?? (await context.newPage());
  const session: CDPSession = await context.newCDPSession(blank);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const first = registrations.find(({ isDeleted }) => !isDeleted);
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return { session, registered };
}

async function serve(files: Record<string, [string, string]>, gateway: string): Promise<Server> {
  const { hostname, port } = new URL(gateway);
  const server = createServer((incoming, response) => {
    const file = files[new URL(incoming.url ?? '/', gateway).pathname];
    if (file) {
      response.setHeader('content-type', `${file[0]}; charset=utf-8`).end(file[1]);
      return;
    }
    const { method, url, headers } = incoming;
    const outgoing = request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const upstream = connect(Number(port), hostname, () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
        lines.push(`${incoming.rawHeaders[index]}: ${incoming.rawHeaders[index + 1]}`);
      }
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    for (const each of [socket, upstream]) {
      each.on('error', () => undefined);
      each.on('close', () => (socket.destroy(), upstream.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
