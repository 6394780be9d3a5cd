import { type KeyObject, createPublicKey, generateKeyPairSync } from 'node:crypto';

import { errors, jwtVerify } from 'jose';

import {
  type Answer,
  type Http2TestServer,
  type ReceivedRequest,
  startHttp2Server,
} from './startHttp2Server.ts';

const HOUR_SECONDS = 3600;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const STREAMS = { beforeFirstPush: 1, afterwards: 1000 };
const KNOWN_HEADERS = new Set([
  'authorization',
  'content-length',
  'content-type',
  'apns-id',
  'apns-topic',
  'apns-priority',
  'apns-push-type',
  'apns-expiration',
  'apns-collapse-id',
]);

/** A push that Apple would have accepted. */
export interface ApnsPush {
  token: string;
  headers: Record<string, string>;
  payload: Record<string, unknown>;
}

/** A fake of Apple's push service: it accepts what Apple accepts, and refuses the rest with Apple's reasons. */
export interface FakeApns extends Omit<Http2TestServer, 'server'> {
  key: { keyId: string; teamId: string; privateKey: KeyObject };
  topic: string;
  pushes: ApnsPush[];
  /** Responses for certain tokens, instead of accepting the push. */
  answers: Map<string, Answer>;
  /** While set, handles every request instead of the service. */
  misbehave: ((request: ReceivedRequest) => Answer | undefined) | undefined;
  /** The provider tokens that were seen, in order. */
  providerTokens: Set<string>;
  /** The clock for checking provider tokens. */
  now: () => number;
}

/** A refusal in Apple's format. */
export function apnsRefusal(status: number, reason: string, more: object = {}): Answer {
  return { status, body: JSON.stringify({ reason, ...more }) };
}

export async function startFakeApns(): Promise<FakeApns> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const trusted = new WeakSet<object>();
  const server = await startHttp2Server(
    async (request) => {
      if (fake.misbehave) return fake.misbehave(request);
      const answer = await accept(fake, request);
      const { session } = request.stream;
      if (session && answer.status !== 403 && !trusted.has(session)) {
        // The credentials were valid: from now on, the connection may carry more streams.
        trusted.add(session);
        session.settings({ maxConcurrentStreams: STREAMS.afterwards });
      }
      return answer;
    },
    { maxConcurrentStreams: STREAMS.beforeFirstPush },
  );
  const fake: FakeApns = {
    ...server,
    key: { keyId: 'ABC123DEFG', teamId: 'DEF123GHIJ', privateKey },
    topic: 'com.acme.host',
    pushes: [],
    answers: new Map(),
    misbehave: undefined,
    providerTokens: new Set(),
    now: Date.now,
  };
  return fake;
}

async function accept(fake: FakeApns, { headers, body }: ReceivedRequest): Promise<Answer> {
  const token = /^\/3\/device\/([^/]*)$/.exec(headers[':path'] ?? '')?.[1];
  if (headers[':method'] !== 'POST') return apnsRefusal(405, 'MethodNotAllowed');
  if (token === undefined) return apnsRefusal(404, 'BadPath');
  const reason =
    (await credentialProblem(fake, headers.authorization)) ??
    headerProblem(fake, headers) ??
    (/^[0-9a-f]{64}$/i.test(token) ? undefined : ([400, 'BadDeviceToken'] as const)) ??
    payloadProblem(body);
  if (reason) return apnsRefusal(...reason);
  const planned = fake.answers.get(token);
  if (planned) return planned;
  fake.pushes.push({
    token,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => name.startsWith('apns-')),
    ) as Record<string, string>,
    payload: JSON.parse(body.toString()) as Record<string, unknown>,
  });
  return { status: 200, headers: { 'apns-id': String(headers['apns-id'] ?? crypto.randomUUID()) } };
}

type Problem = readonly [number, string] | undefined;

async function credentialProblem(
  fake: FakeApns,
  authorization: string | undefined,
): Promise<Problem> {
  const token = /^bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return [403, 'MissingProviderToken'];
  fake.providerTokens.add(token);
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      createPublicKey(fake.key.privateKey),
      {
        algorithms: ['ES256'],
        issuer: fake.key.teamId,
        requiredClaims: ['iat'],
        maxTokenAge: HOUR_SECONDS,
        currentDate: new Date(fake.now()),
      },
    );
    const isOurs = protectedHeader.kid === fake.key.keyId && Object.keys(payload).length === 2;
    return isOurs ? undefined : [403, 'InvalidProviderToken'];
  } catch (error) {
    const isOld = error instanceof errors.JWTExpired;
    return [403, isOld ? 'ExpiredProviderToken' : 'InvalidProviderToken'];
  }
}

function headerProblem(fake: FakeApns, headers: ReceivedRequest['headers']): Problem {
  const text = (name: string) => headers[name] as string | undefined;
  const isBackground = text('apns-push-type') === 'background';
  const unknown = Object.keys(headers).filter(
    (name) => !name.startsWith(':') && !KNOWN_HEADERS.has(name),
  );
  if (unknown.length > 0) return [400, `Unknown header ${unknown.join(', ')}`];
  if (text('apns-topic') === undefined) return [400, 'MissingTopic'];
  if (text('apns-topic') !== fake.topic) return [400, 'DeviceTokenNotForTopic'];
  if (!/^(alert|background)$/.test(text('apns-push-type') ?? '')) return [400, 'InvalidPushType'];
  if (!/^(10|5|1)$/.test(text('apns-priority') ?? '10')) return [400, 'BadPriority'];
  if (isBackground && text('apns-priority') !== '5') return [400, 'BadPriority'];
  if (!/^\d+$/.test(text('apns-expiration') ?? '0')) return [400, 'BadExpirationDate'];
  if (Buffer.byteLength(text('apns-collapse-id') ?? '') > 64) return [400, 'BadCollapseId'];
  if (!UUID.test(text('apns-id') ?? crypto.randomUUID())) return [400, 'BadMessageId'];
  return undefined;
}

function payloadProblem(body: Buffer): Problem {
  if (body.length === 0) return [400, 'PayloadEmpty'];
  if (body.length > 4096) return [413, 'PayloadTooLarge'];
  const payload = JSON.parse(body.toString()) as { aps?: object };
  return typeof payload.aps === 'object' ? undefined : [400, 'PayloadEmpty'];
}
