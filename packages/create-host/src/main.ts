#!/usr/bin/env node
import { runCreateHost } from './runCreateHost.ts';

process.exitCode = await runCreateHost(process.argv.slice(2));
