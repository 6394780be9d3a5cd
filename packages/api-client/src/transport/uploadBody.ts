import type { OutgoingBody } from './Transport.types.ts';

/** The content of an upload. A Blob or bytes can be sent again if the connection breaks, a stream only once. */
export type UploadBody = Blob | Uint8Array | ReadableStream<Uint8Array>;

/** The progress of an upload. A retry starts at 0 again. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

const CHUNK_BYTES = 64 * 1024;

/** The body of one upload attempt, and its headers. */
export function uploadBody(
  body: UploadBody,
  totalBytes: number,
  onProgress: ((progress: UploadProgress) => void) | undefined,
): { body: () => OutgoingBody | Promise<OutgoingBody>; headers: Record<string, string> } {
  const isStream = body instanceof ReadableStream;
  // Browsers only send streams over HTTP/2, and most of them not at all.
  if (!isNode()) {
    return {
      body: () => {
        onProgress?.({ sentBytes: 0, totalBytes });
        return isStream ? new Response(body).blob() : body;
      },
      headers: {},
    };
  }
  if (!isStream && !onProgress) return { body: () => body, headers: {} };
  return {
    body: () => counted(isStream ? body : streamOf(body), totalBytes, onProgress),
    // `fetch` does not know it for a stream; with it, the server can refuse an upload that is too large before it is sent.
    headers: { 'content-length': String(totalBytes) },
  };
}

function counted(
  source: ReadableStream<Uint8Array>,
  totalBytes: number,
  onProgress: ((progress: UploadProgress) => void) | undefined,
): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  onProgress?.({ sentBytes, totalBytes });
  return source.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        sentBytes += chunk.byteLength;
        onProgress?.({ sentBytes, totalBytes });
      },
    }),
  );
}

function streamOf(body: Blob | Uint8Array): ReadableStream<Uint8Array> {
  if (body instanceof Blob) return body.stream();
  let start = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (start >= body.byteLength) return controller.close();
      controller.enqueue(body.subarray(start, start + CHUNK_BYTES));
      start += CHUNK_BYTES;
    },
  });
}

function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined;
}
