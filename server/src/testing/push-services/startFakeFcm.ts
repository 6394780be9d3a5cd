import { type KeyObject, generateKeyPairSync, randomUUID } from 'node:crypto';

import { jwtVerify } from 'jose';

import {
  type Answer,
  type Http2TestServer,
  type ReceivedRequest,
  startHttp2Server,
} from './startHttp2Server.ts';
import { V1Request, withReferenceNames } from './V1Message.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

/** A fake of Google's token endpoint and messaging service, as strict as the published reference. */
export interface FakeFcm extends Omit<Http2TestServer, 'server'> {
  account: {
    projectId: string;
    clientEmail: string;
    privateKeyId: string;
    privateKey: KeyObject;
    tokenUrl: string;
  };
  /** The accepted requests. */
  messages: V1Request[];
  /** Responses for certain device tokens, instead of accepting the push. */
  answers: Map<string, Answer>;
  /** While set, handles every request instead of the service. */
  misbehave: ((request: ReceivedRequest) => Answer | undefined) | undefined;
  /** How often an access token was requested. */
  grants: number;
  /** The access tokens that are currently valid. */
  accessTokens: Set<string>;
  /** How long the next access tokens are valid. */
  grantSeconds: number;
  /** Issues an access token, as the token endpoint does. */
  grant(): string;
  now: () => number;
}

/** An error in the API's format. */
export function fcmRefusal(
  status: number,
  code: { status: string; errorCode?: string; violatedField?: string },
  headers: Record<string, string> = {},
): Answer {
  const details = [
    ...(code.errorCode ? [{ '@type': FCM_ERROR, errorCode: code.errorCode }] : []),
    ...(code.violatedField
      ? [{ '@type': BAD_REQUEST, fieldViolations: [{ field: code.violatedField }] }]
      : []),
  ];
  const error = { code: status, message: 'The words of an error decide nothing.', details };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify({ error: { ...error, status: code.status } }),
  };
}

export async function startFakeFcm(): Promise<FakeFcm> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = await startHttp2Server(async (request) => {
    if (fake.misbehave) return fake.misbehave(request);
    const path = request.headers[':path'];
    if (path === '/token') return giveToken(fake, publicKey, request);
    if (path === `/v1/projects/${fake.account.projectId}/messages:send`) return take(fake, request);
    return { status: 404, body: '<html>The requested URL was not found on this server.</html>' };
  });
  const fake: FakeFcm = {
    ...server,
    account: {
      projectId: 'acme-host',
      clientEmail: 'push@acme-host.iam.gserviceaccount.com',
      privateKeyId: '0123456789abcdef',
      privateKey,
      tokenUrl: `${server.origin}/token`,
    },
    messages: [],
    answers: new Map(),
    misbehave: undefined,
    grants: 0,
    accessTokens: new Set(),
    grantSeconds: 3600,
    grant() {
      const token = `ya29.${randomUUID()}`;
      fake.accessTokens.add(token);
      return token;
    },
    now: Date.now,
  };
  return fake;
}

async function giveToken(
  fake: FakeFcm,
  publicKey: KeyObject,
  { headers, body }: ReceivedRequest,
): Promise<Answer> {
  const refuse = (error: string): Answer => ({ status: 400, body: JSON.stringify({ error }) });
  fake.grants++;
  const form = new URLSearchParams(body.toString());
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  if (!isForm || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
    return refuse('unsupported_grant_type');
  }
  try {
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      algorithms: ['RS256'],
      issuer: fake.account.clientEmail,
      audience: fake.account.tokenUrl,
      requiredClaims: ['iat', 'exp'],
      currentDate: new Date(fake.now()),
    });
    if (payload['scope'] !== SCOPE) return refuse('invalid_scope');
    if (payload.exp! - payload.iat! > 3600) return refuse('invalid_grant');
  } catch {
    return refuse('invalid_grant');
  }
  const grant = { access_token: fake.grant(), expires_in: fake.grantSeconds, token_type: 'Bearer' };
  return { status: 200, body: JSON.stringify(grant) };
}

function take(fake: FakeFcm, { headers, body }: ReceivedRequest): Answer {
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (headers[':method'] !== 'POST') return fcmRefusal(405, { status: 'METHOD_NOT_ALLOWED' });
  if (!fake.accessTokens.has(bearer ?? '')) return fcmRefusal(401, { status: 'UNAUTHENTICATED' });
  const parsed = V1Request.safeParse(withReferenceNames(jsonIn(headers, body)));
  if (!parsed.success) {
    const field = parsed.error.issues[0]!.path.join('.') || 'message';
    return fcmRefusal(400, { status: 'INVALID_ARGUMENT', violatedField: field });
  }
  const request = parsed.data;
  const planned = fake.answers.get(request.message.token);
  if (planned) return planned;
  fake.messages.push(request);
  const id = request.validate_only ? 'fake_message_id' : randomUUID();
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({ name: `projects/${fake.account.projectId}/messages/${id}` }),
  };
}

function jsonIn(headers: ReceivedRequest['headers'], body: Buffer): unknown {
  if (!headers['content-type']?.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
