import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type CryptoKey, type JWK, SignJWT, exportJWK, generateKeyPair } from 'jose';

/** An HTTP server on a port of its own. */
export async function listenOnLoopback(
  listener: (origin: string) => RequestListener,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', listener(origin));
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin, close };
}

/** An issuer whose keys and behaviour a test controls. */
export interface TestIssuer {
  issuer: string;
  /** The number of requests by path. */
  asked: Record<string, number>;
  /** Replaces the signing key; with `keep` the previous ones stay published. */
  rotate(options?: { keep?: boolean; algorithm?: string }): Promise<void>;
  /** Answers every request with this status instead. */
  fail(status: number | undefined): void;
  /** Signs claims with the current key; omitted claims have valid defaults. */
  sign(claims?: Record<string, unknown>, header?: object): Promise<string>;
  /** The responses of further paths. */
  answers: Record<string, object>;
  /** The last body that was sent to a path. */
  bodies: Record<string, string>;
  /** Additional fields of the discovery document. */
  discovery: Record<string, unknown>;
  close(): Promise<void>;
}

export async function startIssuer(): Promise<TestIssuer> {
  const asked: Record<string, number> = {};
  const discovery: Record<string, unknown> = {};
  const answers: Record<string, object> = {};
  const bodies: Record<string, string> = {};
  let published: JWK[] = [];
  let current: { key: CryptoKey; kid: string; algorithm: string };
  let failure: number | undefined;
  let made = 0;

  const { origin, close } = await listenOnLoopback((issuer) => async (request, response) => {
    const path = request.url!;
    asked[path] = (asked[path] ?? 0) + 1;
    bodies[path] = Buffer.concat(await request.toArray()).toString('utf8');
    const known: Record<string, object> = {
      '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys`, ...discovery },
      '/keys': { keys: published },
      ...answers,
    };
    const body = known[path];
    const status = failure ?? (body ? 200 : 404);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

  const rotate: TestIssuer['rotate'] = async ({ keep = false, algorithm = 'RS256' } = {}) => {
    const pair = await generateKeyPair(algorithm, { extractable: true });
    const kid = `key-${made++}`;
    published = [...(keep ? published : []), { ...(await exportJWK(pair.publicKey)), kid }];
    current = { key: pair.privateKey, kid, algorithm };
  };
  await rotate();

  return {
    issuer: origin,
    asked,
    discovery,
    answers,
    bodies,
    rotate,
    fail: (status) => void (failure = status),
    sign: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: origin, aud: 'host-app', sub: 'ann', iat: now, exp: now + 300 };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: current.algorithm, kid: current.kid, ...header })
        .sign(current.key);
    },
    close,
  };
}
