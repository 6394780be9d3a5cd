import { once } from 'node:events';
import { request } from 'node:http';

/** A device of the demo: it takes pushes by its stream, as a host does where WebSockets do not get through. */
export class DemoDevice {
  #stream;
  #cursor = 0;
  /** Ids of messages that came since the last acknowledgement. */
  #arrived = [];

  /** @param {{ key: string, network: number }} known */
  constructor(known) {
    Object.assign(this, known);
  }

  /** Connects, and calls back whenever a message came. */
  async connect(url, onMessage = () => {}) {
    const headers = { authorization: `Bearer ${this.key}` };
    const asked = request(`${url}/v1/push/stream`, { headers, agent: false });
    // A server that ends takes its streams along.
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

  /** Tells the server that everything is kept that came, and what of it was opened. */
  async acknowledge(call, opened = []) {
    if (this.#arrived.length === 0) return;
    this.#arrived = [];
    await this.open(call, opened);
  }

  /** Tells the server that messages were opened. */
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
