import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { CliError } from '../terminal/CliError.ts';
import { temporaryFolder } from '../pack/testing/writeBuild.ts';
import { createKeyPair } from './createKeyPair.ts';
import { loadKey } from './loadKey.ts';
import { saveKey } from './saveKey.ts';

const newPath = async () => join(await temporaryFolder('keys-'), 'publisher.pem');

async function refusalOf(call: Promise<unknown>): Promise<CliError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CliError);
  return error as CliError;
}

describe('a key file', () => {
  it('gives back the key that was saved', async () => {
    const path = await newPath();
    const { keyId, publicKey, privateKey } = createKeyPair();
    await saveKey(path, privateKey);
    const loaded = await loadKey(path);
    expect(loaded).toMatchObject({ keyId, publicKey });
    expect(loaded.privateKey.equals(privateKey)).toBe(true);
    expect(await readFile(path, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  });

  it.each([0o000, 0o022, 0o777])('is for its owner alone, under the umask %o', async (umask) => {
    const path = await newPath();
    const before = process.umask(umask);
    onTestFinished(() => void process.umask(before));
    await saveKey(path, createKeyPair().privateKey);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is never overwritten', async () => {
    const path = await newPath();
    await writeFile(path, 'precious');
    const { code, message } = await refusalOf(saveKey(path, createKeyPair().privateKey));
    expect([code, message]).toEqual(['key-file-exists', expect.stringContaining(path)]);
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  it.each([0o604, 0o640, 0o620, 0o601, 0o666, 0o644])(
    'is refused with the mode %o',
    async (mode) => {
      const path = await newPath();
      await saveKey(path, createKeyPair().privateKey);
      await chmod(path, mode);
      const { message, fix } = await refusalOf(loadKey(path));
      expect(message).toBe(`${path} can be read by others (mode ${mode.toString(8)}).`);
      expect(fix).toContain(`chmod 600 ${path}`);
      await chmod(path, 0o400);
      await loadKey(path);
    },
  );

  it('that is none is refused with what it is, and nothing of it is shown', async () => {
    const path = await newPath();
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = { type: 'pkcs8', format: 'pem' } as const;
    const locked = { ...pem, cipher: 'aes-256-cbc', passphrase: 'secret' };
    for (const [content, expected] of [
      ['', 'holds something else; expected a private key'],
      ['hunter2', 'holds something else; expected a private key'],
      ['-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n', 'holds something else'],
      [String(publicKey.export({ type: 'spki', format: 'pem' })), 'holds a public key'],
      [String(rsa.export(pem)), 'holds a key of the type rsa; expected ed25519'],
      [String(privateKey.export(locked)), 'is protected by a passphrase'],
    ] as const) {
      await writeFile(path, content, { mode: 0o600 });
      const error = await refusalOf(loadKey(path));
      expect(error.message).toContain(expected);
      expect(error.fix).toMatch(/\.$/);
      expect(`${error.message}${error.fix}${error.stack}${String(error.cause)}`).not.toContain(
        'hunter2',
      );
    }
  });

  it('that is not there, or a folder, is refused', async () => {
    const path = await newPath();
    expect((await refusalOf(loadKey(path))).message).toBe(`There is no key file at ${path}.`);
    await mkdir(path, { mode: 0o700 });
    expect((await refusalOf(loadKey(path))).message).toBe(`${path} is not a file.`);
  });
});
