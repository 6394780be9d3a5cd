import { describe, expect, it } from 'vitest';

import { createRegistry } from './createRegistry.ts';

const report = {
  version: '1.0.0',
  platform: 'web',
  hostVersion: '1.0.0',
  installId: 'install-1',
  kind: 'loaded',
} as const;
const never = { signal: new AbortController().signal };

function registryAnswering(response: () => Response) {
  const sent: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    sent.push(url instanceof Request ? url.url : url.toString());
    return response();
  };
  return { sent, registry: createRegistry({ baseUrl: 'https://host.example/', fetch }) };
}

describe('a report', () => {
  it('goes to an address in which the appId is encoded', async () => {
    const { sent, registry } = registryAnswering(() => Response.json({ counted: true }));
    await registry.report('com.acme/../x', report, never);
    expect(sent).toEqual(['https://host.example/v1/mini-programs/com.acme%2F..%2Fx/reports']);
  });

  it('that the server refuses rejects with the code of the refusal', async () => {
    const problem = {
      type: 'https://host.example/docs/errors/rate-limited',
      title: 'Too many requests',
      status: 429,
      code: 'rate-limited',
      detail: 'Too many.',
    };
    const { registry } = registryAnswering(() => Response.json(problem, { status: 429 }));
    await expect(registry.report('com.acme.orders', report, never)).rejects.toMatchObject({
      code: 'rate-limited',
    });
  });
});
