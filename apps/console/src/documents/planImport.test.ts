import { LIMITS } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { explainPut, planImport } from './planImport.ts';

const rows = (...documents: { id: string; [field: string]: unknown }[]) =>
  documents.map((document, index) => ({ row: index + 1, document }));

describe('what an import would do', () => {
  it('is told apart by what is there, whatever the order of fields', () => {
    const there = [
      { id: 'a', n: 1, tags: [{ x: 1, y: 2 }] },
      { id: 'b', n: 1, old: true },
      { id: 'z' },
    ];
    const plan = planImport(
      rows({ tags: [{ y: 2, x: 1 }], n: 1, id: 'a' }, { id: 'b', n: 2, title: 'B' }, { id: 'c' }),
      there,
    );
    expect(plan).toMatchObject({ added: 1, changed: 1, unchanged: 1, problem: undefined });
    expect(plan.puts.map(explainPut)).toEqual(['Changes n; adds title; removes old', 'New']);
    expect(plan.puts.map(({ seen }) => seen)).toEqual([there[1], undefined]);
  });

  it('has to fit into the collection', () => {
    const there = Array.from({ length: LIMITS.documentsPerCollection }, (_, n) => ({
      id: `n${n}`,
    }));
    expect(planImport(rows({ id: 'n1', more: 1 }), there).problem).toBeUndefined();
    expect(planImport(rows({ id: 'new' }), there).problem).toMatch(/would have 1001 documents/);
    const text = 'x'.repeat(LIMITS.documentBytes - 100);
    const large = Array.from({ length: 33 }, (_, n) => ({ id: `n${n}`, text }));
    expect(planImport(rows(...large), []).problem).toMatch(/bytes; 1048576 are the most/);
  });
});
