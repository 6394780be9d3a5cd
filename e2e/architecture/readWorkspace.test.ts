import { expect, it } from 'vitest';

import { workspacePatterns } from './readWorkspace.ts';

it('the patterns of a workspace are the list below packages', () => {
  const yaml = `# all\npackages:\n  - packages/*\n  - 'server'\n\n  # later\n  - "e2e"\n\nother:\n  - x\n`;
  expect(workspacePatterns(yaml)).toEqual(['packages/*', 'server', 'e2e']);
});
