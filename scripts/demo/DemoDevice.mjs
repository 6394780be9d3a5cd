import { once } from 'node:events';
import { request } from 'node:http';

/** A device of the demo: it receives pushes over an event stream, as a host does where WebSockets are blocked. */
export class DemoDevice {
  #stream;
  #cursor = 0;
  /** The ids of messages that have arrived since the last acknowledgement. */
  #arrived = [];

  /** @param {{ key: string, network: number }} known */
  constructor(known) {
    Object.assign(this, known);
  }

  /** Connects, and calls `onMessage` for every message that arrives. */
  async connect(url, onMessage = () => {}) {
    const headers = { authorization: `Bearer ${this.key}` };
    const asked = request(`${url}/v1/push/stream`, { headers, agent: false });
    // The streams break when the server stops.
    asked.on('error', () => undefined).end();
    const [answer] = await once(asked, 'response');
    this.#stream = asked;
    let text = '';
    answer.on('error', () => undefined);
    answer.setEncoding('utf8').on('data', (part) => {
      const events = (text + part).split('\n\n');
      text = events.pop();
      for (const event of events) this.#take(event, onMessage);
    });
  }

  get arrived() {
    return this.#arrived;
  }

  /** Acknowledges everything that arrived, and reports which messages were opened. */
  async acknowledge(call, opened = []) {
    if (this.#arrived.length === 0) return;
    this.#arrived = [];
    await this.open(call, opened);
  }

  /** Reports opened messages. */
  async open(call, opened) {
    const body = { cursor: this.#cursor, ...(opened.length > 0 && { opened }) };
    await call('POST', '/v1/push/acks', { body, as: `Bearer ${this.key}`, from: this.network });
  }

  disconnect() {
    this.#stream?.destroy();
  }

  #take(event, onMessage) {
    const data = event.split('\n').find((line) => line.startsWith('data: '));
    if (data === undefined) return;
    const said = JSON.parse(data.slice('data: '.length));
    if (said.type !== 'message') return;
    this.#cursor = Math.max(this.#cursor, said.cursor);
    this.#arrived.push(said.id);
    onMessage(this);
  }
}
