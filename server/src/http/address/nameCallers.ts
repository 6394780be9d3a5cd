import type { FastifyInstance, FastifyRequest } from 'fastify';

import { type AddressOf, createAddressReader } from './createAddressReader.ts';
import { networkOf } from './networkOf.ts';
import type { ProxyTrust } from './ProxyTrust.types.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the address that a request comes from, also for requests that Fastify does not see, such as WebSocket
     * handshakes.
     */
    addressOf: AddressOf;
  }
  interface FastifyRequest {
    /** The address that the request comes from. Not `ip`, which is that of the nearest proxy. */
    readonly address: string;
    /** The unit that rate limits count: see {@link networkOf}. */
    readonly network: string;
  }
}

/** Gives every request the address and the network that it comes from. */
export function nameCallers(app: FastifyInstance, trust: ProxyTrust): void {
  const addressOf = createAddressReader(trust);
  app.decorate('addressOf', addressOf);
  app.decorateRequest('address', {
    getter(this: FastifyRequest) {
      return addressOf(this.raw);
    },
  });
  app.decorateRequest('network', {
    getter(this: FastifyRequest) {
      return networkOf(addressOf(this.raw));
    },
  });
}
