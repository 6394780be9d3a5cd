import { type Platform, UploadReceipt } from '@host/contracts';

import { ApiClientError } from '../ApiClientError.ts';
import { SLOW_TIMEOUT_MS } from '../transport/createTransport.ts';
import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import { type UploadBody, type UploadProgress, uploadBody } from '../transport/uploadBody.ts';

/** The file names of a version's artifacts. */
export type ArtifactName = `${Platform}.zip` | `${Platform}.maps.zip` | 'mf-manifest.json';

interface UploadRequest {
  body: UploadBody;
  /** Its size in bytes. */
  size: number;
  /** Its digest in hexadecimal: the server refuses other bytes. */
  sha256: string;
  /** Called with the number of bytes sent. Browsers only report the start and the end. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** An artifact of a version to upload. */
export interface UploadArtifactRequest extends UploadRequest {
  appId: string;
  version: string;
  file: ArtifactName;
}

/** An icon to upload, as `{cdn_url}/icons/<file>`. */
export interface UploadIconRequest extends UploadRequest {
  file: string;
  /** Its mini-app; can be omitted if the file is named after the id, `com.acme.orders_2.svg`. */
  appId?: string | undefined;
}

/** What the server knows about an uploaded artifact. */
export interface FoundArtifact {
  size: number;
  sha256: string;
}

/** Uploading and downloading the build artifacts of mini-apps. */
export interface ArtifactCalls {
  /** Uploads an artifact. Until its version is registered it can be replaced. */
  uploadArtifact(request: UploadArtifactRequest, options?: CallOptions): Promise<UploadReceipt>;
  /** Uploads an icon. It never changes: a new icon gets a new name. */
  uploadIcon(request: UploadIconRequest, options?: CallOptions): Promise<UploadReceipt>;
  /**
   * The uploaded artifact with a name, or undefined: one with the same digest need not be sent again. If the registration then
   * finds other bytes (`artifact-digest-mismatch`), upload it after all.
   */
  findArtifact(
    appId: string,
    version: string,
    file: ArtifactName,
    options?: CallOptions,
  ): Promise<FoundArtifact | undefined>;
  /** Streams the bytes of an uploaded artifact, including source maps. */
  fetchArtifact(
    appId: string,
    version: string,
    file: ArtifactName,
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>;
}

export function artifactCalls({ ask, askFor }: Transport): ArtifactCalls {
  async function upload(
    to: string,
    request: UploadRequest & { query?: Record<string, string | undefined> },
    options: CallOptions | undefined,
  ) {
    const { body, size, sha256, onProgress, query } = request;
    const outgoing = uploadBody(body, size, onProgress);
    const receipt = await ask(
      {
        method: 'PUT',
        path: to,
        query,
        body: outgoing.body,
        headers: {
          'content-type': 'application/octet-stream',
          'content-digest': `sha-256=:${hexToBase64(sha256)}:`,
          ...outgoing.headers,
        },
        once: body instanceof ReadableStream,
        options,
        usualTimeoutMs: SLOW_TIMEOUT_MS,
      },
      UploadReceipt,
    );
    onProgress?.({ sentBytes: size, totalBytes: size });
    return receipt;
  }

  return {
    uploadArtifact: ({ appId, version, file, ...request }, options) =>
      upload(artifactPath(appId, version, file), request, options),
    uploadIcon: ({ file, appId, ...request }, options) =>
      upload(path`/v1/admin/icons/${file}`, { ...request, query: { appId } }, options),
    findArtifact: (appId, version, file, options) => {
      const at = artifactPath(appId, version, file);
      return askFor({ method: 'HEAD', path: at, options }, readFound).catch((error: unknown) => {
        if (error instanceof ApiClientError && error.status === 404) return undefined;
        throw error;
      });
    },
    fetchArtifact: (appId, version, file, options) =>
      askFor(
        { method: 'GET', path: artifactPath(appId, version, file), options },
        (response) => response.body ?? new Blob([]).stream(),
      ),
  };
}

function artifactPath(appId: string, version: string, file: string): string {
  return path`/v1/admin/artifacts/${appId}/${version}/${file}`;
}

// A proxy may have removed the size or the digest. Then nothing is known: sending it again is always right.
function readFound({ headers }: Response): FoundArtifact | undefined {
  const [, sha256] = /^"([0-9a-f]{64})"$/.exec(headers.get('etag') ?? '') ?? [];
  const size = headers.get('content-length');
  return sha256 === undefined || size === null ? undefined : { size: Number(size), sha256 };
}

function hexToBase64(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
}
