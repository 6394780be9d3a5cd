// Runs the parts in C with whatever a program or a stranger could give them. It is started with sanitizers loaded, which
// end the process at the first access outside of what belongs to it.
import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { randomFrom } from './random.mjs';

const [socketsFile, agreementFile, seed, rounds] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const sockets = require(socketsFile);
const agreement = agreementFile === 'none' ? undefined : require(agreementFile);
const random = randomFrom(Number(seed));

/** Arguments of all kinds: those that fit, nearly fit, and make no sense. */
const odd = () =>
  random.oneOf([
    () => undefined,
    () => null,
    () => -1,
    () => 2 ** 40,
    () => Number.NaN,
    () => 'text',
    () => new Uint8Array(random.below(200)),
    () => new Int32Array(random.below(2000)),
    () => new Float64Array(4),
    () => new Uint8Array(new ArrayBuffer(64), random.below(64)),
    () => structuredCloneAway(new Uint8Array(65)),
    () => () => undefined,
    () => ({}),
  ])();

function structuredCloneAway(array) {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

/** Anything may be refused, and nothing else may happen. */
function tryCall(call, ...given) {
  try {
    call(...given);
  } catch (error) {
    assert(error instanceof TypeError, error);
  }
}

function fuzzArguments() {
  const { openReceiver: _open, ...calls } = sockets;
  const name = random.oneOf(Object.keys(calls));
  tryCall(calls[name], ...Array.from({ length: random.below(6) }, odd));
  tryCall(
    sockets.openReceiver ?? (() => undefined),
    odd(),
    new Int32Array(random.below(768)),
    odd(),
  );
  const count = random.below(8);
  const nobody = new Int32Array(random.below(8)).fill(-1);
  tryCall(sockets.sendToAll, nobody, count, random.bytes(10), new Int32Array(random.below(16)));
}

function fuzzAgreement() {
  const pair = createECDH('prime256v1');
  const key = pair.generateKeys();
  const into = new Uint8Array(65 + 32);
  assert(agreement.agree(key, into));
  const secret = pair.computeSecret(into.subarray(0, 65));
  assert.deepEqual(Buffer.from(into.subarray(65)), secret);
  const bent = Buffer.from(key);
  for (let index = 0; index <= random.below(3); index++) bent[random.below(65)] = random.below(256);
  if (!bent.equals(key)) agreement.agree(bent, into);
  agreement.agree(random.bytes(65), into);
  tryCall(agreement.agree, random.bytes(random.below(130)), new Uint8Array(random.below(130)));
  tryCall(agreement.agree, odd(), odd());
}

/** Many sockets that write, stop and break, read through little room: what arrives is what was sent, in its order. */
async function fuzzReceiver() {
  const accepted = [];
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    accepted.push(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const count = 1 + random.below(12);
  const clients = [];
  for (let id = 0; id < count; id++) {
    const client = connect(server.address().port, '127.0.0.1');
    client.on('error', () => undefined).resume();
    await once(client, 'connect');
    while (accepted.length <= id) await nextTurn();
    clients.push({ client, sent: [], received: [], isCut: false, isOver: false });
  }
  const bytes = new Uint8Array(1 + random.below(500));
  const numbers = new Int32Array(3 * 256);
  const receiver = sockets.openReceiver(bytes, numbers, (told) => {
    for (let index = 0; index < told; index++) {
      const [id, from, length] = numbers.subarray(3 * index, 3 * index + 3);
      assert(id >= 0 && id < count && from >= 0 && from + Math.max(length, 0) <= bytes.length);
      if (length > 0) clients[id].received.push(Buffer.from(bytes.subarray(from, from + length)));
      else clients[id].isOver = true;
    }
  });
  const descriptors = Int32Array.from(accepted, descriptorOf);
  for (const [id, descriptor] of descriptors.entries()) {
    assert(sockets.watch(receiver, descriptor, id));
    // Twice, or what is no socket: refused.
    assert.equal(sockets.watch(receiver, random.oneOf([descriptor, -1, 1 << 20]), id), false);
  }
  for (let step = 0; step < 5 * count; step++) {
    const each = random.oneOf(clients);
    const action = random.below(10);
    if (each.isCut || each.client.writableEnded) continue;
    if (action < 7) {
      const piece = random.bytes(1 + random.below(700));
      each.sent.push(piece);
      each.client.write(piece);
    } else if (action === 7) {
      each.client.end();
    } else if (action === 8) {
      each.isCut = true;
      each.client.resetAndDestroy();
    } else {
      sockets.sendToAll(
        descriptors,
        count,
        random.bytes(random.below(300)),
        new Int32Array(2 * count),
      );
    }
    if (random.below(2) === 0) await nextTurn();
  }
  for (const each of clients) if (!each.isCut) each.client.end();
  while (clients.some(({ isOver }) => !isOver)) await nextTurn();
  for (const { sent, received, isCut } of clients) {
    const [all, heard] = [Buffer.concat(sent), Buffer.concat(received)];
    assert(isCut ? all.subarray(0, heard.length).equals(heard) : all.equals(heard));
  }
  sockets.closeReceiver(receiver);
  assert.equal(sockets.watch(receiver, descriptors[0], 0), false);
  for (const socket of accepted) socket.destroy();
  for (const { client } of clients) client.destroy();
  await new Promise((resolve) => void server.close(resolve));
}

// What is watched past the streams does not keep a process alive.
const alive = setInterval(() => undefined, 1000);
for (let round = 0; round < Number(rounds); round++) {
  fuzzArguments();
  if (agreement) fuzzAgreement();
  if (sockets.openReceiver && round % 5 === 0) await fuzzReceiver();
}
globalThis.gc?.();
clearInterval(alive);
console.log(`${rounds} rounds`);

function descriptorOf(socket) {
  const { _handle: handle } = socket;
  return handle.fd;
}
