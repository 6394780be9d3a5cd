#!/usr/bin/env node
import { parseArgs } from 'node:util';

import { type NativePlatform, applyToProjects } from './generate/applyToProjects.ts';
import { generateProjects } from './generate/generateProjects.ts';

const PLATFORMS: readonly NativePlatform[] = ['ios', 'android'];
const HELP = `host-native                       makes ios/ and android/ from app.json, anew each time
host-native apply                 changes the ios/ and android/ that a project has and keeps
host-native --platform android    one of them alone
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { platform: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) process.stdout.write(HELP);
  else await run(positionals, platformsOf(values.platform));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function run(
  [command, ...rest]: readonly string[],
  platforms: readonly NativePlatform[],
): Promise<void> {
  if (rest.length > 0 || (command !== undefined && command !== 'apply')) {
    throw new Error(`There is no command ${[command, ...rest].join(' ')}.\n${HELP}`);
  }
  const root = process.cwd();
  if (command === 'apply') await applyToProjects(root, platforms);
  else await generateProjects(root, platforms);
  const folders = platforms.map((platform) => `${platform}/`).join(' and ');
  process.stdout.write(`${command === 'apply' ? 'Changed' : 'Made'} ${folders}\n`);
}

function platformsOf(name: string | undefined): readonly NativePlatform[] {
  if (name === undefined) return PLATFORMS;
  const platform = PLATFORMS.find((each) => each === name);
  if (platform) return [platform];
  throw new Error(`--platform ${name} is neither ios nor android.`);
}
