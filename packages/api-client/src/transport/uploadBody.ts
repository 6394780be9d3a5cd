import type { OutgoingBody } from './Transport.types.ts';

/** What can be uploaded. A Blob or bytes can be sent again when the connection breaks, a stream only once. */
export type UploadBody = Blob | Uint8Array | ReadableStream<Uint8Array>;

/** How far an upload is. A retry starts from 0 again. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

const CHUNK_BYTES = 64 * 1024;

/** The body of one attempt to upload, and the headers that belong to it. */
export function uploadBody(
  body: UploadBody,
  totalBytes: number,
  onProgress: ((progress: UploadProgress) => void) | undefined,
): { body: () => OutgoingBody | Promise<OutgoingBody>; headers: Record<string, string> } {
  const isStream = body instanceof ReadableStream;
  // Browsers send streams over HTTP/2 alone, most of them not at all.
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
    // Of a stream fetch does not know it; with it the server can refuse what is too large before it is sent.
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
