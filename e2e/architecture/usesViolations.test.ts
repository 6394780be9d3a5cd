import { describe, expect, it } from 'vitest';

import { parseUses } from './parseUses.ts';
import { sourceOf } from './sourceOf.ts';
import { usesViolations } from './usesViolations.ts';

const PICTURE = 'push → http storage\nhttp → storage\nstorage →\n';
const FITTING = {
  'main.ts': ['./push/a.ts', './http/b.ts', './storage/c.ts'],
  'push/a.ts': ['../http/b.ts', '../storage/c.ts'],
  'http/b.ts': ['../storage/c.ts'],
  'storage/c.ts': [],
};
const violationsWith = (files: Record<string, readonly string[]>, picture = PICTURE) =>
  usesViolations(parseUses(picture), sourceOf({ ...FITTING, ...files }));

describe("the picture of the server's folders", () => {
  it('allows what it shows, and everything to the files that put the server together', () => {
    expect(violationsWith({})).toEqual([]);
  });

  it('does not allow an import against its order', () => {
    expect(violationsWith({ 'storage/d.ts': ['../http/b.ts'] })).toEqual([
      'storage/ may not use http/, but storage/d.ts imports http/b.ts.',
    ]);
  });

  it('does not allow an import in its order that it does not show', () => {
    expect(violationsWith({}, 'push → http\nhttp → storage\nstorage →\n')).toEqual([
      'push/ may not use storage/, but push/a.ts imports storage/c.ts.',
    ]);
  });

  it('does not allow a folder to import what puts the server together', () => {
    expect(violationsWith({ 'http/d.ts': ['../main.ts'] })).toEqual([
      'main.ts puts the server together and is imported by no folder, but http/d.ts imports main.ts.',
    ]);
  });

  it('shows every folder, no other, and no use that there is not', () => {
    expect(violationsWith({ 'mail/d.ts': [] })).toEqual([
      "mail/ is not in the picture of the server's folders: give it a place there.",
    ]);
    expect(violationsWith({}, `config →\n${PICTURE}`)).toEqual([
      "The picture of the server's folders names config, which does not exist.",
    ]);
    expect(violationsWith({ 'http/b.ts': [] })).toEqual([
      'The picture lets http use storage, which it does not: remove it there.',
    ]);
  });

  it('is read only when every folder stands once, and above those that it uses', () => {
    expect(() => parseUses('push → http\nhttp → push\n')).toThrow(
      'lets http use push, which does not stand below it',
    );
    expect(() => parseUses('push → storage\n')).toThrow('lets push use storage');
    expect(() => parseUses('push →\npush →\n')).toThrow('names push twice');
    expect(() => parseUses('push uses http\n')).toThrow('a line that is not');
  });
});
