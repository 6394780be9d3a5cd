import { type Socket, connect } from 'node:net';

import { type Attack, attacksOf } from './attacks.ts';

// A process that attacks a server until it is told to stop. It uses loopback addresses, each of which the server counts as
// a network of its own.
const origin = process.env['ORIGIN']!;
const { attacks, connections, addresses } = JSON.parse(process.env['OPTIONS']!) as {
  attacks: string[];
  connections: number;
  addresses: number;
};
const { hostname: host, port } = new URL(origin);
const answers: Record<string, Record<string, number>> = {};
let opened = 0;

function attack(each: Attack): void {
  const place = opened++ % addresses;
  const socket = connect({ port: Number(port), host, localAddress: `127.9.0.${place + 1}` });
  let unread = '';
  socket.on('connect', () => socket.write(each.next()));
  socket.on('data', (bytes) => {
    unread = follow(socket, each, unread + bytes.toString('latin1'));
  });
  socket.on('error', () => count(each, 'failed'));
  socket.on('close', () => setImmediate(attack, each));
}

/** Sends the next request after each complete response; returns the rest of the buffer. */
function follow(socket: Socket, each: Attack, text: string): string {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return text;
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end)) ?? [];
  if (text.length < end + 4 + Number(length)) return text;
  count(each, text.slice(9, 12));
  if (each.reconnects) socket.destroy();
  else socket.write(each.next());
  return text.slice(end + 4 + Number(length));
}

function count({ name }: Attack, status: string): void {
  const counts = (answers[name] ??= {});
  counts[status] = (counts[status] ?? 0) + 1;
}

async function newDevice(): Promise<string> {
  const answer = await fetch(`${origin}/v1/push/tokens`, { method: 'POST' });
  const { token, key } = (await answer.json()) as { token: string; key: string };
  const registered = await fetch(`${origin}/devices/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, platform: 'android' }),
  });
  if (!registered.ok) throw new Error(await registered.text());
  return key;
}

const keys = await Promise.all(Array.from({ length: 10 }, newDevice));
for (const each of attacksOf(keys).filter(({ name }) => attacks.includes(name))) {
  for (let n = 0; n < connections; n++) attack(each);
}
process.on('message', () => process.send!(answers));
process.on('disconnect', () => process.exit(0));
process.send!('ready');
