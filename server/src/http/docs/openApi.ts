import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

import { completeDocument } from './completeDocument.ts';
import { nameSchemas } from './schemaNames.ts';

const INTRODUCTION = `
What a host app, a publisher and an operator say to the server.

- **Hosts** read the catalog and ask which version to run. They need no token.
- **People** sign in and have a session; a mini-app gets a token of its own for them.
- **Publishers** upload artifacts and register versions, **operators** release them: with \`Authorization: Bearer <token>\`, the root ADMIN_TOKEN or an issued token with the scope that the endpoint names.
- Every POST of the admin API takes an \`Idempotency-Key\`: the same key with the same request gives the same answer and one effect.
- Errors are \`application/problem+json\` with a \`code\` from [the error table](/docs/errors/).
`;

/** Describes every route as OpenAPI 3.1, from the same schemas that check the requests. */
export async function describeApi(app: FastifyInstance, baseUrl: string): Promise<void> {
  nameSchemas();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Mini-apps and push', version: '1', description: INTRODUCTION },
      servers: [{ url: baseUrl }],
      tags: [
        { name: 'hosts', description: 'What a host app asks' },
        { name: 'registry', description: 'Versions and their releases' },
        { name: 'reviews', description: 'Versions that are submitted, and decided about' },
        { name: 'data', description: 'What mini-apps read, and the back ends behind them' },
        { name: 'analytics', description: 'What people see and do, in numbers' },
        { name: 'artifacts', description: 'Upload and download of what a mini-app is built into' },
        { name: 'tokens', description: 'Who may use the admin API' },
        { name: 'publishers', description: 'Who publishes which mini-apps' },
        { name: 'keys', description: 'Who signs the archives of a mini-app' },
        { name: 'console', description: 'Signing in to the console, and what it shows' },
        { name: 'audit', description: 'What was done, by whom' },
        { name: 'people', description: 'Accounts, sessions, and tokens for mini-apps' },
        { name: 'push', description: 'Sending, in the legacy FCM protocol, and what became of it' },
        { name: 'push topics', description: 'Topics of devices, as senders manage them' },
        { name: 'push keys', description: 'Who may send' },
        { name: 'devices', description: 'What a device says about itself' },
        { name: 'inbox', description: 'The notification center of a person' },
        { name: 'operations', description: 'Is it well?' },
      ],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'The ADMIN_TOKEN or an issued token',
          },
          console: {
            type: 'apiKey',
            in: 'cookie',
            name: 'console_session',
            description: 'The session of the console; over https its name begins with __Host-',
          },
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: "The access token of a person's session",
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => completeDocument(jsonSchemaTransformObject(document)),
  });
}
