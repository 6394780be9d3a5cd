import type { Clock } from './clock.ts';
import type { NativeModule } from './nativeModules.ts';

type Emit = (event: string, args: unknown[]) => void;

interface Request {
  id: number;
  url: string;
  responseType: string;
}

/**
 * The network: it only serves the files of the mini-apps. A mini-app that makes its own requests gets an error that says so,
 * since in a host it may only use `api` of the SDK.
 */
export function networkingModules(options: {
  platform: 'ios' | 'android';
  clock: Clock;
  read: (url: string) => string | null;
  emit: Emit;
  onRefused: (url: string) => void;
}): Record<string, NativeModule> {
  const { platform, clock, read, emit, onRefused } = options;
  const blobs = new Map<string, string>();
  let lastId = 0;

  function respond({ id, url, responseType }: Request): void {
    const body = read(url);
    if (body === null) onRefused(url);
    clock.setTimeout(() => {
      if (body === null) {
        emit('didCompleteNetworkResponse', [
          id,
          'There is no network in the headless host.',
          false,
        ]);
        return;
      }
      emit('didReceiveNetworkResponse', [id, 200, { 'content-type': 'application/json' }, url]);
      emit('didReceiveNetworkData', [id, responseType === 'blob' ? blobOf(id, body) : body]);
      emit('didCompleteNetworkResponse', [id, null, false]);
    }, 1);
  }

  function blobOf(id: number, body: string) {
    blobs.set(String(id), body);
    return { blobId: String(id), offset: 0, size: body.length, type: 'application/json' };
  }

  const onIos = (query: { url: string; responseType: string }, onId: (id: number) => void) => {
    const id = ++lastId;
    onId(id);
    respond({ id, url: query.url, responseType: query.responseType });
  };
  const onAndroid = (
    _method: string,
    url: string,
    id: number,
    _headers: unknown,
    _data: unknown,
    responseType: string,
  ) => respond({ id, url, responseType });

  return {
    Networking: { sendRequest: platform === 'ios' ? onIos : onAndroid },
    FileReaderModule: {
      readAsText: ({ blobId }: { blobId: string }) => Promise.resolve(blobs.get(blobId) ?? ''),
    },
  };
}
