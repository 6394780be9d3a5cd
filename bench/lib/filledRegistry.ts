import { type MiniAppSet, TEMPLATE, fillRegistry } from './fillRegistry.ts';
import { temporaryFolder } from './leaveNothing.ts';
import { publishMiniApp } from './publishMiniApp.ts';
import { startPlatform } from './startPlatform.ts';

/** The query parameters of a host. */
const QUERY =
  'platform=web&hostVersion=2.0.0&installId=9f2c1c2e-5b1f-4f0e-9b43-6c1f0e7a1d55&shared=react@19.2.3,react-native@0.86.3';

/** A data folder with released mini-apps, and the port in its stored URLs. */
export async function filledRegistry(
  main: string,
  sets: readonly MiniAppSet[],
): Promise<{ dataDir: string; port: number }> {
  const dataDir = await temporaryFolder();
  const server = await startPlatform({ main, dataDir });
  await publishMiniApp(server.origin, TEMPLATE);
  await server.stop();
  fillRegistry(dataDir, sets);
  return { dataDir, port: Number(new URL(server.origin).port) };
}

/** The resolve paths, one per mini-app of a set. */
export function resolvePaths({ prefix, miniApps }: MiniAppSet): string[] {
  return Array.from(
    { length: miniApps },
    (_, index) => `/v1/mini-programs/com.bench.${prefix}${index + 1}/resolve?${QUERY}`,
  );
}
