import {
  type Isolation,
  type Platform,
  type PublisherName,
  type Resolution,
  type Translations,
  inLanguage,
  translationFor,
} from '@host/contracts';

import { type ReadyAnswer, readyAnswer } from '../../../http/headers/ReadyAnswer.ts';
import type { MiniProgramRow } from '../../records/miniProgramRows.ts';
import { isolationOf } from '../../records/trustOf.ts';
import { type Platforms, type VersionRow, registrationOf } from '../../records/versionRows.ts';
import { publisherOf } from '../toMiniProgram.ts';
import type { Candidate } from './Candidate.types.ts';

/** A released version with its answers to hosts, each made once. */
export class ReleasedVersion implements Candidate {
  readonly version: string;
  readonly minHostVersion: string;
  readonly platforms: readonly Platform[];
  readonly shared: Record<string, string>;
  readonly sharedOn: NonNullable<Candidate['sharedOn']>;
  readonly percentage: number;
  readonly cohorts: readonly string[];
  readonly isolation: Isolation;
  readonly publisher: PublisherName | undefined;
  readonly #translations: Translations | undefined;
  readonly #path: string | null;
  readonly #row: VersionRow;
  readonly #baseUrl: string;
  /** By platform and language: as many as its publisher translated it into. */
  readonly #answers = new Map<string, ReadyAnswer>();

  constructor(row: VersionRow, app: MiniProgramRow, baseUrl: string) {
    this.version = row.version;
    const { minHostVersion, translations } = registrationOf(row);
    this.minHostVersion = minHostVersion;
    this.#translations = translations;
    const platforms = JSON.parse(row.platforms) as Platforms;
    this.platforms = Object.keys(platforms) as Platform[];
    this.shared = JSON.parse(row.shared) as Record<string, string>;
    this.sharedOn = sharedOn(platforms);
    this.percentage = row.percentage;
    this.cohorts = JSON.parse(row.cohorts) as string[];
    this.isolation = isolationOf(row, app);
    this.publisher = publisherOf(app).publisher;
    this.#path = app.path;
    this.#row = row;
    this.#baseUrl = baseUrl;
  }

  get registration() {
    return registrationOf(this.#row);
  }

  answerFor(platform: Platform, locale: string | undefined): ReadyAnswer {
    const language = translationFor(this.#translations, locale);
    const key = `${platform} ${language ?? ''}`;
    let answer = this.#answers.get(key);
    if (!answer) {
      answer = readyAnswer(this.#resolution(platform, language));
      this.#answers.set(key, answer);
    }
    return answer;
  }

  #resolution(platform: Platform, language: string | undefined): Resolution {
    const { registration } = this;
    const platforms = JSON.parse(this.#row.platforms) as Platforms;
    const { url, size, sha256, filesKnown, signature, web } = platforms[platform]!;
    return {
      appId: registration.appId,
      version: registration.version,
      ...inLanguage(registration, language),
      ...(registration.icon && { icon: registration.icon }),
      ...(this.publisher && { publisher: this.publisher }),
      platform,
      permissions: registration.permissions,
      isolation: this.isolation,
      ...(this.#path !== null && { path: this.#path }),
      minHostVersion: registration.minHostVersion,
      manifestUrl: registration.manifestUrl,
      bundleUrl: url,
      size,
      sha256,
      ...(filesKnown && {
        filesUrl: `${this.#baseUrl}/v1/mini-programs/${registration.appId}/versions/${registration.version}/files?platform=${platform}`,
      }),
      ...(signature && { signature }),
      ...(web && { web }),
    };
  }
}

function sharedOn(platforms: Platforms): NonNullable<Candidate['sharedOn']> {
  const entries = Object.entries(platforms).flatMap(([platform, artifact]) =>
    artifact.shared ? [[platform, artifact.shared] as const] : [],
  );
  return Object.fromEntries(entries);
}
