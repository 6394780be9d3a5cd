import { text } from 'node:stream/consumers';

import {
  type MappingRequest,
  findSources,
} from './hosting/reports/crashes/source-maps/findSources.ts';

// A process that maps the frames of one stack to the source, and exits.
const request = JSON.parse(await text(process.stdin)) as MappingRequest;
process.stdout.write(JSON.stringify(await findSources(request)));
