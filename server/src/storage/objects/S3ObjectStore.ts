import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { assertObjectKey, assertObjectPrefix, objectKeyProblem } from './assertObjectKey.ts';
import { clampByteRange } from './clampByteRange.ts';
import { createS3Client } from './createS3Client.ts';
import type { ObjectMetadata, ObjectStore } from './ObjectStore.types.ts';
import type { S3Location } from './parseObjectsUrl.ts';
import { isMissingObject, s3Failure, type S3Action } from './s3Failure.ts';
import { uploadFileToS3 } from './uploadFileToS3.ts';

const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Objects in a bucket of S3, or of a compatible server. */
export function createS3ObjectStore(location: S3Location): ObjectStore {
  const { bucket, endpoint } = location;
  const client = createS3Client(location);
  const place = endpoint === undefined ? 'AWS' : new URL(endpoint).origin;
  const folder = location.prefix === '' ? '' : `${location.prefix}/`;

  const addressOf = (key: string) => {
    assertObjectKey(key);
    return { Bucket: bucket, Key: folder + key };
  };

  async function attempt<T>(action: S3Action['action'], key: string, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      throw s3Failure(error, { action, bucket, place, key });
    }
  }

  return {
    async putFile(key, path, metadata, signal) {
      const target = { ...addressOf(key), ...headersOf(metadata) };
      const uploading = uploadFileToS3(client, await open(path, 'r'), target, signal);
      await attempt('store', key, uploading).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
      await rm(path);
    },

    async putBytes(key, bytes, metadata) {
      const target = { ...addressOf(key), ...headersOf(metadata) };
      await attempt('store', key, client.send(new PutObjectCommand({ ...target, Body: bytes })));
    },

    async stat(key) {
      const answer = client.send(new HeadObjectCommand(addressOf(key)));
      const found = await attempt('look up', key, unlessMissing(answer));
      return found && { size: found.ContentLength ?? 0 };
    },

    async read(key, range) {
      const part = range && clampByteRange(range, Number.POSITIVE_INFINITY, key);
      const answer = client.send(
        new GetObjectCommand({
          ...addressOf(key),
          ...(part && { Range: `bytes=${part.start}-${part.end}` }),
        }),
      );
      const found = await attempt('read', key, unlessMissing(answer));
      if (!found) return undefined;
      // The SDK's type also covers browsers, where a body is not a stream of Node's.
      if (!(found.Body instanceof Readable)) throw new TypeError(`"${key}" came without a body.`);
      return found.Body;
    },

    async delete(key) {
      const answer = client.send(new DeleteObjectCommand(addressOf(key)));
      await attempt('delete', key, unlessMissing(answer));
    },

    async *list(prefix) {
      assertObjectPrefix(prefix);
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder + prefix });
      try {
        for await (const page of pages) {
          for (const { Key = '' } of page.Contents ?? []) {
            const key = Key.slice(folder.length);
            // Other programs may store objects in the bucket: a console that creates a folder puts an object named `folder/`.
            if (objectKeyProblem(key) === undefined) yield key;
          }
        }
      } catch (error) {
        throw s3Failure(error, { action: 'list', bucket, place, key: prefix });
      }
    },

    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }));
      } catch (error) {
        throw s3Failure(error, { action: 'reach', bucket, place });
      }
    },

    async close() {
      client.destroy();
    },
  };
}

function headersOf({ contentType }: ObjectMetadata) {
  return { ContentType: contentType, CacheControl: CACHE_CONTROL };
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}
