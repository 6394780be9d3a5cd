import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RouteTree, readParams } from './RouteTree.ts';

function treeOf(...patterns: string[]): RouteTree<string> {
  const tree = new RouteTree<string>();
  for (const pattern of patterns) tree.add(pattern, pattern);
  return tree;
}

const found = (tree: RouteTree<string>, path: string) => tree.find(path.split('/'))?.target;

function params(tree: RouteTree<string>, path: string): Record<string, string> {
  const parts = path.split('/');
  const into = {};
  readParams(tree.find(parts)!, parts, into);
  return into;
}

describe('the tree of routes', () => {
  it('takes a literal before a parameter and a parameter before the wildcard, in whatever order they came', () => {
    const patterns = ['order/*', 'order/:id', 'order/new', 'order/:id/items', '*'];
    for (const order of [patterns, patterns.toReversed()]) {
      const tree = treeOf(...order);
      expect(found(tree, 'order/new')).toBe('order/new');
      expect(found(tree, 'order/42')).toBe('order/:id');
      expect(found(tree, 'order/42/items')).toBe('order/:id/items');
      expect(found(tree, 'order/42/notes')).toBe('order/*');
      expect(found(tree, 'elsewhere')).toBe('*');
    }
  });

  it('goes back when a literal leads nowhere', () => {
    const tree = treeOf('order/new/draft', 'order/:id/items');
    expect(found(tree, 'order/new/items')).toBe('order/:id/items');
  });

  it('gives the values of the parameters under the names of the pattern that matched', () => {
    const tree = treeOf('order/:id', 'order/:orderId/items/:itemId', 'files/:kind/*');
    expect(params(tree, 'order/7/items/9')).toEqual({ orderId: '7', itemId: '9' });
    expect(params(tree, 'order/7')).toEqual({ id: '7' });
    expect(params(tree, 'files/pdf/a/b')).toEqual({ kind: 'pdf', '*': 'a/b' });
  });

  it('does not find what is shorter or longer than every pattern', () => {
    const tree = treeOf('order/:id');
    expect(tree.find(['order'])).toBeUndefined();
    expect(tree.find(['order', '1', '2'])).toBeUndefined();
  });

  it('forgets a route that was taken out', () => {
    const tree = new RouteTree<string>();
    const remove = tree.add('order/:id', 'a');
    remove();
    expect(tree.find(['order', '1'])).toBeUndefined();
    tree.add('order/:id', 'b');
    remove();
    expect(tree.find(['order', '1'])?.target).toBe('b');
  });

  it.each(['', 'a//b', '/a', 'a/', 'a/*/b', 'a/:b/:b', 'a/x:y', 'a/:1', 'a b', 'a?b'])(
    'refuses the pattern %j and says how to write one',
    (pattern) => {
      expect(() => treeOf(pattern)).toThrow(/is no route pattern: .*order\/:orderId/);
    },
  );

  it('refuses a second route for the same paths, whatever its parameters are called', () => {
    expect(() => treeOf('order/:id', 'order/:orderId')).toThrow(/registered already/);
  });

  it('agrees with trying all patterns one after the other, the most specific first', () => {
    const part = fc.constantFrom('a', 'b', 'c');
    const patternPart = fc.oneof(part, fc.constantFrom(':p', ':q', ':r'));
    const pattern = fc
      .tuple(fc.array(patternPart, { minLength: 1, maxLength: 4 }), fc.boolean())
      .map(([parts, isWild]) => {
        const renamed = parts.map((each, n) => (each.startsWith(':') ? `:p${n}` : each));
        return [...renamed, ...(isWild ? ['*'] : [])].join('/');
      });
    fc.assert(
      fc.property(
        fc.uniqueArray(pattern, { maxLength: 12 }),
        fc.array(part, { minLength: 1, maxLength: 5 }),
        (patterns, path) => {
          const best = patterns
            .filter((each) => matches(each.split('/'), path))
            .toSorted((a, b) => (rank(a, path) < rank(b, path) ? -1 : 1))[0];
          expect(treeOf(...patterns).find(path)?.target).toBe(best);
        },
      ),
    );
  });
});

function matches(pattern: string[], path: string[]): boolean {
  const isWild = pattern.at(-1) === '*';
  if (isWild ? path.length < pattern.length : path.length !== pattern.length) return false;
  return pattern.every((part, n) => part === '*' || part.startsWith(':') || part === path[n]);
}

/** Sorts like a tree that prefers literals, then parameters, then the wildcard, part by part. */
function rank(pattern: string, path: string[]): string {
  const parts = pattern.split('/');
  return path
    .map((_, n) => {
      const part = parts[Math.min(n, parts.length - 1)]!;
      return part === '*' ? '2' : part.startsWith(':') ? '1' : '0';
    })
    .join('');
}
