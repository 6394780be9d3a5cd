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

it('who has some mini-apps is not shown the devices of everybody', () => {
  const shown = sectionsFor({ scopes: [...ROLES.viewer], apps: ['com.acme.orders'] });
  expect(shown.map(({ title }) => title)).toContain('Messages');
  expect(shown.map(({ title }) => title)).not.toContain('Devices');
});

it('every section has an address and a key of its own', () => {
  const sections = sectionsFor({ scopes: [...ROLES.admin] });
  expect(new Set(sections.map(hrefOfSection)).size).toBe(sections.length);
  expect(new Set(sections.map(({ key }) => key)).size).toBe(sections.length);
});
