import { bigTopic } from './big-topic.ts';
import { bundle } from './bundle.ts';
import { download } from './download.ts';
import { durableSends } from './durable-sends.ts';
import { fanOut } from './fanout.ts';
import { idleSockets } from './idle-sockets.ts';
import { open } from './open.ts';
import { resolveSteps } from './resolve-steps.ts';
import { resolve } from './resolve.ts';
import { resume } from './resume.ts';
import { routing } from './routing.ts';
import { uploadMemory } from './upload-memory.ts';
import { upstreams } from './upstreams.ts';
import { webPush } from './webpush.ts';
import type { Benchmark } from './lib/Section.types.ts';

/** All that can be measured, by the names of their sections. */
export const BENCHMARKS: Record<string, Benchmark> = {
  resolve,
  'resolve-steps': resolveSteps,
  download,
  'upload-memory': uploadMemory,
  open,
  fanout: fanOut,
  'durable-sends': durableSends,
  'big-topic': bigTopic,
  'idle-sockets': idleSockets,
  resume,
  webpush: webPush,
  upstreams,
  bundle,
  routing,
};
