import { ROLES } from '@host/contracts';
import { expect, it } from 'vitest';

import { hrefOfSection, sectionsFor } from './sections.ts';

const titles = (scopes: readonly (typeof ROLES.admin)[number][]) =>
  sectionsFor({ scopes: [...scopes] }).map(({ title }) => title);

it('what a role may not do is not shown', () => {
  expect(titles(ROLES.admin)).toContain('Audit');
  expect(titles(ROLES.viewer)).not.toContain('Audit');
  expect(titles(ROLES.viewer)).toContain('Mini-apps');
  expect(titles([])).toEqual([]);
});

it('every section has an address and a key of its own', () => {
  const sections = sectionsFor({ scopes: [...ROLES.admin] });
  expect(new Set(sections.map(hrefOfSection)).size).toBe(sections.length);
  expect(new Set(sections.map(({ key }) => key)).size).toBe(sections.length);
});
