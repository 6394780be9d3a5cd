import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';

import type { Change, SqlValue } from '../Database.types.ts';
import { startThread } from '../../threads/startThread.ts';
import type { Writer, WriterOrder, WriterRequest, WriterResponse } from './Writer.types.ts';

interface WriterOptions {
  /** Called for changes by services on the thread. */
  onChange: (change: Change | undefined) => void;
  /** Called when the thread ended unexpectedly. */
  onLost?: ((error: Error) => void) | undefined;
}

/** The writing connection on the writer thread, as the main thread uses it. */
export class ThreadWriter implements Writer {
  readonly #worker: Worker;
  readonly #options: WriterOptions;
  readonly #waiting: {
    resolve: (result: unknown) => void;
    reject: (error: Error) => void;
  }[] = [];
  #failure: Error | undefined;
  #isClosing = false;

  constructor(path: string, options: WriterOptions) {
    this.#options = options;
    this.#worker = startThread('writerThread', { path });
    this.#worker.on('message', (response: WriterResponse) => this.#settle(response));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The writer thread of the database ended')));
  }

  all<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row[]> {
    return this.#ask({ mode: 'all', sql, parameters }) as Promise<Row[]>;
  }

  get<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined> {
    return this.#ask({ mode: 'get', sql, parameters }) as Promise<Row | undefined>;
  }

  run(sql: string, ...parameters: SqlValue[]): Promise<number> {
    return this.#ask({ mode: 'run', sql, parameters }) as Promise<number>;
  }

  async runMany(sql: string, rows: readonly SqlValue[][]): Promise<void> {
    if (rows.length > 0) await this.#ask({ mode: 'runMany', sql, rows: JSON.stringify(rows) });
  }

  async begin(): Promise<void> {
    await this.#ask({ mode: 'begin' });
  }

  async commit(): Promise<void> {
    await this.#ask({ mode: 'commit' });
  }

  async rollback(): Promise<void> {
    await this.#ask({ mode: 'rollback' });
  }

  /** Starts a service on the writer thread, and returns a port to it, which closes when the thread ends. */
  start(service: string): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#order({ mode: 'start', service, port: port2 }, [port2]);
    return port1;
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    if (this.#failure) return;
    this.#isClosing = true;
    this.#order({ mode: 'close' });
    await ended;
  }

  #order(order: WriterOrder, transferred: MessagePort[] = []): void {
    this.#worker.postMessage(order, transferred);
  }

  #ask(request: WriterRequest): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #settle(response: WriterResponse): void {
    if ('change' in response) return this.#options.onChange(response.change);
    const { resolve, reject } = this.#waiting.shift()!;
    if (response.ok) resolve(response.result);
    else reject(Object.assign(new Error(response.message), { errcode: response.errcode }));
  }

  #fail(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    if (!this.#isClosing) this.#options.onLost?.(error);
  }
}
