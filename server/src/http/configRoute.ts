import { PublicConfig } from '@host/contracts';

import serverPackage from '../../package.json' with { type: 'json' };
import type { TypedApp } from './TypedApp.types.ts';

/** The addresses of the parts of the platform, so that clients need not derive one from another. */
export function configRoute(app: TypedApp, config: Omit<PublicConfig, 'version'>): void {
  const { baseUrl, cdnUrl, pushGatewayUrl, hostAppUrl, sendsMail } = config;
  const { version } = serverPackage;
  const answer: PublicConfig = {
    baseUrl,
    cdnUrl,
    pushGatewayUrl,
    ...(hostAppUrl !== undefined && { hostAppUrl }),
    sendsMail,
    version,
  };
  app.get(
    '/v1/config',
    {
      schema: {
        tags: ['hosts'],
        summary: 'Where everything is',
        description: 'The addresses of the API, the CDN and the push gateway. No token is needed.',
        response: { 200: PublicConfig },
      },
    },
    async (_, reply) => reply.header('cache-control', 'public, max-age=60').send(answer),
  );
}
