import {
  type ArtifactFiles,
  type Isolation,
  CLIENT_LIMITS,
  containerFile,
  type Resolution,
  type VersionReport,
  miniAppTarget,
  parseDeepLink,
} from '@host/contracts';
import { isLocale } from '@host/contracts/messages';
import {
  HostError,
  type LocaleInfo,
  type Observable,
  localeOfDevice,
} from '@host/miniapp-sdk/host';

import { RuntimeError, withDeadline } from '../common/deadline.ts';
import type { LinkTarget } from '../Host.types.ts';
import type { HostLimits, HostOptions } from '../HostOptions.types.ts';
import type { MiniAppLoader } from '../ports/MiniAppLoader.types.ts';
import type { ResolveRequest } from '../ports/Registry.types.ts';
import { AppStorage } from '../services/AppStorage.ts';
import { Consents } from '../services/Consents.ts';
import { AppRecords, type KeptVersion } from './AppRecords.ts';
import { DEFAULT_LIMITS } from './defaultLimits.ts';
import { demandsSignature, verifyIndex } from './verifyIndex.ts';
import { VersionFiles } from './VersionFiles.ts';
import { webCrypto } from './webCrypto.ts';

/** The state that all mini-apps of a host share. */
export class Runtime {
  readonly options: HostOptions;
  /** The language of the host. */
  readonly locale: Observable<LocaleInfo>;
  readonly limits: HostLimits;
  readonly records: AppRecords;
  readonly storage: AppStorage;
  readonly consents: Consents;
  readonly files: VersionFiles;
  readonly now: () => number;
  readonly disposed = new AbortController();
  readonly #prefetched = new Map<
    string,
    { resolution: Resolution; at: number; language: string | undefined }
  >();

  constructor(options: HostOptions) {
    const { store, registry, files, consent, crypto, limits, now } = options;
    this.options = options;
    this.locale = options.locale ?? localeOfDevice(options.device);
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.records = new AppRecords(store);
    this.storage = new AppStorage(store);
    this.consents = new Consents(store, consent, now);
    this.files = new VersionFiles(registry, files, crypto ?? webCrypto());
    this.now = now ?? Date.now;
  }

  /** The parameters about this host for all requests to the registry. */
  asker(): ResolveRequest {
    const { platform, hostVersion, installId } = this.options;
    const { locale } = this.locale.get();
    // Some devices use other formats than BCP 47: then mini-apps have their original names.
    return { platform, hostVersion, installId, ...(isLocale(locale) && { language: locale }) };
  }

  /** The version that the registry offers. A recent prefetch is used once instead of asking again. */
  async resolve(appId: string, signal: AbortSignal): Promise<Resolution> {
    const known = this.#prefetched.get(appId);
    this.#prefetched.delete(appId);
    const asker = this.asker();
    const isOfNow = known?.language === asker.language;
    if (known && isOfNow && this.now() - known.at < this.limits.freshMs) return known.resolution;
    const { registry, loaders } = this.options;
    const shared = Object.entries(loaders.shared ?? {}).map((entry) => entry.join('@'));
    const request = { ...asker, ...(shared.length > 0 && { shared: shared.join(',') }) };
    const resolution = await withDeadline(
      this.limits.requestMs,
      `Asking for ${appId}`,
      signal,
      (inner) => registry.resolve(appId, request, { signal: inner }),
    );
    if (resolution.appId !== appId) {
      throw new RuntimeError('integrity', `The registry answered with ${resolution.appId}.`);
    }
    return resolution;
  }

  /** Remembers the resolution of a prefetch. */
  prefetched(resolution: Resolution): void {
    const { language } = this.asker();
    this.#prefetched.set(resolution.appId, { resolution, at: this.now(), language });
  }

  /** The isolation of a mini-app, and the loader for it. */
  loaderFor(resolution: Resolution): { isolation: Isolation; loader: MiniAppLoader } {
    const { isolation: policy, loaders, platform } = this.options;
    const isolation = policy ? policy(resolution) : (resolution.isolation ?? 'frame');
    if (isolation === 'realm') return { isolation, loader: loaders.realm };
    if (loaders.frame) return { isolation, loader: loaders.frame };
    // There are no frames on devices, so the registry's isolation only applies to the web.
    if (platform !== 'web' && !policy) return { isolation: 'realm', loader: loaders.realm };
    throw new RuntimeError('isolation', `${resolution.appId} may only run in a frame.`);
  }

  /** The verified file index of a version; undefined if it is not needed. */
  async indexOf(
    resolution: Resolution,
    {
      kept,
      loader,
      signal,
      isWanted,
    }: {
      kept: KeptVersion | undefined;
      loader: MiniAppLoader;
      signal: AbortSignal;
      isWanted: boolean;
    },
  ): Promise<ArtifactFiles | undefined> {
    const { appId, version, platform } = resolution;
    // It was verified before it was stored.
    if (kept && kept.files.length > 0) return { appId, version, platform, files: kept.files };
    const record = await this.records.find(appId);
    const demand = {
      trustedKeys: this.options.publisherKeys?.[appId],
      wasSigned: record?.wasSigned ?? false,
    };
    const isNeeded =
      isWanted || !startsWithout(resolution, loader) || demandsSignature(resolution, demand);
    if (!isNeeded) return undefined;
    const index = await withDeadline(this.limits.requestMs, 'The index of files', signal, (inner) =>
      this.options.registry.listFiles(resolution, { signal: inner }),
    );
    await verifyIndex(resolution, index, demand, this.options.crypto ?? webCrypto());
    if (resolution.signature && !demand.wasSigned) {
      await this.records.change(appId, { wasSigned: true });
    }
    return index;
  }

  /** Reports to the registry how a version ran. Failures of the report are ignored. */
  async report(
    { appId, version }: Resolution,
    kind: VersionReport['kind'],
    details: { error?: unknown; durationMs?: number } = {},
  ): Promise<void> {
    const { platform, hostVersion, installId, registry } = this.options;
    const { message, stack } = details.error instanceof Error ? details.error : new Error('');
    const report: VersionReport = {
      version,
      platform,
      hostVersion,
      installId,
      kind,
      ...(details.error !== undefined && {
        message: message.slice(0, CLIENT_LIMITS.reportMessageLength),
        stack: (stack ?? '').slice(0, CLIENT_LIMITS.reportStackLength),
      }),
      ...(details.durationMs !== undefined && {
        durationMs: Math.min(3_600_000, Math.round(details.durationMs)),
      }),
    };
    try {
      await withDeadline(this.limits.requestMs, 'A report', this.disposed.signal, (signal) =>
        registry.report(appId, report, { signal }),
      );
    } catch {
      // The next start is reported again.
    }
  }

  openLink(link: string, from?: string): LinkTarget | undefined {
    const target = miniAppTarget(parseDeepLink(link));
    if (!target || !APP_ID.test(target.appId)) return undefined;
    const asked = from === undefined ? target : { ...target, from };
    const { onOpenLink } = this.options;
    // A mini-app must get an error if nothing will be shown.
    if (!onOpenLink && from !== undefined) {
      throw new HostError('unavailable', 'This host opens no mini-app for another one.');
    }
    onOpenLink?.(asked);
    return asked;
  }
}

/** Whether a loader can start with the resolution alone, as the container verifies the other files. */
function startsWithout({ appId, web }: Resolution, loader: MiniAppLoader): boolean {
  if (web?.container === undefined || loader.takes?.(containerFile(appId))) return false;
  return !loader.takes || web.hasAssets !== true;
}

/** The form of an appId. */
const APP_ID = /^[a-z0-9.-]{1,128}$/;
