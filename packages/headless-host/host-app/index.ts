import type { HeadlessHost } from '../src/runtime/Runtime.types.ts';
import { createHostApp } from './createHostApp.ts';
import { keepVersionsApart } from './versionedScripts.ts';

const { register, reportError } = (globalThis as unknown as { headlessHost: HeadlessHost })
  .headlessHost;

keepVersionsApart();
register(createHostApp(reportError));
