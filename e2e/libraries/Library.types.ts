import type { Permission, Platform } from '@host/contracts';

/** A library that is measured, with a small real use of it: `uses/<use>.tsx`. */
export interface Library {
  /** The package that an app imports. */
  name: string;
  /** Which of its versions; the latest unless it says so. */
  range?: string;
  use: string;
  area: string;
  /** What else has to be installed for it: a name, or `name@range`. */
  with?: readonly string[];
  /** What is shown when it works. */
  shows: string;
  /** What its manifest has to declare. */
  permissions?: readonly Permission[];
  /** What the library itself puts into the page, as a selector: a text beside it would be there without it. */
  drawn?: string;
  /** The font that a page has to have registered by then. */
  font?: string;
  /** What is pressed before that. */
  press?: string;
  /** Babel plugins that its documentation asks for, and presets. */
  babel?: { plugins?: readonly string[]; presets?: readonly unknown[] };
  /** What a host has to bring, although the mini-app runs without. */
  help?: { platforms: readonly Platform[]; what: string };
}

/** How a library did on a platform. */
export type Verdict =
  | { result: 'works' }
  /** It runs, and is whole where the host brings `needs`. */
  | { result: 'with-help'; needs: string }
  | { result: 'fails'; why: string };

/** What was found out about a library. */
interface LibraryResult {
  version: string;
  /** What else was installed for it, with versions. */
  with: Record<string, string>;
  measuredOn: string;
  platforms: Record<Platform, Verdict>;
}

/** `results.json`: by the name of the library. */
export type Results = Record<string, LibraryResult>;
