import type { Sends, SentRequest, TakenSend } from './Sends.types.ts';
import type { SendService } from './SendService.ts';
import { takeSend } from './takeSend.ts';

/** Takes sends on the thread that answers them: for a database that has its own processes. */
export class SendsHere implements Sends {
  readonly #service: SendService;
  #underWay = 0;

  constructor(service: SendService) {
    this.#service = service;
  }

  get underWay(): number {
    return this.#underWay;
  }

  async take(request: SentRequest): Promise<TakenSend> {
    this.#underWay++;
    try {
      return await takeSend(this.#service, request);
    } finally {
      this.#underWay--;
    }
  }

  close(): void {}
}
