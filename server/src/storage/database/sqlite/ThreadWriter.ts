import type { Worker } from 'node:worker_threads';

import { ApiError } from '../../../ApiError.ts';
import type { Queries, SqlValue } from '../Database.types.ts';
import { startThread } from './startThread.ts';
import type { WriterRequest, WriterResponse } from './sqliteWriter.types.ts';

const SQLITE_FULL = 13;

/** The connection that writes, on a thread of its own. */
export class SqliteWriter implements Queries {
  readonly #worker: Worker;
  readonly #waiting: {
    resolve: (result: unknown) => void;
    reject: (error: Error) => void;
  }[] = [];
  #failure: Error | undefined;

  constructor(path: string) {
    this.#worker = startThread('sqliteWriterThread', { path });
    this.#worker.on('message', (response: WriterResponse) => this.#settle(response));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The writer thread of the database ended')));
  }

  all<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row[]> {
    return this.#send({ mode: 'all', sql, parameters }) as Promise<Row[]>;
  }

  get<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined> {
    return this.#send({ mode: 'get', sql, parameters }) as Promise<Row | undefined>;
  }

  run(sql: string, ...parameters: SqlValue[]): Promise<number> {
    return this.#send({ mode: 'run', sql, parameters }) as Promise<number>;
  }

  async runMany(sql: string, rows: readonly SqlValue[][]): Promise<void> {
    if (rows.length > 0) await this.#send({ mode: 'runMany', sql, parameters: rows });
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    if (this.#failure) return;
    this.#worker.postMessage('close');
    await ended;
  }

  #send(request: WriterRequest): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #settle(response: WriterResponse): void {
    const { resolve, reject } = this.#waiting.shift()!;
    if (response.ok) return resolve(response.result);
    if (response.errcode === SQLITE_FULL) {
      return reject(new ApiError('storage-full', 'The disk that holds the database is full.'));
    }
    reject(new Error(response.message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
