import { PublicConfig } from '@host/contracts';
import { expect, it } from 'vitest';

import { createTestServer } from '../testing/createTestServer.ts';

it('GET /v1/config says where everything is, and nothing else', async () => {
  const config = {
    baseUrl: 'https://host.example',
    cdnUrl: 'https://cdn.example/files',
    pushGatewayUrl: 'https://push.example',
  };
  const server = await createTestServer({ config });
  const response = await server.send('GET', '/v1/config', { token: undefined });
  expect(response.json()).toEqual({
    ...config,
    sendsMail: false,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  expect(PublicConfig.parse(response.json())).toEqual(response.json());
  await server.close();
});
