import { createNavigationContainerRef } from '@react-navigation/native';

import type { Screens } from '../links/routes.ts';

/** Where one is, for what is not a screen. */
export const navigationRef = createNavigationContainerRef<Screens>();
