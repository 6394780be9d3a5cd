#!/usr/bin/env node
// In this repository alone: the command as it is written, since nothing is built when it is installed.
import { register } from 'tsx/esm/api';

register();
await import('../src/main.ts');
