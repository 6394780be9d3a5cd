import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { containerFile, isAsset } from '@host/contracts';
import { FRAME_POLICY } from '@host/host-runtime/frame-page';

import type { BuiltApp } from './builtApp.ts';

/** A fault for requests with matching URLs. */
type Trouble =
  | { kind: 'status'; status: number }
  | { kind: 'html' }
  | { kind: 'hang' }
  | { kind: 'tamper' }
  | { kind: 'json'; status: number; body: object };

/** The properties of a registered version besides its build. */
interface Registered {
  isolation?: 'realm' | 'frame';
  minHostVersion?: string;
  path?: string;
  signature?: { keyId: string; publicKey: string; value: string };
}

/** A small registry with a CDN on loopback, with fault injection. */
export interface TestRegistry {
  origin: string;
  /** Releases a version. */
  release(app: BuiltApp, registered?: Registered): void;
  /** Injects a fault for URLs that contain `part`; undefined removes it. */
  trouble(part: string, trouble: Trouble | undefined): void;
  /** All requests: method and URL. */
  requests: string[];
  reports: Record<string, unknown>[];
  /** Stops answering at all: connections are reset. */
  setDown(isDown: boolean): void;
  filesOf(app: BuiltApp): IndexedFile[];
  /** Resets releases, recorded requests and faults. */
  reset(): void;
  close(): Promise<void>;
}

interface IndexedFile {
  path: string;
  size: number;
  sha256: string;
  integrity: string;
}

const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src * data: blob:; font-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-src 'self'";

export async function startRegistry(page: Map<string, Buffer>): Promise<TestRegistry> {
  const released = new Map<string, { app: BuiltApp; registered: Registered }>();
  const published = new Map<string, Buffer>();
  const indexes = new Map<string, object>();
  const troubles = new Map<string, Trouble>();
  const requests: string[] = [];
  const reports: Record<string, unknown>[] = [];
  let isDown = false;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url!, 'http://own');
    requests.push(`${request.method} ${url.pathname}`);
    if (isDown) return void request.socket.destroy();
    const [, trouble] = [...troubles].find(([part]) => request.url!.includes(part)) ?? [];
    if (trouble?.kind === 'hang') return;
    if (trouble?.kind === 'status') return send(response, trouble.status, 'text/plain', 'trouble');
    if (trouble?.kind === 'html') {
      return send(response, 200, 'text/html', '<!doctype html><title>A portal</title>');
    }
    if (trouble?.kind === 'json') {
      return send(response, trouble.status, 'application/problem+json', trouble.body);
    }
    route(request, url, response, trouble?.kind === 'tamper');
  }

  function route(
    request: IncomingMessage,
    url: URL,
    response: ServerResponse,
    isTampered: boolean,
  ): void {
    const [, first, second, appId, what, version] = url.pathname.split('/');
    if (first === 'cdn') {
      if (url.pathname.endsWith('/standalone.html')) {
        return send(response, 200, 'text/html', STANDALONE_PAGE);
      }
      const bytes = published.get(url.pathname);
      if (!bytes) return send(response, 404, 'text/plain', 'nothing');
      const type = url.pathname.endsWith('.json') ? 'application/json' : 'text/javascript';
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      return send(response, 200, type, isTampered ? tampered(bytes) : bytes);
    }
    if (first === 'v1' && second === 'mini-programs' && appId !== undefined) {
      if (what === 'reports') return void keepReport(request, response);
      if (what === 'versions') {
        const index = indexes.get(`${appId} ${version}`);
        return send(response, index ? 200 : 404, 'application/json', index ?? {});
      }
      return resolve(appId, response);
    }
    const file = page.get(url.pathname.slice(1));
    const isFramePage = url.pathname === '/frame.html';
    if (file) {
      response.setHeader('cache-control', isFramePage ? 'no-store' : 'public, max-age=3600');
      if (isFramePage) response.setHeader('content-security-policy', FRAME_POLICY);
      return send(response, 200, isFramePage ? 'text/html' : 'text/javascript', file);
    }
    if (url.pathname.endsWith('/items')) {
      return send(response, 200, 'application/json', [{ id: '1', title: url.pathname }]);
    }
    response.setHeader('content-security-policy', POLICY);
    send(response, 200, 'text/html', HOST_PAGE);
  }

  function resolve(appId: string, response: ServerResponse): void {
    const found = released.get(appId);
    if (!found) {
      return send(
        response,
        404,
        'application/problem+json',
        problem('mini-program-not-found', 404),
      );
    }
    const { app, registered } = found;
    const { manifest } = app;
    const baseUrl = `${origin()}${folderOf(app)}`;
    const container = containerFile(appId);
    send(response, 200, 'application/json', {
      ...manifest,
      icon: undefined,
      platform: 'web',
      isolation: registered.isolation ?? 'frame',
      path: registered.path ?? appId.split('.').at(-1),
      minHostVersion: registered.minHostVersion ?? '1.0.0',
      manifestUrl: `${baseUrl}mf-manifest.json`,
      bundleUrl: `${baseUrl}web.zip`,
      size: 1,
      sha256: sha(JSON.stringify(filesOf(app)), 'sha256', 'hex'),
      filesUrl: `${origin()}/v1/mini-programs/${appId}/versions/${manifest.version}/files`,
      ...(registered.signature && { signature: registered.signature }),
      web: {
        baseUrl,
        manifestUrl: `${baseUrl}mf-manifest.json`,
        manifestIntegrity: integrityOf(app.files.get('mf-manifest.json')!),
        container: {
          url: baseUrl + container,
          integrity: integrityOf(app.files.get(container)!),
        },
        ...([...app.files.keys()].some(isAsset) && { hasAssets: true }),
      },
    });
  }

  async function keepReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    reports.push(JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>);
    send(response, 202, 'application/json', { counted: true });
  }

  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = () => `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    origin: origin(),
    requests,
    reports,
    filesOf,
    release(app, registered = {}) {
      const { appId, version } = app.manifest;
      released.set(appId, { app, registered });
      for (const [name, bytes] of app.files) published.set(folderOf(app) + name, bytes);
      indexes.set(`${appId} ${version}`, { appId, version, platform: 'web', files: filesOf(app) });
    },
    trouble(part, trouble) {
      if (trouble) troubles.set(part, trouble);
      else troubles.delete(part);
    },
    setDown(value) {
      isDown = value;
      if (value) server.closeAllConnections();
    },
    reset() {
      for (const kept of [released, published, indexes, troubles]) kept.clear();
      requests.length = 0;
      reports.length = 0;
      isDown = false;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

const STANDALONE_PAGE =
  '<!doctype html><div id="root" style="height:500px;display:flex"></div><script src="index.bundle"></script>';

const HOST_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>the page</title>
<style>html,body,#root{height:100%;margin:0}#root{display:flex}</style></head>
<body><div id="root"></div><script src="/host.js"></script></body></html>`;

function folderOf({ manifest }: BuiltApp): string {
  return `/cdn/mini-apps/${manifest.appId}/${manifest.version}/web/`;
}

function filesOf({ files }: BuiltApp): IndexedFile[] {
  return [...files].map(([path, bytes]) => ({
    path,
    size: bytes.length,
    sha256: sha(bytes, 'sha256', 'hex'),
    integrity: integrityOf(bytes),
  }));
}

function integrityOf(bytes: Buffer): string {
  return `sha384-${sha(bytes, 'sha384', 'base64')}`;
}

function sha(content: Buffer | string, algorithm: string, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(content).digest(encoding);
}

function tampered(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from('\n;globalThis.wasTampered = true;')]);
}

export function problem(code: string, status: number, more: object = {}): object {
  return { type: `/docs/errors/${code}`, title: code, status, code, detail: code, ...more };
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  content: Buffer | string | object,
): void {
  const body =
    Buffer.isBuffer(content) || typeof content === 'string' ? content : JSON.stringify(content);
  response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' });
  response.end(body);
}
