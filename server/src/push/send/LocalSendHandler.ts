import type { SendHandler, SendRequest, SendResult } from './SendHandler.types.ts';
import type { SendService } from './SendService.ts';
import { handleSend } from './handleSend.ts';

/** Handles sends on the main thread, for a database that runs in its own process. */
export class LocalSendHandler implements SendHandler {
  readonly #service: SendService;
  #pending = 0;

  constructor(service: SendService) {
    this.#service = service;
  }

  get pending(): number {
    return this.#pending;
  }

  async handle(request: SendRequest): Promise<SendResult> {
    this.#pending++;
    try {
      return await handleSend(this.#service, request);
    } finally {
      this.#pending--;
    }
  }

  close(): void {}
}
