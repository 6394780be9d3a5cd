#!/usr/bin/env node
import { runCreate } from '@host/cli/create';

process.exitCode = await runCreate(process.argv.slice(2));
