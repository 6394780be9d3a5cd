import { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './parseObjectsUrl.ts';

const CONNECTION_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;

/** A client that gives up in bounded time; its credentials come from where the AWS SDK looks for them. */
export function createS3Client({ endpoint, region, pathStyle }: S3Location): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Not every S3 has the checksums that the SDK would add; the signature covers the SHA-256 of every body anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      // Every download under way holds a socket. With the SDK's limit of 50 the next one would wait for its turn until
      // the connection time-out took it for a dead network.
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  });
}
