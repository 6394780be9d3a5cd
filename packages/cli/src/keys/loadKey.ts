import { type KeyObject, createPrivateKey } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

import { CliError } from '../terminal/CliError.ts';
import { type KeyPair, keyPairOf } from './createKeyPair.ts';

const OTHERS = 0o077;

/** Reads a private key from its file. Refuses a file that anybody but its owner can read. */
export async function loadKey(path: string): Promise<KeyPair> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw keyError(
      `There is no key file at ${path}.`,
      'Give the path of your key, or make a new one and have it registered.',
    );
  });
  try {
    await checkFile(file, path);
    return keyPairOf(parseKey(await file.readFile('utf8'), path));
  } finally {
    await file.close();
  }
}

async function checkFile(file: FileHandle, path: string): Promise<void> {
  const stat = await file.stat();
  if (!stat.isFile()) throw keyError(`${path} is not a file.`, 'Give the path of your key.');
  const { mode } = stat;
  // Windows has no such permissions.
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  throw keyError(
    `${path} can be read by others (mode ${(mode & 0o777).toString(8)}).`,
    `Run \`chmod 600 ${path}\`. If others may have read it, make a new key and have this one revoked.`,
  );
}

function parseKey(pem: string, path: string): KeyObject {
  if (pem.includes('-----BEGIN ENCRYPTED')) {
    throw keyError(
      `${path} is protected by a passphrase.`,
      'Decrypt it with `openssl pkey -in <file> -out <new file>`, and keep that one to yourself.',
    );
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // Without the cause, which may contain the file's content.
    const found = pem.includes('PUBLIC KEY-----') ? 'a public key' : 'something else';
    throw keyError(
      `${path} holds ${found}; expected a private key in PEM (PKCS8).`,
      'Give the path of the private key.',
    );
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw keyError(
    `${path} holds a key of the type ${key.asymmetricKeyType}; expected ed25519.`,
    'Make a new key and have it registered.',
  );
}

function keyError(message: string, fix: string): CliError {
  return new CliError(message, fix, { code: 'key-file' });
}
