import type { IncomingHttpHeaders } from 'node:http';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { buildApp } from 'fauxqs';
import { createS3Client } from './createS3Client.ts';

/** A response to give instead of the server's. */
interface Answer {
  status: number;
  body?: string;
}

interface Request {
  method: string;
  /** `/bucket/key?partNumber=1` */
  url: string;
  headers: IncomingHttpHeaders;
}

/** Called with a request once its body has arrived; may delay or answer it. */
type Interceptor = (request: Request) => Answer | undefined | Promise<Answer | undefined>;

/** An S3 server inside this process. */
export interface TestS3 {
  endpoint: string;
  /** Creates a bucket and returns the URL of an object store in it. */
  makeBucket(name: string): Promise<string>;
  /** Puts small objects without a client, in a fraction of its time. */
  fill(bucket: string, keys: string[]): Promise<void>;
  /** Passes every request to this function first, until it is called again without one. */
  intercept(interceptor?: Interceptor): void;
  stop(): Promise<void>;
}

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test-key', AWS_SECRET_ACCESS_KEY: 'test-secret' };

/** Starts an S3 server on a free port of 127.0.0.1 and puts credentials for it into the environment. */
export async function startS3(): Promise<TestS3> {
  let interceptor: Interceptor | undefined;
  const app = buildApp({ logger: false });
  app.addHook('preHandler', async (request, reply) => {
    const answer = await interceptor?.(request);
    if (answer) return reply.code(answer.status).type('application/xml').send(answer.body);
    return undefined;
  });
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  const before = Object.keys(CREDENTIALS).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, CREDENTIALS);

  return {
    endpoint,
    async makeBucket(name) {
      const region = 'us-east-1';
      const client = createS3Client({
        bucket: name,
        prefix: '',
        endpoint,
        region,
        pathStyle: true,
      });
      await client.send(new CreateBucketCommand({ Bucket: name }));
      client.destroy();
      return `s3://${name}/?endpoint=${endpoint}&region=${region}&pathStyle=true`;
    },
    async fill(bucket, keys) {
      const headers = { 'content-type': 'text/plain' };
      for (const key of keys)
        await app.inject({ method: 'PUT', url: `/${bucket}/${key}`, headers, payload: 'x' });
    },
    intercept(next) {
      interceptor = next;
    },
    async stop() {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await app.close();
    },
  };
}
