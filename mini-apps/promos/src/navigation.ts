import type { NativeStackScreenProps } from '@react-navigation/native-stack';

/** The screens of this mini-app and what each is opened with. */
export type Screens = {
  Promos: undefined;
  Promo: { id: string; title?: string };
};

export type ScreenProps<Name extends keyof Screens> = NativeStackScreenProps<Screens, Name>;
