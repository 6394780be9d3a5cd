import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { CollectionName, CollectionRequest, DocumentId } from './Collection.ts';
import { Isolation } from './Isolation.ts';
import { LIMITS } from '../common/limits.ts';
import { MiniAppPath, RESERVED_PATHS, usualPaths } from './MiniAppPath.ts';

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe('the path of a mini-app', () => {
  it('is the last part of its id at first, or more of it where that is taken', () => {
    expect(usualPaths('com.acme.orders')).toEqual(['orders', 'acme-orders', 'com-acme-orders']);
    // Where developers' machines install packages from.
    expect(usualPaths('com.acme.npm')).toEqual(['acme-npm', 'com-acme-npm']);
    expect(usualPaths('com.acme.admin')).toEqual(['acme-admin', 'com-acme-admin']);
    expect(usualPaths(`com.${'a'.repeat(60)}.orders`)).toEqual(['orders']);
  });

  it('can stand in an address, and is no word that the server needs', () => {
    expect(accepts(MiniAppPath, 'acme-orders2')).toBe(true);
    for (const path of ['', 'Orders', '2go', 'a.b', 'a_b', 'a/b', 'a b', 'x'.repeat(64)]) {
      expect(accepts(MiniAppPath, path), path).toBe(false);
    }
    for (const path of RESERVED_PATHS) expect(accepts(MiniAppPath, path), path).toBe(false);
  });
});

describe('a collection', () => {
  it('has a name that can stand in an address', () => {
    expect(accepts(CollectionName, 'open_orders-2')).toBe(true);
    for (const name of ['', 'Items', '1st', 'a/b', '..', 'x'.repeat(64)]) {
      expect(accepts(CollectionName, name), name).toBe(false);
    }
  });

  it('holds documents with ids of their own, and whatever else they have', () => {
    const document = { id: '1', title: 'First', nested: { list: [1, null] } };
    expect(z.parse(CollectionRequest, { documents: [document] }).documents).toEqual([document]);
    expect(accepts(CollectionRequest, { documents: [document, document] })).toBe(false);
    for (const id of ['..', '.', '', 'a/b', 'ü', 'x'.repeat(129)]) {
      expect(accepts(DocumentId, id), id).toBe(false);
    }
  });

  it('holds documents up to a size in bytes, not in characters', () => {
    const of = (text: string) => ({ documents: [{ id: '1', text }] });
    const around = JSON.stringify(of('').documents[0]).length;
    expect(accepts(CollectionRequest, of('x'.repeat(LIMITS.documentBytes - around)))).toBe(true);
    expect(accepts(CollectionRequest, of('ü'.repeat(LIMITS.documentBytes - around)))).toBe(false);
  });
});

describe('isolation', () => {
  it('is realm or frame', () => {
    expect(['realm', 'frame', 'none', ''].map((level) => accepts(Isolation, level))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
