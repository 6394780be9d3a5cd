#!/usr/bin/env node
// Only used in this repository, where nothing is built on install: runs the command from its sources.
import { register } from 'tsx/esm/api';

register();
await import('../src/main.ts');
