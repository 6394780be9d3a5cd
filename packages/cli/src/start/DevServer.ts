import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { join } from 'node:path';

import { PLATFORMS, isAsset } from '@host/contracts';
import * as z from 'zod/mini';

import { readFixtures } from '../check/run/readFixtures.ts';
import { packagePath } from '../packageRoot.ts';
import { isAllowedHost, isAllowedOrigin, isLocal } from './allowedOrigins.ts';
import { ConsoleLines } from './ConsoleOutput.ts';
import { ARCHIVES, type DevRegistry } from './DevRegistry.ts';
import { type ExplainedError, PageError } from './explainError.ts';
import type { PlatformWatcher } from './PlatformWatcher.ts';
import { readBody } from './readBody.ts';
import { sendJson, sendText, serveFile } from './serveFile.ts';

const REGISTRY_PATH =
  /^\/v1\/mini-programs\/([a-z0-9.-]+)\/(?:resolve|versions\/(\d+\.\d+\.\d+)\/files)$/;

/** The options of the dev server. */
export interface DevServerOptions {
  root: string;
  /** The folder of the built host page. */
  pageDir: string;
  watchers: readonly PlatformWatcher[];
  /** Answers hosts that use this server as their registry. */
  registry: DevRegistry;
  /** The response of `/project.json`. */
  project: () => Promise<object>;
  /** Called with what a page writes to its console. */
  onConsole: (lines: ConsoleLines) => void;
  /** Called with an error in a page; returns its location in the sources. */
  onError: (error: PageError) => Promise<ExplainedError>;
  /** The address to listen on: loopback, unless another one is requested. */
  host: string;
  port: number;
}

/** Serves the page, the platforms' files and the events of their builds. */
export class DevServer {
  readonly #options: DevServerOptions;
  readonly #server: Server;
  readonly #listeners = new Set<ServerResponse>();

  constructor(options: DevServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        if (!response.headersSent) sendText(response, 500, (error as Error).message);
      });
    });
  }

  async listen(): Promise<number> {
    const { port, host } = this.#options;
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as { port: number }).port;
  }

  /** Sends an event to every open page. */
  tell(event: object): void {
    for (const listener of this.#listeners) listener.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  async close(): Promise<void> {
    for (const listener of this.#listeners) listener.end();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, root, pageDir } = this.#options;
    // DNS rebinding: a foreign page must not reach the project by a name that it points to this machine.
    if (!isAllowedHost(request.headers.host, host)) {
      const how = isLocal(host) ? 'localhost only' : 'addresses, and to the name in --host';
      return sendText(response, 403, `This dev server answers to ${how}.`);
    }
    const { origin } = request.headers;
    if (origin !== undefined && isAllowedOrigin(origin, host)) {
      response.setHeader('access-control-allow-origin', origin).setHeader('vary', 'origin');
    }
    response.setHeader('cache-control', 'no-store').setHeader('x-content-type-options', 'nosniff');
    // Pages of any site can load scripts, and would then be able to read the modules that these define.
    response.setHeader('cross-origin-resource-policy', 'same-site');
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(url.pathname);
    if (request.method === 'POST') return this.#take(request, response, path);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendText(response, 405, 'Only GET is answered here.');
    }

    const page = packagePath('host-page');
    if (path === '/') return serveFile(response, page, 'index.html');
    if (path === '/events') return this.#listen(request, response);
    if (path === '/project.json') return sendJson(response, await this.#options.project());
    if (path === '/fixtures.json') return serveFixtures(response, root);
    if (path === '/icon') return this.#serveIcon(response);
    if (path.startsWith('/page/')) {
      const isStatic = /\.(html|css)$/.test(path);
      return serveFile(response, isStatic ? page : pageDir, path.slice('/page/'.length));
    }
    if (path.startsWith('/v1/')) {
      const { searchParams: query } = url;
      const of = { origin: `http://${request.headers.host}`, language: query.get('language') };
      return this.#answerAsRegistry(response, path, query.get('platform'), of);
    }
    if (path.startsWith(ARCHIVES)) {
      const { archivesDir } = this.#options.registry;
      return serveFile(response, archivesDir, path.slice(ARCHIVES.length));
    }
    return this.#servePlatform(response, path);
  }

  /** Handles requests by the page of this server about itself. */
  async #take(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (request.headers.origin !== `http://${request.headers.host}`) {
      return sendText(response, 403, 'Only the page of this server may send something.');
    }
    const body = await readBody(request);
    const console = z.safeParse(ConsoleLines, body);
    if (path === '/console' && console.success) {
      this.#options.onConsole(console.data);
      return sendJson(response, {});
    }
    const error = z.safeParse(PageError, body);
    if (path === '/errors' && error.success) {
      return sendJson(response, await this.#options.onError(error.data));
    }
    return sendText(response, 400, `${path} takes nothing of this kind.`);
  }

  async #answerAsRegistry(
    response: ServerResponse,
    path: string,
    platform: string | null,
    of: { origin: string; language: string | null },
  ): Promise<void> {
    const { registry } = this.#options;
    const [, appId = '', version] = REGISTRY_PATH.exec(path) ?? [];
    const answer =
      version === undefined
        ? await registry.resolve(appId, platform, of)
        : await registry.listFiles(appId, version, platform);
    if (!answer) return sendText(response, 404, `There is nothing at ${path}.`);
    return sendJson(response, answer);
  }

  async #servePlatform(response: ServerResponse, path: string): Promise<void> {
    const [, platform, file = ''] = /^\/(\w+)\/(.+)$/.exec(path) ?? [];
    const watcher = this.#options.watchers.find((one) => one.platform === platform);
    if (!watcher) {
      const known = PLATFORMS.map((name) => `/${name}/mf-manifest.json`).join(', ');
      return sendText(response, 404, `There is nothing at ${path}. Try / or ${known}.`);
    }
    const state = await watcher.settled();
    if (state.type === 'failed') {
      return sendText(response, 500, `The build failed.\n${state.text}`);
    }
    if (isAsset(file)) showAnywhere(response);
    return serveFile(response, watcher.dir, file);
  }

  #listen(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('\n');
    this.#listeners.add(response);
    request.on('close', () => this.#listeners.delete(response));
    const web = this.#options.watchers.find(({ platform }) => platform === 'web');
    if (web) response.write(`data: ${JSON.stringify(web.state)}\n\n`);
  }

  async #serveIcon(response: ServerResponse): Promise<void> {
    const { root } = this.#options;
    for (const name of ['icon.svg', 'icon.png']) {
      const exists = await readFile(join(root, name)).then(
        () => true,
        () => false,
      );
      if (!exists) continue;
      showAnywhere(response);
      return serveFile(response, root, name);
    }
    response.writeHead(204).end();
    return undefined;
  }
}

/** Allows pictures and fonts in a host's frame, which has an opaque origin and so counts as cross-site. */
function showAnywhere(response: ServerResponse): void {
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
}

/** Responds with the host that the project's fixtures describe, or with their problem as `check` words it. */
async function serveFixtures(response: ServerResponse, root: string): Promise<void> {
  const fixtures = await readFixtures(root);
  if ('host' in fixtures) return sendJson(response, fixtures.host);
  return sendText(response, 500, `${fixtures.message}\n${fixtures.fix}`);
}
