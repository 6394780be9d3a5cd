import type { HeadlessHost } from '../src/runtime/Runtime.types.ts';
import { createHostApp } from './createHostApp.ts';

const { register, reportError } = (globalThis as unknown as { headlessHost: HeadlessHost })
  .headlessHost;

register(createHostApp(reportError));
