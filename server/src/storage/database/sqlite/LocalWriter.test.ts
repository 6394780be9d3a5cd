import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { WriterThreadReader } from './WriterThreadReader.ts';
import { LocalWriter } from './LocalWriter.ts';
import { openSqlite } from './openSqlite.ts';
import { openReader } from './sqliteDatabase.ts';
import { StatementCache } from './StatementCache.ts';
import { WriteQueue } from './WriteQueue.ts';

describe('a connection that several write with', () => {
  let folder: string;
  let statements: StatementCache;
  let reader: WriterThreadReader;
  let one: WriteQueue;
  let other: WriteQueue;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'writer-'));
    const path = join(folder, 'test.db');
    statements = new StatementCache(openSqlite(path));
    statements.run('CREATE TABLE notes (text TEXT NOT NULL)', []);
    const writer = new LocalWriter(statements, () => reader.end());
    reader = new WriterThreadReader(writer, openReader(path));
    [one, other] = [new WriteQueue(writer), new WriteQueue(writer)];
  });
  afterEach(async () => {
    reader.close();
    statements.close();
    await rm(folder, { recursive: true, force: true });
  });

  const notes = () => reader.all('SELECT text FROM notes ORDER BY rowid', []);
  const add = (queue: WriteQueue, ...texts: string[]) =>
    queue.transaction(async (tx) => {
      for (const text of texts) {
        await tx.run('INSERT INTO notes VALUES (?)', text);
        await new Promise(setImmediate);
      }
    });

  it('has one transaction at a time, and all of each', async () => {
    await Promise.all([add(one, 'a', 'b', 'c'), add(other, 'd', 'e'), add(one, 'f')]);
    expect(notes()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ({ text })));
  });

  it('goes on with the next one when a transaction fails', async () => {
    const failing = one.transaction(async (tx) => {
      await tx.run('INSERT INTO notes VALUES (?)', 'lost');
      throw new Error('changed its mind');
    });
    const results = await Promise.allSettled([failing, add(other, 'kept'), add(one, 'too')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(notes()).toEqual([{ text: 'kept' }, { text: 'too' }]);
  });

  it('goes on when a transaction cannot begin, and says which disk is full', async () => {
    statements.run('BEGIN', []);
    await expect(add(one, 'never')).rejects.toThrow('transaction within a transaction');
    statements.run('ROLLBACK', []);
    statements.get('PRAGMA max_page_count = 3', []);
    await expect(add(other, 'x'.repeat(100_000))).rejects.toMatchObject({ code: 'storage-full' });
    await add(one, 'small');
    expect(notes()).toEqual([{ text: 'small' }]);
  });

  it('keeps a transaction whose listener fails, and the one that has begun meanwhile', async () => {
    const warned = once(process, 'warning');
    const heard: unknown[] = [];
    one.changes.onChange(() => {
      throw new Error('a listener failed');
    });
    one.changes.onChange((change) => heard.push(change));
    const telling = one.transaction(async (tx) => {
      await tx.run('INSERT INTO notes VALUES (?)', 'told of');
      await tx.notify({ topic: 'notes', key: 'told of' });
    });
    await Promise.all([telling, add(other, 'next', 'last')]);
    expect(notes()).toEqual(['told of', 'next', 'last'].map((text) => ({ text })));
    expect(heard).toEqual([{ topic: 'notes', key: 'told of' }]);
    expect(await warned).toMatchObject([{ message: 'a listener failed' }]);
  });

  it('shows nobody what is not committed yet, and everybody what is', async () => {
    const seen: unknown[] = [];
    await one.transaction(async (tx) => {
      await tx.run('INSERT INTO notes VALUES (?)', 'a');
      seen.push(notes());
      await new Promise(setImmediate);
      seen.push(notes());
    });
    expect(seen).toEqual([[], []]);
    expect(notes()).toEqual([{ text: 'a' }]);
    await one
      .transaction(async (tx) => {
        await tx.run('INSERT INTO notes VALUES (?)', 'taken back');
        throw new Error('changed its mind');
      })
      .catch(() => seen.push(notes()));
    expect(seen.at(-1)).toEqual([{ text: 'a' }]);
  });
});
