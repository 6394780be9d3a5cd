import { describe, expect, it, vi } from 'vitest';

import { type ApiClientOptions, createApiClient } from '../createApiClient.ts';
import { RECEIPT } from '../testing/answers.ts';
import { failureOf } from '../testing/failureOf.ts';
import { hangUp, json, startAnswering } from '../testing/startAnswering.ts';
import type { UploadProgress } from './uploadBody.ts';

const UPLOAD = {
  appId: 'com.acme.orders',
  version: '1.0.0',
  file: 'ios.zip',
  size: 5,
  sha256: 'a'.repeat(64),
} as const;
const bytes = new TextEncoder().encode('bytes');

const client = (baseUrl: string, options: Partial<ApiClientOptions> = {}) =>
  createApiClient({ baseUrl, token: 'the-secret-token', ...options });

describe('an upload', () => {
  const BODIES = {
    'a Blob': () => new Blob([bytes]),
    bytes: () => bytes,
    'a stream': () => new Blob([bytes]).stream(),
  };

  it.each(Object.entries(BODIES))(
    'of %s has length and digest, and tells how far it is',
    async (_, make) => {
      const { baseUrl, arrived } = await startAnswering(json(201, RECEIPT));
      const onProgress = vi.fn<(progress: UploadProgress) => void>();
      await client(baseUrl).uploadArtifact({ ...UPLOAD, body: make(), onProgress });
      await client(baseUrl).uploadArtifact({ ...UPLOAD, body: make() });
      for (const { method, url, headers, body } of arrived) {
        expect(`${method} ${url}`).toBe('PUT /v1/admin/artifacts/com.acme.orders/1.0.0/ios.zip');
        expect(body.toString()).toBe('bytes');
        expect(headers).toMatchObject({
          'content-length': '5',
          'content-digest': 'sha-256=:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo=:',
          authorization: 'Bearer the-secret-token',
        });
      }
      const told = onProgress.mock.calls.map(([progress]) => progress);
      expect(told[0]).toEqual({ sentBytes: 0, totalBytes: 5 });
      expect(told.at(-1)).toEqual({ sentBytes: 5, totalBytes: 5 });
    },
  );

  it.each(['a Blob', 'bytes'] as const)(
    'of %s is sent again when the connection breaks',
    async (kind) => {
      const { baseUrl, arrived } = await startAnswering(hangUp, json(201, RECEIPT));
      const onProgress = vi.fn<(progress: UploadProgress) => void>();
      await client(baseUrl).uploadArtifact({ ...UPLOAD, body: BODIES[kind](), onProgress });
      expect(arrived.map(({ body }) => body.toString())).toEqual(['bytes', 'bytes']);
    },
  );

  it('of a stream is not sent again: its bytes are gone', async () => {
    const { baseUrl, arrived } = await startAnswering(hangUp);
    const call = client(baseUrl).uploadArtifact({ ...UPLOAD, body: BODIES['a stream']() });
    expect(await failureOf(call)).toMatchObject({ code: 'network', retryable: true });
    expect(arrived).toHaveLength(1);
  });

  it('holds a few pieces in memory, not all', async () => {
    const { baseUrl } = await startAnswering(json(201, RECEIPT));
    const piece = new Uint8Array(64 * 1024);
    const size = 64 * 1024 * 1024;
    let made = 0;
    let ahead = 0;
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (made === size) return controller.close();
        made += piece.length;
        ahead = Math.max(ahead, made - sent);
        controller.enqueue(piece);
      },
    });
    const onProgress = ({ sentBytes }: { sentBytes: number }) => void (sent = sentBytes);
    await client(baseUrl).uploadArtifact({ ...UPLOAD, size, body, onProgress });
    expect(made).toBe(size);
    expect(ahead).toBeLessThan(1024 * 1024);
  });

  it('in a browser is no stream, which most of them cannot send', async () => {
    vi.stubGlobal('process', { ...process, versions: {} });
    try {
      const send = vi.fn<typeof fetch>(async () => Response.json(RECEIPT));
      const api = client('http://localhost', { fetch: send });
      for (const [name, make] of Object.entries(BODIES)) {
        const onProgress = vi.fn<(progress: UploadProgress) => void>();
        await api.uploadArtifact({ ...UPLOAD, body: make(), onProgress });
        const { body } = send.mock.lastCall![1]!;
        expect(body, name).not.toBeInstanceOf(ReadableStream);
        expect(await new Response(body).text()).toBe('bytes');
        expect(onProgress.mock.calls.map(([{ sentBytes }]) => sentBytes)).toEqual([0, 5]);
      }
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
