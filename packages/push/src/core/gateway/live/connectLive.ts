import {
  LIVE_REPLACED,
  LIVE_UNREGISTERED,
  type LiveClientMessage,
  isLiveMessageId,
  readLiveServerMessage,
} from '@host/contracts';

import { backOff } from '../../backOff.ts';
import type { GatewaySocket } from '../GatewayPorts.types.ts';
import type { LiveConnection, LiveListener, LiveState } from '../PushGateway.types.ts';
import { readMessage } from '../readMessage.ts';
import type { Cursor } from './createCursor.ts';

const MAX_PAUSE_MS = 60_000;
/** The timeout for the gateway's hello. */
const HELLO_MS = 20_000;
/** The connection counts as lost when nothing arrives for so many intervals of heartbeats. */
const MAX_SILENT_HEARTBEATS = 2.5;
/** Reports that are kept while there is no connection; older ones are dropped. */
const MAX_PENDING_REPORTS = 100;
/** The delay in the close reason of a gateway that shuts down. */
const RECONNECT_DELAY = /in (\d{1,6}) ms$/;

export interface LiveOptions {
  /** Opens a connection that resumes after a cursor. Rejects if that fails. */
  open: (since: number | undefined) => Promise<GatewaySocket>;
  cursor: Cursor;
  listener: LiveListener;
  random?: (() => number) | undefined;
}

/** Keeps a connection to the gateway: it reconnects automatically, and resumes after the last stored message. */
export function connectLive({
  open,
  cursor,
  listener,
  random = Math.random,
}: LiveOptions): LiveConnection & { send(message: LiveClientMessage): void } {
  let state: LiveState = 'connecting';
  let socket: GatewaySocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let silenceMs = HELLO_MS;
  let pendingReports: LiveClientMessage[] = [];

  function become(next: LiveState): void {
    state = next;
    listener.onState(next);
  }

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function awaitMessage(): void {
    wait(silenceMs, lose);
  }

  async function attempt(): Promise<void> {
    become('connecting');
    silenceMs = HELLO_MS;
    awaitMessage();
    try {
      const next = await open(await cursor.load());
      // Closed, or timed out, while it was being opened.
      if (state !== 'connecting' || socket) return next.close();
      socket = next;
      next.addEventListener('message', ({ data }) => next === socket && receive(data));
      next.addEventListener('close', (why) => next === socket && lose(why.code, why.reason));
      // Every error is followed by `close`, which is handled.
      next.addEventListener('error', () => undefined);
    } catch {
      if (state === 'connecting') lose();
    }
  }

  /** Drops the connection and schedules the next attempt. */
  function lose(code?: number, reason = ''): void {
    const lost = socket;
    socket = undefined;
    lost?.close();
    if (code === LIVE_REPLACED) {
      // Reconnecting would make two tabs replace each other forever: the one in the foreground keeps the connection.
      clearTimeout(timer);
      return become('replaced');
    }
    // A gateway that shuts down tells its devices when to reconnect, spread out in time.
    const pause = backOff(failures++, MAX_PAUSE_MS, random);
    wait(+(RECONNECT_DELAY.exec(reason)?.[1] ?? pause), () => void attempt());
    // Browsers do not expose why a handshake was refused; from time to time, check whether the device is unknown.
    const isUnknown = code === LIVE_UNREGISTERED || isPowerOfTwo(failures);
    become(isUnknown ? 'unregistered' : 'waiting');
  }

  function receive(data: unknown): void {
    awaitMessage();
    const message = readLiveServerMessage(data);
    switch (message?.type) {
      case 'hello':
        failures = 0;
        silenceMs = MAX_SILENT_HEARTBEATS * message.heartbeat * 1000;
        awaitMessage();
        cursor.restart(message.cursor);
        become('connected');
        pendingReports.splice(0).forEach(send);
        return undefined;
      case 'heartbeat':
        return cursor.idle(message.cursor);
      case 'inbox':
        return listener.onInboxChanged();
      case 'message':
        cursor.arrived(message.push.id, message.cursor);
        return listener.onMessage(readMessage(message.push));
    }
  }

  function send(message: LiveClientMessage): void {
    if (state === 'connected') socket?.send(JSON.stringify(message));
  }

  /** Reports about a message of the gateway; local notifications have other ids, and are ignored. */
  function report(message: LiveClientMessage & { id: string }): void {
    if (!isLiveMessageId(message.id)) return;
    cursor.flush();
    if (state === 'connected') send(message);
    else pendingReports = [...pendingReports, message].slice(-MAX_PENDING_REPORTS);
  }

  void attempt();
  return {
    send,
    acknowledge: cursor.kept,
    reportOpened: (id) => report({ type: 'opened', id }),
    // A lower cursor has no effect.
    reportHeld: (id, held) => report({ type: 'ack', cursor: 0, id, held }),
    pause: cursor.flush,
    wake() {
      if (!socket && state !== 'connecting' && state !== 'closed') void attempt();
    },
    close() {
      if (state === 'closed') return;
      cursor.flush();
      clearTimeout(timer);
      become('closed');
      socket?.close();
      socket = undefined;
    },
  };
}

/** Whether to check at this failure: from the fourth in a row on, at exponentially growing intervals. */
function isPowerOfTwo(failures: number): boolean {
  return failures > 3 && (failures & (failures - 1)) === 0;
}
