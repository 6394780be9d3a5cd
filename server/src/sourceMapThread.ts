import { parentPort, workerData } from 'node:worker_threads';

import {
  type MappingRequest,
  findSources,
} from './hosting/reports/crashes/source-maps/findSources.ts';

// A thread that finds frames of a stack in the source, and ends.
if (!parentPort) throw new Error('sourceMapThread runs as a worker thread');
parentPort.postMessage(await findSources(workerData as MappingRequest));
