import { readFile } from 'node:fs/promises';
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request as forward,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.bundle': 'text/javascript; charset=utf-8',
};

/** A server that serves the files of a folder, compressed and immutable, and proxies everything else to the platform. */
export interface BesideServer {
  origin: string;
  close(): Promise<void>;
}

export async function serveBeside(folder: string, platform: string): Promise<BesideServer> {
  const files = new Map<string, Buffer | undefined>();
  const server: Server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = normalize(new URL(request.url!, platform).pathname);
    const content = await load(folder, path, files);
    if (content) {
      response.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
        'cache-control': path.endsWith('.html')
          ? 'no-cache'
          : 'public, max-age=31536000, immutable',
      });
      response.end(content);
      return;
    }
    const { method, headers } = request;
    const onward = forward(`${platform}${request.url}`, { method, headers }, (given) => {
      response.writeHead(given.statusCode!, given.headers);
      given.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function load(
  folder: string,
  path: string,
  files: Map<string, Buffer | undefined>,
): Promise<Buffer | undefined> {
  if (!files.has(path)) {
    const content = await readFile(join(folder, path)).catch(() => undefined);
    files.set(path, content && gzipSync(content, { level: 9 }));
  }
  return files.get(path);
}
