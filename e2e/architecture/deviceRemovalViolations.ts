import { isTestCode } from './importGraph.ts';
import type { SourceFile } from './WorkspacePackage.ts';

const ROWS = 'push/devices/deviceRows.ts';
/** What removes devices, with everything that has to happen then; the second one together with their person's inbox. */
const REMOVERS = new Set(['push/removal/forgetDevices.ts', 'push/devices/forgetDevicesOf.ts']);

const DELETES_ROWS = /\bDELETE\s+FROM\s+devices\b/i;
const USES_DELETE = /\bdeleteDevices\b/;

/** Every file of the server that removes devices past those that collect for their people, one sentence each. */
export function deviceRemovalViolations(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const [, file] = /^src\/(.*)$/.exec(path) ?? [];
    if (file === undefined || isTestCode(file) || file === ROWS) return [];
    if (DELETES_ROWS.test(text)) return `${file} deletes rows of devices, which only ${ROWS} may.`;
    if (!USES_DELETE.test(text) || REMOVERS.has(file)) return [];
    return `${file} uses deleteDevices: forgetDevices collects the inboxes of their people first.`;
  });
}
