import { text } from 'node:stream/consumers';

import {
  type MappingRequest,
  findSources,
} from './hosting/reports/crashes/source-maps/findSources.ts';

// A process that finds frames of a stack in the source, and ends.
const request = JSON.parse(await text(process.stdin)) as MappingRequest;
process.stdout.write(JSON.stringify(await findSources(request)));
