import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A browser's push service on this machine, with one subscription. */
export interface PushService {
  origin: string;
  /** What a browser gives to a page that subscribes. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The payloads that came for it, decrypted. */
  received: object[];
  stop(): void;
}

/** Starts it; `onPush` is told of every payload, as the browser would be. */
export async function startPushService(
  onPush: (payload: object) => Promise<void>,
): Promise<PushService> {
  const receiver = createECDH('prime256v1');
  const publicKey = receiver.generateKeys();
  const auth = randomBytes(16);
  const received: object[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const payload = JSON.parse(decrypt(Buffer.concat(chunks), receiver, auth)) as object;
      received.push(payload);
      const answer = (status: number) => response.writeHead(status).end();
      // A browser that is closed meanwhile cannot take it: the test is over, or says so itself.
      void onPush(payload).then(
        () => answer(201),
        () => answer(503),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    subscription: {
      endpoint: `${origin}/push/1`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    received,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** RFC 8291, from the side of the browser. */
function decrypt(sealed: Buffer, receiver: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = sealed.subarray(0, 16);
  const keyEnd = 21 + sealed[20]!;
  const senderKey = sealed.subarray(21, keyEnd);
  const derive = (key: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), senderKey]);
  const secret = derive(receiver.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(keyEnd, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
