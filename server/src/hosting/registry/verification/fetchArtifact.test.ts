import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type ForeignCdn, startForeignCdn } from '../../../testing/startForeignCdn.ts';
import { UploadFolder } from '../../artifacts/upload/UploadFolder.ts';
import { fetchArtifact } from './fetchArtifact.ts';

/** For those that answer late or never; the others may take as long as a slow machine needs. */
const IMPATIENT = { answerMs: 100, wholeMs: 300 };

describe('fetching an artifact', () => {
  let cdn: ForeignCdn;
  let folder: string;
  beforeAll(async () => {
    cdn = await startForeignCdn();
    folder = await mkdtemp(join(tmpdir(), 'host-fetch-'));
    cdn.files.set('/file', 'the content');
  });
  beforeEach(() => {
    cdn.answer = undefined;
  });
  afterAll(async () => {
    await cdn.close();
    await rm(folder, { recursive: true });
  });

  const get = (path: string, patience?: typeof IMPATIENT) =>
    fetchArtifact(
      new UploadFolder(folder),
      cdn.origin + path,
      1000,
      async (file) => ({ ...file, text: await readFile(file.path, 'utf8') }),
      patience,
    );

  it('hands over the file and leaves nothing behind', async () => {
    expect(await get('/file')).toMatchObject({ text: 'the content', size: 11 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('gives up on a CDN that takes the connection and never answers', async () => {
    cdn.answer = () => undefined;
    await expect(get('/file', IMPATIENT)).rejects.toMatchObject({
      code: 'cdn-unavailable',
      retryAfterSeconds: 30,
      message: `${cdn.origin}/file did not answer.`,
    });
  });

  it('gives up on a CDN that starts and never ends, and leaves nothing behind', async () => {
    cdn.answer = (_request, response) => void response.writeHead(200).write('a start');
    await expect(get('/file', { answerMs: 10_000, wholeMs: 1500 })).rejects.toMatchObject({
      code: 'cdn-unavailable',
      message: `${cdn.origin}/file ended in the middle.`,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('stops reading at the limit, without waiting for the rest', async () => {
    cdn.answer = (_request, response) => void response.writeHead(200).write('x'.repeat(2000));
    await expect(get('/file')).rejects.toMatchObject({ code: 'artifact-too-large', status: 422 });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    [404, 'artifact-missing'],
    [410, 'artifact-missing'],
    [302, 'cdn-unavailable'],
    [304, 'cdn-unavailable'],
    [401, 'cdn-unavailable'],
    [500, 'cdn-unavailable'],
  ])('says of an answer %i that it is %s', async (status, code) => {
    cdn.answer = (_request, response) => void response.writeHead(status).end();
    await expect(get('/file')).rejects.toMatchObject({
      code,
      message: `${cdn.origin}/file answered ${status}.`,
    });
  });
});
