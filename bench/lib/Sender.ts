import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { SERVER_KEY } from './startPlatform.ts';

/** A back end that sends pushes over keep-alive connections. */
export class Sender {
  readonly #origin: string;
  readonly #agent: Agent;

  constructor(origin: string, connections = 1) {
    this.#origin = origin;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends with `POST /fcm/send`; rejects if the message was not accepted. */
  send(body: object): Promise<void> {
    return this.#post('/fcm/send', body);
  }

  /** Subscribes devices to a topic, in batches of at most 1000. */
  subscribe(topic: string, tokens: readonly string[]): Promise<void> {
    return this.#post('/iid/v1:batchAdd', {
      to: `/topics/${topic}`,
      registration_tokens: tokens,
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  async #post(path: string, body: object): Promise<void> {
    const sending = request(`${this.#origin}${path}`, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        authorization: `key=${SERVER_KEY}`,
        'content-type': 'application/json',
      },
    });
    sending.end(JSON.stringify(body));
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    const answer = await text(response);
    if (response.statusCode !== 200 || answer.includes('"error"')) {
      throw new Error(`${path}: ${response.statusCode} ${answer.slice(0, 200)}`);
    }
  }
}
