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
/** How many heartbeats may be missed. */
const BEATS = 2.5;
const MAX_UNTOLD = 100;
const COME_BACK = /in (\d{1,6}) ms$/;

export interface LiveOptions {
  /** Opens a connection that resumes after a cursor. Rejects if that fails. */
  open: (since: number | undefined) => Promise<GatewaySocket>;
  cursor: Cursor;
  listener: LiveListener;
  chance?: (() => number) | undefined;
}

/** Keeps a connection to the gateway: it reconnects automatically, and resumes after the last stored message. */
export function connectLive({
  open,
  cursor,
  listener,
  chance = Math.random,
}: LiveOptions): LiveConnection & { say(message: LiveClientMessage): void } {
  let state: LiveState = 'connecting';
  let socket: GatewaySocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let silenceMs = HELLO_MS;
  let untold: LiveClientMessage[] = [];

  function become(next: LiveState): void {
    state = next;
    listener.onState(next);
  }

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function awaitWord(): void {
    wait(silenceMs, lose);
  }

  async function attempt(): Promise<void> {
    become('connecting');
    silenceMs = HELLO_MS;
    awaitWord();
    try {
      const next = await open(await cursor.load());
      // Closed, or timed out, while it was being opened.
      if (state !== 'connecting' || socket) return next.close();
      socket = next;
      next.addEventListener('message', ({ data }) => next === socket && hear(data));
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
    const pause = backOff(failures++, MAX_PAUSE_MS, chance);
    wait(+(COME_BACK.exec(reason)?.[1] ?? pause), () => void attempt());
    // Browsers do not expose why a handshake was refused; from time to time, check whether the device is unknown.
    const isUnknown = code === LIVE_UNREGISTERED || isPowerOfTwo(failures);
    become(isUnknown ? 'unregistered' : 'waiting');
  }

  function hear(data: unknown): void {
    awaitWord();
    const message = readLiveServerMessage(data);
    switch (message?.type) {
      case 'hello':
        failures = 0;
        silenceMs = BEATS * message.heartbeat * 1000;
        awaitWord();
        cursor.restart(message.cursor);
        become('connected');
        untold.splice(0).forEach(say);
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

  function say(message: LiveClientMessage): void {
    if (state === 'connected') socket?.send(JSON.stringify(message));
  }

  /** Reports about a message of the gateway; local notifications have other ids, and are ignored. */
  function report(message: LiveClientMessage & { id: string }): void {
    if (!isLiveMessageId(message.id)) return;
    cursor.flush();
    if (state === 'connected') say(message);
    else untold = [...untold, message].slice(-MAX_UNTOLD);
  }

  void attempt();
  return {
    say,
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
