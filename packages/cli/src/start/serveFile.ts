import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, resolve, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.bundle': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

/** Sends a file of a folder; anything outside of the folder is a 404. */
export async function serveFile(
  response: ServerResponse,
  folder: string,
  path: string,
): Promise<void> {
  const file = resolve(folder, path);
  const content = file.startsWith(folder + sep)
    ? await readFile(file).catch(() => undefined)
    : undefined;
  if (content === undefined) return sendText(response, 404, `There is no ${path}.`);
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-length': content.length,
  });
  response.end(content);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': TYPES['.json']! });
  response.end(JSON.stringify(body));
}
