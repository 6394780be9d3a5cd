import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { MemoryHostOptions } from '@host/miniapp-sdk/host';

import type {
  Artifact,
  MiniAppManifest,
  MiniAppSource,
  NativePlatform,
} from '../artifact/Artifact.types.ts';
import { ArtifactError } from '../artifact/ArtifactError.ts';
import { readArtifact } from '../artifact/readArtifact.ts';
import { readManifest, remoteName } from '../artifact/readManifest.ts';
import { DEFAULT_LIMITS, type Limits } from '../Limits.ts';
import { ownFile } from '../ownFile.ts';
import type { WireMiniApp, WireResponse } from '../runtime/wire.types.ts';

/** The base URL of all files, which never resolves. */
export const BASE_URL = 'https://mini-app.invalid/';

/** The options for starting a complete host app. */
interface ProgramDevice {
  /** The name under which the bundle registers its component. */
  component: string;
  /** The real target of requests by origin; requests to other origins fail. */
  servers: Record<string, string>;
  /** The link that it was opened with. */
  initialUrl?: string | undefined;
  /** The person's locale, in the system's format. */
  locale?: string | undefined;
  /** Prepared responses by method and path, `GET /v1/config`, for an engine without a network. */
  answers?: Record<string, WireResponse>;
}

/** What an engine runs: a host, and the mini-apps that it can open. */
export interface Program {
  platform: NativePlatform;
  limits: Limits;
  /** The script that runs first and emulates the native side. */
  runtimeFile: string;
  hostFile: string | undefined;
  /** For a complete host app: how it is started, and the servers it can reach. */
  device?: ProgramDevice;
  miniApps: Record<string, { miniApp: WireMiniApp; artifact: Artifact }>;
  /** File paths by URL. */
  files: Record<string, string>;
}

/** Creates a program from mini-apps and the host of a platform. */
export function createProgram(options: {
  platform: NativePlatform;
  miniApps: Record<string, MiniAppSource>;
  limits?: Partial<Limits> | undefined;
}): Program {
  const { platform } = options;
  const program: Program = {
    platform,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    runtimeFile: hostFile('runtime.bundle'),
    hostFile: hostFile(`${platform}.bundle`),
    miniApps: {},
    files: {},
  };
  for (const [name, source] of Object.entries(options.miniApps)) {
    const artifact = readArtifact(source.dir, platform);
    const manifest = readManifest(artifact, source.manifest);
    refuseTwice(program, name, manifest);
    const host = hostOptions(platform, source.host);
    const miniApp = wireMiniApp(name, manifest, artifact.files, host);
    if (source.hostModules !== undefined) {
      miniApp.hostModules = `${BASE_URL}host-modules/${name}.js`;
      program.files[miniApp.hostModules] = source.hostModules;
    }
    program.miniApps[name] = { miniApp, artifact };
    for (const file of artifact.files) {
      program.files[`${BASE_URL}${name}/${file}`] = join(artifact.folder, file);
    }
  }
  return program;
}

/** A file of the built host. */
export function hostFile(name: string): string {
  const path = ownFile(`host/${name}`);
  if (existsSync(path)) return path;
  throw new Error(
    `${path} is missing. In the workspace it is built by \`node packages/headless-host/build.mjs\`.`,
  );
}

function wireMiniApp(
  name: string,
  manifest: MiniAppManifest,
  files: string[],
  host: MemoryHostOptions,
): WireMiniApp {
  return {
    appId: manifest.appId,
    version: manifest.version,
    permissions: [...manifest.permissions],
    remoteName: remoteName(manifest),
    baseUrl: `${BASE_URL}${name}/`,
    files,
    host: host as Record<string, unknown>,
  };
}

function hostOptions(platform: NativePlatform, given: MemoryHostOptions = {}): MemoryHostOptions {
  return { ...given, device: { platform, ...given.device } };
}

function refuseTwice({ miniApps }: Program, name: string, manifest: MiniAppManifest): void {
  const wanted = remoteName(manifest);
  const other = Object.keys(miniApps).find((key) => miniApps[key]?.miniApp.remoteName === wanted);
  if (other === undefined) return;
  throw new ArtifactError(
    `${other} and ${name} are both ${manifest.appId} ${manifest.version}.`,
    'A host opens a version once; give another version, or another app.',
  );
}
