import type { NativeStackScreenProps } from '@react-navigation/native-stack';

import type { ScreenName, Screens } from '../links/routes.ts';

/** The props of a host screen. */
export type ScreenProps<Name extends ScreenName> = NativeStackScreenProps<Screens, Name>;
