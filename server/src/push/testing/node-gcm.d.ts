declare module 'node-gcm' {
  interface GcmResponse {
    multicast_id?: number;
    message_id?: number;
    success?: number;
    failure?: number;
    canonical_ids?: number;
    results?: { message_id?: string; error?: string; registration_id?: string }[];
    failed_registration_ids?: string[];
    error?: string;
  }
  export const Message: new (fields: object) => object;
  export class Sender {
    constructor(key: string, options: { uri: string });
    send(
      message: object,
      recipient: object,
      options: { retries: number },
      callback: (error: unknown, response: GcmResponse) => void,
    ): void;
  }
}
