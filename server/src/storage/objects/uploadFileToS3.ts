import type { FileHandle } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

const PART_BYTES = 8 * 1024 * 1024;
const PARTS_UNDER_WAY = 2;
const READ_CHUNK = 1024 * 1024;

type Target = PutObjectCommandInput & { Bucket: string; Key: string };

/** Uploads an open file in parts, only a few of which are in memory, closes it, and leaves no parts if it fails. */
export async function uploadFileToS3(
  client: S3Client,
  file: FileHandle,
  target: Target,
  signal?: AbortSignal,
): Promise<void> {
  const source = file.createReadStream({ highWaterMark: READ_CHUNK });
  try {
    const { size } = await file.stat();
    const upload = new Upload({
      client,
      params: { ...target, Body: source, ContentLength: size },
      partSize: PART_BYTES,
      queueSize: PARTS_UNDER_WAY,
      // The uploader's own cleanup leaves the parts if the last step fails, and if it fails itself, it hides why a part failed.
      leavePartsOnError: true,
    });
    const stop = () => void upload.abort();
    signal?.addEventListener('abort', stop);
    try {
      signal?.throwIfAborted();
      await upload.done();
    } catch (error) {
      await abortUpload(client, target, upload.uploadId);
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  } finally {
    source.destroy();
  }
}

async function abortUpload(client: S3Client, target: Target, uploadId: string | undefined) {
  if (uploadId === undefined) return;
  const { Bucket, Key } = target;
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: uploadId }));
  } catch {
    // The caller gets the original error; remaining parts are left to the bucket's lifecycle rule.
  }
}
