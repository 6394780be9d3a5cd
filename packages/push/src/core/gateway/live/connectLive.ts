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
/** How long a gateway may take to say hello. */
const HELLO_MS = 20_000;
/** How many beats may be missed. */
const BEATS = 2.5;
const MAX_UNTOLD = 100;
const COME_BACK = /in (\d{1,6}) ms$/;

export interface LiveOptions {
  /** Opens a connection that resumes after a cursor. Rejects when that cannot be done now. */
  open: (since: number | undefined) => Promise<GatewaySocket>;
  cursor: Cursor;
  listener: LiveListener;
  chance?: (() => number) | undefined;
}

/** Keeps a connection to the gateway: it comes back by itself, and goes on after the last message that was kept. */
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
      // Closed, or given up for being slow, while it was opened.
      if (state !== 'connecting' || socket) return next.close();
      socket = next;
      next.addEventListener('message', ({ data }) => next === socket && hear(data));
      next.addEventListener('close', (why) => next === socket && lose(why.code, why.reason));
      // What went wrong is said by the close that follows.
      next.addEventListener('error', () => undefined);
    } catch {
      if (state === 'connecting') lose();
    }
  }

  /** Lets go of the connection and decides when there is another. */
  function lose(code?: number, reason = ''): void {
    const lost = socket;
    socket = undefined;
    lost?.close();
    if (code === LIVE_REPLACED) {
      // Two that took turns at replacing each other would never end: the one in front has it.
      clearTimeout(timer);
      return become('replaced');
    }
    // A gateway that ends lets its devices come back one after the other, and says when.
    const pause = backOff(failures++, MAX_PAUSE_MS, chance);
    wait(+(COME_BACK.exec(reason)?.[1] ?? pause), () => void attempt());
    // A browser does not tell why it was turned away; now and then that is because the device is not known.
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

  /** What the device has shown by itself has other ids: the gateway does not know them. */
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
    // A cursor that is behind changes nothing.
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

/** Of four failures in a row and more: not at once, and ever more rarely. */
function isPowerOfTwo(failures: number): boolean {
  return failures > 3 && (failures & (failures - 1)) === 0;
}
