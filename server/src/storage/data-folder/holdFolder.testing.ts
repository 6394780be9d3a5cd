import { openDataFolder } from './openDataFolder.ts';

// A process to be killed: it opens the folder, reports that, and holds it until it ends.
const { path } = await openDataFolder(process.argv[2] ?? '');
process.stdout.write(`${path}\n`);
setInterval(() => undefined, 60_000);
