import { Transform } from 'node:stream';

const LINE_END = '\r\n';
const MESSAGE = /^H?MSG .* (\d+)$/;

/** Forwards what a NATS server sends to a client, dropping some of the messages. */
export function withoutSome(isLost: () => boolean): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(bytes: Buffer, _, done) {
      rest = Buffer.concat([rest, bytes]);
      const kept: Buffer[] = [];
      for (;;) {
        const end = rest.indexOf(LINE_END);
        if (end < 0) break;
        const [, length] = MESSAGE.exec(rest.toString('latin1', 0, end)) ?? [];
        const head = end + LINE_END.length;
        const size = head + (length === undefined ? 0 : Number(length) + LINE_END.length);
        if (rest.length < size) break;
        if (length === undefined || !isLost()) kept.push(rest.subarray(0, size));
        rest = rest.subarray(size);
      }
      done(null, Buffer.concat(kept));
    },
  });
}
