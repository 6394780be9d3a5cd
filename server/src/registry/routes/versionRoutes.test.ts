import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
} from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';

describe.each(testEngines())('registering a version ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  it('answers 201 with Location, ETag and the record', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const response = await server.post('/v1/admin/mini-programs', registrationOf(appId, '1.0.0'));
    expect(response.statusCode, response.body).toBe(201);
    expect(response.headers['location']).toBe(`/v1/admin/mini-programs/${appId}/versions/1.0.0`);
    expect(response.headers['etag']).toMatch(/^".+"$/);
    expect(response.json()).toMatchObject({
      appId,
      status: 'registered',
      isLatest: true,
      verified: true,
    });
  });
});
