import type { ExchangeFetch } from '@host/api-client/exchange';

/** The part of `fetch` that the gateway's client uses. */
export type GatewayFetch = ExchangeFetch;

/** The part of a `WebSocket` that the gateway's client uses. */
export interface GatewaySocket {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { code: number; reason?: string }) => void,
  ): void;
  addEventListener(type: 'error', listener: () => void): void;
  send(text: string): void;
  close(): void;
}

/** Opens a WebSocket; `(url, protocols) => new WebSocket(url, protocols)`. */
export type OpenSocket = (url: string, protocols: string[]) => GatewaySocket;
