import { PLATFORMS } from '@host/contracts';
import { sharedVersionsOn } from '@host/contracts/shared-modules';
import { expect, it } from 'vitest';

import { sharedVersions } from '../../build-steps/sharedModules.mjs';

it.each(PLATFORMS)(
  'the host tells the registry on %s that it has what every host shares',
  (platform) => {
    expect(sharedVersions(platform)).toEqual(sharedVersionsOn(platform));
  },
);
