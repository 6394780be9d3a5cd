import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { withoutSome } from './withoutSome.ts';

const message = (content: string) => `MSG host.messages 1 ${content.length}\r\n${content}\r\n`;
const said = `INFO {"max_payload":1}\r\n${message('one')}PING\r\n${message('MSG a 1 2')}${message('three')}PONG\r\n`;

it.each([1, 2, 7, 1000])(
  'whole messages are lost and nothing else, in parts of %s',
  async (size) => {
    let messages = 0;
    const lossy = withoutSome(() => ++messages % 2 === 0);
    for (let at = 0; at < said.length; at += size) lossy.write(said.slice(at, at + size));
    lossy.end();
    expect(await text(lossy)).toBe(said.replace(message('MSG a 1 2'), ''));
    expect(messages).toBe(3);
  },
);
