import { openDataFolder } from './openDataFolder.ts';

// A process to be killed: it opens the folder, says so, and keeps it until its end.
const { path } = await openDataFolder(process.argv[2] ?? '');
process.stdout.write(`${path}\n`);
setInterval(() => undefined, 60_000);
