import { createNavigationContainerRef } from '@react-navigation/native';

import type { Screens } from '../links/routes.ts';

/** The navigation, for code outside of screens. */
export const navigationRef = createNavigationContainerRef<Screens>();
