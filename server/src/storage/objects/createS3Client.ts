import { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './parseObjectsUrl.ts';

const CONNECTION_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;

/** An S3 client with timeouts; credentials are found by the AWS SDK. */
export function createS3Client({ endpoint, region, pathStyle }: S3Location): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Not every S3 server supports the checksums that the SDK would add; the signature covers each body's SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      // Every download in progress holds a socket. With the SDK's limit of 50, the next one would wait until the connection
      // timeout fired, as if the network were down.
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  });
}
