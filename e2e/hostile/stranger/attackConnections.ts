import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ConnectionAttack } from './connectionAttacks.ts';

/** Carries out an attack; resolves to the response statuses per connection. */
export async function attackConnections(
  port: number,
  attack: ConnectionAttack,
): Promise<number[][]> {
  const answers = [];
  for (let index = 0; index < (attack.times ?? 1); index++) {
    answers.push(await attackConnection(port, attack));
  }
  return answers;
}

/** Ends as soon as the expected number of responses has arrived. */
async function attackConnection(
  port: number,
  { sends, answers = [] }: ConnectionAttack,
): Promise<number[]> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let heard = '';
  const statuses = () =>
    [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const isDone = new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      if (statuses().length >= answers.length) resolve();
    });
  });
  for (const piece of sends) {
    await new Promise((resolve) => void socket.write(piece, resolve));
    await nextTurn();
  }
  if (answers.length > 0) await isDone;
  socket.resetAndDestroy();
  return statuses();
}
