import { createHash } from 'node:crypto';

import type { Platform } from '@host/contracts';

import { uploadKey, type UploadName } from '../../src/hosting/records/artifactKeys.ts';
import { uploadsOf } from '../../src/testing/createTestServer.ts';

/** An answer with its body read. */
export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  json(): unknown;
}

interface Init {
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** What tests ask of a server process, as its admin and as a host. */
export function clientOf({
  url,
  port,
  adminToken,
}: {
  url: string;
  port: number;
  adminToken: string;
}) {
  async function send(method: string, path: string, init: Init = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${adminToken}`, ...init.headers };
    const answer = await fetch(`${url}${path}`, { method, ...init, headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const json = (): unknown => JSON.parse(bytes.toString());
    return { status: answer.status, headers: answer.headers, bytes, json };
  }
  const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
    send('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const put = (appId: string, version: string, file: UploadName, body: Buffer | string) =>
    send('PUT', `/v1/admin/artifacts/${appId}/${version}/${file}`, {
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });

  return {
    send,
    post,
    put,
    fetchBack: (appId: string, version: string, file: UploadName) =>
      send('GET', `/v1/admin/artifacts/${appId}/${version}/${file}`),
    async uploadAll(appId: string, version: string, options: { web?: boolean } = {}) {
      for (const [file, bytes] of await uploadsOf(appId, version, options)) {
        const answer = await put(appId, version, file as UploadName, bytes);
        if (answer.status >= 300) throw new Error(`${file}: ${answer.bytes.toString()}`);
      }
    },
    /** A registration with the addresses that this server gives. */
    registration: (appId: string, version: string) => ({
      appId,
      name: `Test ${appId.split('.').at(-1)!}`,
      version,
      manifestUrl: `http://localhost:${port}/cdn/${uploadKey(appId, version, 'mf-manifest.json')}`,
      bundleZipUrl: `http://localhost:${port}/cdn/mini-apps/${appId}/${version}/\${platform}.zip`,
      permissions: ['storage'],
      minHostVersion: '1.0.0',
    }),
    resolve: (appId: string, platform: Platform) =>
      send(
        'GET',
        `/v1/mini-programs/${appId}/resolve?platform=${platform}&hostVersion=9.0.0&installId=an-install`,
      ),
  };
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
