import type { Socket } from 'node:net';

import type { LiveServerMessage } from '@host/contracts';

import { descriptorOf } from '../../node-internals/nodeInternals.ts';
import type { Wire } from '../live/connection/Connection.ts';
import { OPCODE, closeFrame, encodeFrame, textFrame } from '../live/batches/frames.ts';
import type { MessageBatch } from '../live/batches/MessageBatch.ts';

const PING = encodeFrame(OPCODE.ping, Buffer.alloc(0));
/** A one-entry cache: most devices have the same cursor as the one before. */
let lastBeat = { cursor: -1, frames: PING };

function sayFrame(event: LiveServerMessage): Buffer {
  return textFrame(JSON.stringify(event));
}

function beatFrames(cursor: number): Buffer {
  if (lastBeat.cursor !== cursor) {
    const text = sayFrame({ type: 'heartbeat', cursor });
    lastBeat = { cursor, frames: Buffer.concat([PING, text]) };
  }
  return lastBeat.frames;
}

/** How long the client may take to answer a close frame. */
export const CLOSE_TIMEOUT_MS = 2000;

/** Writes frames directly to the socket of a WebSocket: those of a batch are the same bytes for every device. */
export class SocketWire implements Wire {
  readonly hearsBack = true;
  readonly #socket: Socket;
  readonly #descriptor: number;
  #unansweredPing: Buffer | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#descriptor = descriptorOf(socket);
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  get descriptor(): number {
    const socket = this.#socket;
    return socket.writableLength === 0 && !socket.destroyed ? this.#descriptor : -1;
  }

  write(batch: MessageBatch, from = 0): void {
    this.#socket.write(from === 0 ? batch.frames : batch.frames.subarray(from));
  }

  sendEvent(event: LiveServerMessage): void {
    this.#socket.write(sayFrame(event));
  }

  heartbeat(cursor: number | undefined): void {
    this.#socket.write(cursor === undefined ? PING : beatFrames(cursor));
  }

  pong(payload: Buffer): void {
    // A client that does not read gets a pong for its last ping only, once it reads again (RFC 6455, 5.5.3).
    if (this.bufferedBytes > 0) this.#unansweredPing = payload;
    else this.#socket.write(encodeFrame(OPCODE.pong, payload));
  }

  /** Called when everything that was buffered has been sent. */
  drained(): void {
    const payload = this.#unansweredPing;
    this.#unansweredPing = undefined;
    if (payload && this.#socket.writable) this.pong(payload);
  }

  close(code: number, reason: string): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    socket.end(closeFrame(code, reason));
    // A client that does not answer the close frame is disconnected.
    setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  }
}
