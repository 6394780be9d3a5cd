import { setTimeout as pause } from 'node:timers/promises';

import { inParallel } from './createCaller.mjs';
import { DemoDevice } from './DemoDevice.mjs';

const APP = 'com.acme.shop';
const PLATFORMS = ['android', 'android', 'android', 'ios', 'ios', 'web'];
const DEVICES = 90;
/** The first network number of devices; installs have lower ones. */
const FIRST_NETWORK = 2000;
const POLL_MS = 40;
const PATIENCE_MS = 20_000;

/** Simulates devices and sends. Three in four devices stay connected; the others are offline and miss what expires. */
export class Pushes {
  /** All devices, in the order of registration. */
  devices = [];
  #story;
  #deps;

  constructor(story, deps) {
    this.#story = story;
    this.#deps = deps;
  }

  /** Registers the devices of a day, and connects most of them. */
  async addDevices(day) {
    const { firstDay } = this.#story;
    const share = (firstDay - day + 6) / (firstDay + 6);
    const upTo = Math.round(DEVICES * Math.min(1, share));
    const coming = [];
    for (let n = this.devices.length; n < upTo; n++) coming.push(this.#plan(n));
    for (const device of coming) this.devices.push(await this.#register(device));
  }

  /** The properties of a device, derived from the seed alone. */
  #plan(n) {
    const { random, people } = this.#deps;
    const topics = Object.entries(this.#story.topics)
      .filter(([, oneOf]) => random.below(1000) < 1000 / oneOf)
      .map(([topic]) => topic);
    return {
      network: FIRST_NETWORK + n,
      platform: random.oneOf(PLATFORMS),
      person: n % 9 === 0 ? people[(n / 9) % people.length] : undefined,
      isAway: random.below(4) === 0,
      topics,
    };
  }

  async #register({ network, platform, person, isAway, topics }) {
    const { call, url } = this.#deps;
    const { token, key } = await call('POST', '/v1/push/tokens', { from: network });
    const body = { token, key, platform, app: APP };
    const as = person && `Bearer ${(await person.signIn()).accessToken}`;
    const { deviceId } = await call('POST', '/devices/register', { body, as, from: network });
    for (const topic of topics) {
      await call('PUT', `/v1/push/topics/${topic}`, { as: `Bearer ${key}`, from: network });
    }
    const device = new DemoDevice({ deviceId, token, key, network, platform, topics, isAway });
    // Offline devices connect once: the server removes one that never connected after a week, with its messages.
    await device.connect(url);
    if (isAway) device.disconnect();
    return device;
  }

  /** Sends everything that back ends and operators send on a day, and opens some of it. */
  async runDay(day) {
    const { pushes, runaway } = this.#story;
    const sent = [];
    for (const push of pushes) {
      if (day % push.every !== 0) continue;
      const [title, body] = push.texts[Math.floor(day / push.every) % push.texts.length];
      sent.push(await this.send({ ...push, title, body }));
    }
    for (let n = 0; runaway.day === day && n < runaway.sends; n++) {
      const text = { title: 'Your basket waits', body: 'Still there', opens: 0 };
      sent.push(await this.send({ sender: runaway.sender, device: this.devices[n % 3], ...text }));
    }
    await this.#receive(sent);
  }

  /** Sends a message. Returns which connected devices should receive it, and which of them open it. */
  async send({ sender, title, body, link, collapseKey, ttlHours, sendAt, opens = 0.2, ...to }) {
    const { call, as, random } = this.#deps;
    const answer = await call('POST', '/fcm/send', {
      as: as(sender),
      body: {
        ...addressOf(to),
        notification: { title, body },
        ...(link && { data: { deepLink: link } }),
        ...(collapseKey && { collapse_key: collapseKey }),
        ...(ttlHours !== undefined && { time_to_live: ttlHours * 3600 }),
        ...(sendAt && { send_at: new Date(sendAt).toISOString() }),
        priority: 'high',
      },
    });
    const meant = this.devices.filter((each) => !each.isAway && !sendAt && isFor(each, to));
    return {
      id: String(answer.message_id ?? answer.multicast_id),
      meant,
      opening: new Set(meant.filter(() => random.below(1000) < opens * 1000)),
    };
  }

  /** Waits until everything has arrived, is acknowledged and counted, so that it is counted on the right day. */
  async #receive(sent) {
    const { call, as } = this.#deps;
    const hasArrived = () =>
      sent.every(({ id, meant }) => meant.every(({ arrived }) => arrived.includes(id)));
    await until(hasArrived, 'the messages of a day to arrive');
    await inParallel(this.devices, (device) => {
      const opened = sent.filter(({ opening }) => opening.has(device)).map(({ id }) => id);
      return device.acknowledge(call, opened);
    });
    const isCounted = async ({ id, meant, opening }) => {
      const { counts } = await call('GET', `/v1/admin/messages/${id}`, { as: as('ada') });
      return counts.delivered + counts.opened >= meant.length && counts.opened >= opening.size;
    };
    for (const each of sent) await until(() => isCounted(each), `message ${each.id} to be counted`);
  }

  disconnect() {
    for (const device of this.devices) device.disconnect();
  }
}

function addressOf({ topic, condition, device }) {
  if (condition) return { condition };
  return { to: topic ? `/topics/${topic}` : device.token };
}

function isFor(one, { topic, condition, device }) {
  if (device) return one === device;
  if (topic) return one.topics.includes(topic);
  // All conditions in the story are conjunctions of topics.
  return [...condition.matchAll(/'([^']+)' in topics/g)].every(([, name]) =>
    one.topics.includes(name),
  );
}

async function until(isTrue, what) {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await pause(POLL_MS);
  }
}
