import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

import { LIVE_PATH } from '@host/contracts';
import type { FastifyBaseLogger } from 'fastify';

import { LineLimit } from '../../errors/stray/LineLimit.ts';
import type { Admission } from '../../http/rate-limits/Admission.ts';
import type { RefusalPace } from '../../http/strangers/RefusalPace.ts';
import type { StrangerTurns } from '../../http/strangers/StrangerTurns.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { type DeviceRow, findDeviceOfKey } from '../devices/deviceRows.ts';
import { readSince } from '../live/readSince.ts';
import { someSeconds } from '../live/someSeconds.ts';
import { handBack } from './handBack.ts';
import { type Handshake, acceptance, readHandshake, wantsWebSocket } from './handshake.ts';
import { type SocketListening, listenToSocket } from './listenToSocket.ts';
import { type Refusal, refuseHandshake } from './refuseHandshake.ts';
import { SocketWire } from './SocketWire.ts';
import { type AnswerUnderWay, whenAnswered } from './whenAnswered.ts';

/** Refused clients retry: a few log lines per minute inform the operator, the rest is only counted. */
const MAX_REFUSALS_LOGGED_A_MINUTE = 10;

interface AcceptOptions extends SocketListening {
  db: Database;
  /** Handshakes queue with the requests of strangers, since their sender is not authenticated yet. */
  turns: Pick<StrangerTurns, 'enqueue'>;
  refusals: Pick<RefusalPace, 'answer' | 'answerLate'>;
  /** Counts a handshake; returns the seconds to wait if there are too many. */
  countHandshake: (request: IncomingMessage) => number | undefined;
  /** Admits devices at a limited rate: when a node is lost, all its devices reconnect at once. */
  admission: Pick<Admission, 'admit' | 'takePlace' | 'giveBack'>;
  answerUnderWay: AnswerUnderWay;
  logger?: FastifyBaseLogger | undefined;
}

interface Welcome {
  handshake: Handshake;
  device: DeviceRow;
  since: number | undefined;
}

/** Accepts the WebSockets of devices on an HTTP server. */
export function acceptSockets(server: Server, options: AcceptOptions): void {
  const { logger, strays, turns, refusals, answerUnderWay } = options;
  const lines = new LineLimit(MAX_REFUSALS_LOGGED_A_MINUTE);
  const log = (level: 'info' | 'warn', about: object) => {
    const leftOut = lines.admit();
    if (leftOut === undefined) return;
    logger?.[level]({ ...about, ...(leftOut > 0 && { leftOut }) }, 'a device could not connect');
  };

  const accept = async (request: IncomingMessage, socket: Socket, head: Buffer) => {
    await new Promise<void>((resolve) => turns.enqueue(resolve));
    if (socket.destroyed) return;
    const welcome = await look(request, options).catch((error: unknown): Refusal => {
      log('warn', { err: error });
      return { status: 503, retryAfterSeconds: someSeconds() };
    });
    if (socket.destroyed) return;
    if ('status' in welcome) {
      refuse(socket, welcome);
    } else {
      await connect(socket, head, welcome, options).catch((error: unknown) => {
        log('warn', { err: error });
        refuse(socket, { status: 503, retryAfterSeconds: someSeconds() });
      });
    }
  };
  const refuse = (socket: Socket, refusal: Refusal) => {
    if (refusal.status < 500) log('info', refusal);
    const answer = () => void (socket.destroyed || refuseHandshake(socket, refusal));
    if (refusal.status === 429) refusals.answerLate(answer);
    else refusals.answer(answer);
  };

  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // Node has removed its own listener, and an error without a listener ends the process.
    const onError = () => socket.destroy();
    socket.on('error', onError);
    whenAnswered(socket, answerUnderWay, () => {
      if (wantsWebSocket(request)) {
        accept(request, socket, head).catch((error: unknown) => {
          strays.note(error, 'handshake');
          socket.destroy();
        });
        return;
      }
      // An upgrade to anything else is an offer that may be ignored (RFC 9110, 7.8): Java's client makes it with every
      // first request.
      socket.off('error', onError);
      handBack(server, request, socket, head);
    });
  });
}

async function look(
  request: IncomingMessage,
  { db, countHandshake, admission }: AcceptOptions,
): Promise<Welcome | Refusal> {
  const retryAfterSeconds = countHandshake(request);
  if (retryAfterSeconds !== undefined) return { status: 429, retryAfterSeconds };
  const handshake = readHandshake(request);
  if (!handshake) return { status: 400 };
  if (handshake.path !== LIVE_PATH) return { status: 404 };
  const since = readSince(handshake.since);
  if (!handshake.isOurProtocol || since === null) return { status: 400 };
  if (handshake.token === undefined) return { status: 401 };
  if (!admission.admit()) return { status: 503, retryAfterSeconds: admission.takePlace() };
  const device = await findDeviceOfKey(db, handshake.token);
  if (device) return { handshake, device, since };
  // Failed handshakes must not use up the allowance of real devices.
  admission.giveBack();
  return { status: 404 };
}

async function connect(
  socket: Socket,
  head: Buffer,
  { handshake, device, since }: Welcome,
  listening: SocketListening,
): Promise<void> {
  const { hub } = listening;
  socket.setNoDelay(true);
  socket.setTimeout(0);
  const wire = new SocketWire(socket);
  const open = () => {
    socket.write(acceptance(handshake.accept));
    return wire;
  };
  const connection = await hub.connect(device, open, since);
  if (socket.destroyed) return hub.disconnect(connection);
  // `connect` has closed the socket with a reason.
  if (!connection?.isOpen) return;
  listenToSocket({ socket, head, wire, connection }, listening);
}
