import type { DeviceIo } from '../Runtime.types.ts';

/** Adds the built-ins that Hermes has on devices beyond the language, and other engines lack. */
export function addHermesBuiltIns(
  global: Record<string, unknown>,
  { atob, btoa }: Pick<DeviceIo, 'atob' | 'btoa'>,
): void {
  Object.assign(global, { atob, btoa, TextEncoder: Utf8Encoder });
}

class Utf8Encoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array {
    // Replaces lone surrogates, which encode no character.
    const escaped = encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD'));
    const bytes = escaped.replace(/%(..)/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  }
}
