import type { Clock } from '../clock.ts';
import type { NativeModule } from '../nativeModules.ts';
import type { DeviceIo } from '../Runtime.types.ts';
import type { WireRequest, WireResponse } from '../wire.types.ts';

interface Body {
  string?: string;
}

/** The network of a complete host app: requests go to servers, and responses arrive as on a device. */
export function serverNetworking(options: {
  platform: 'ios' | 'android';
  clock: Clock;
  device: Pick<DeviceIo, 'request' | 'textOf'>;
  emit: (event: string, args: unknown[]) => void;
}): Record<string, NativeModule> {
  const { platform, clock, device, emit } = options;
  const blobs = new Map<string, { base64: string; type: string }>();
  let lastId = 0;

  async function send(id: number, request: WireRequest, responseType: string): Promise<void> {
    const answer = await clock.outside(ask(request));
    // Responses arrive in virtual time, like everything else.
    clock.setTimeout(() => {
      if (typeof answer === 'string') {
        emit('didCompleteNetworkResponse', [id, answer, false]);
        return;
      }
      emit('didReceiveNetworkResponse', [id, answer.status, answer.headers, request.url]);
      emit('didReceiveNetworkData', [id, contentOf(id, answer, responseType)]);
      emit('didCompleteNetworkResponse', [id, null, false]);
    }, 0);
  }

  /** The server's response, or why there is none. */
  async function ask(request: WireRequest): Promise<WireResponse | string> {
    try {
      return JSON.parse(await device.request(JSON.stringify(request))) as WireResponse;
    } catch (error) {
      return (error as Error).message;
    }
  }

  function contentOf(id: number, { body, headers }: WireResponse, responseType: string): unknown {
    if (responseType === 'base64') return body;
    if (responseType !== 'blob') return device.textOf(body);
    const type = headers['content-type'] ?? '';
    blobs.set(String(id), { base64: body, type });
    const size = Math.floor((body.replace(/=+$/, '').length * 3) / 4);
    return { blobId: String(id), offset: 0, size, type };
  }

  function blob({ blobId }: { blobId: string }): { base64: string; type: string } {
    const found = blobs.get(blobId);
    if (!found) throw new Error(`There is no blob ${blobId}.`);
    return found;
  }

  const onIos = (
    query: {
      method: string;
      url: string;
      headers: Record<string, string>;
      data: Body;
      responseType: string;
    },
    onId: (id: number) => void,
  ) => {
    const { method, url, headers, data, responseType } = query;
    const id = ++lastId;
    onId(id);
    void send(id, { method, url, headers, body: data.string ?? null }, responseType);
  };
  const onAndroid = (
    method: string,
    url: string,
    id: number,
    headers: [name: string, value: string][],
    data: Body,
    responseType: string,
  ) => {
    const request = {
      method,
      url,
      headers: Object.fromEntries(headers),
      body: data.string ?? null,
    };
    void send(id, request, responseType);
  };

  return {
    Networking: { sendRequest: platform === 'ios' ? onIos : onAndroid },
    FileReaderModule: {
      readAsText: async (data: { blobId: string }) => device.textOf(blob(data).base64),
      async readAsDataURL(data: { blobId: string }) {
        const { base64, type } = blob(data);
        return `data:${type};base64,${base64}`;
      },
    },
  };
}
