import { createECDH, randomBytes } from 'node:crypto';

import ece from 'http_ece';
import { describe, expect, inject, it } from 'vitest';

import { createAgreement } from './agreeOnKey.ts';
import { loadNativeAgreement } from './nativeAgreement.ts';
import { PayloadSealer } from './PayloadSealer.ts';
import { MAX_WEB_PUSH_BYTES, sealPayload } from './sealPayload.ts';

const nativeFile = inject('nativeAgreementFile');
const agreements = [
  { name: 'keys by Node', agreeOnKey: createAgreement() },
  ...(nativeFile === undefined
    ? []
    : [{ name: 'keys in C', agreeOnKey: loadNativeAgreement(nativeFile)! }]),
];
const bytes = (text: string) => Buffer.from(text, 'base64url');

describe('an encrypted payload', () => {
  it('is the one of appendix A of RFC 8291', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
    const receiverKey = bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    );
    const sealed = sealPayload({
      plain: Buffer.from('When I grow up, I want to be a watermelon'),
      receiverKey,
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
      senderKey: sender.getPublicKey(),
      sharedSecret: sender.computeSecret(receiverKey),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    });
    expect(sealed.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz' +
        'AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });
});

describe.each(agreements)(
  'a payload that is encrypted for a subscription ($name)',
  ({ agreeOnKey }) => {
    it.each([0, 1, 15, 16, 17, 1000, MAX_WEB_PUSH_BYTES])(
      'of %i bytes is read by another implementation',
      (size) => {
        const { keys, open } = subscription();
        const plain = randomBytes(size);
        const sealed = new PayloadSealer(agreeOnKey).seal(plain, keys)!;
        expect(sealed.length).toBeLessThanOrEqual(4096);
        expect(open(sealed)).toEqual(plain);
      },
    );

    it('has a key and a salt that no other has', () => {
      const { keys, open } = subscription();
      const sealer = new PayloadSealer(agreeOnKey);
      const sealed = Array.from({ length: 2500 }, () => sealer.seal(Buffer.from('same'), keys)!);
      const different = (part: (each: Buffer) => Buffer) =>
        new Set(sealed.map((each) => part(each).toString('hex'))).size;
      expect(different((each) => each.subarray(0, 16))).toBe(2500);
      expect(different((each) => each.subarray(21, 86))).toBe(2500);
      expect(open(sealed.at(-1)!)).toEqual(Buffer.from('same'));
    });

    it.each([
      ['a key that is too short', { p256dh: 'BCVx' }],
      ['a point that is not on the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
      ['a key of nothing', { p256dh: '' }],
      ['a secret that is too short', { auth: 'AAAA' }],
      ['a secret that is too long', { auth: Buffer.alloc(17).toString('base64url') }],
    ])('is not made for %s', (_, change) => {
      const { keys } = subscription();
      expect(
        new PayloadSealer(agreeOnKey).seal(Buffer.from('x'), { ...keys, ...change }),
      ).toBeUndefined();
    });

    it('is made as before after a key that was none', () => {
      const { keys, open } = subscription();
      const sealer = new PayloadSealer(agreeOnKey);
      sealer.seal(Buffer.from('x'), { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') });
      expect(open(sealer.seal(Buffer.from('y'), keys)!)).toEqual(Buffer.from('y'));
    });
  },
);

describe('an agreement in C', () => {
  it.runIf(nativeFile)('refuses what is no key', () => {
    const agree = loadNativeAgreement(nativeFile)!;
    expect(() => agree(Buffer.alloc(64, 4))).toThrow(TypeError);
    expect(() => agree('text' as unknown as Buffer)).toThrow(TypeError);
  });

  it('is done without where there is none', () => {
    expect(loadNativeAgreement('/nowhere/keyAgreement.node')).toBeUndefined();
  });
});

function subscription() {
  const receiver = createECDH('prime256v1');
  receiver.generateKeys();
  const keys = {
    p256dh: receiver.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const open = (sealed: Buffer) =>
    ece.decrypt(sealed, {
      version: 'aes128gcm',
      privateKey: receiver,
      dh: keys.p256dh,
      authSecret: keys.auth,
    });
  return { keys, open };
}
