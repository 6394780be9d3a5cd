import type { Library } from './Library.types.ts';

const REANIMATED = ['react-native-reanimated', 'react-native-worklets'];
const GESTURES = 'react-native-gesture-handler';
const NITRO = 'react-native-nitro-modules';
// The newest whose dependencies are all published.
const EXPO = ['expo@57', 'expo-modules-core@57'];
const WORKLETS = { plugins: ['react-native-worklets/plugin'] };
const FONT = {
  platforms: ['ios', 'android'],
  what: 'the font of the icons among the `fonts` of the host’s plugin: React Native loads none while it runs',
} as const;
const PRESSED = { shows: 'Pressed 1 times', press: 'Press' };
const GRADIENT = '[style*="linear-gradient"]';
const UNCHECKED = { shows: 'A name is needed', press: 'Press' };

/** The libraries that apps in React Native use most, in the order of the page. */
export const LIBRARIES: readonly Library[] = [
  ...of('navigation', [
    {
      name: '@react-navigation/native-stack',
      use: 'react-navigation-native-stack',
      with: ['@react-navigation/native'],
      shows: 'The second screen',
      press: 'Go on',
    },
    {
      name: '@react-navigation/bottom-tabs',
      use: 'react-navigation-bottom-tabs',
      shows: 'Who you are',
      press: 'Profile',
    },
    {
      name: '@react-navigation/stack',
      use: 'react-navigation-stack',
      with: [GESTURES],
      shows: 'The second screen',
      press: 'Go on',
    },
    {
      name: '@react-navigation/drawer',
      use: 'react-navigation-drawer',
      with: [GESTURES, ...REANIMATED],
      shows: 'Behind the drawer',
      babel: WORKLETS,
    },
    {
      name: '@react-navigation/material-top-tabs',
      use: 'react-navigation-material-top-tabs',
      with: ['react-native-tab-view', 'react-native-pager-view'],
      shows: 'What is new',
    },
    { name: 'react-native-screens', use: 'screens', shows: 'A native screen' },
    {
      name: 'react-native-safe-area-context',
      use: 'safe-area-context',
      shows: 'Insets are numbers',
    },
  ]),
  ...of('gestures and animation', [
    { name: GESTURES, use: 'gesture-handler', shows: 'Tap me' },
    {
      name: 'react-native-reanimated',
      use: 'reanimated',
      with: ['react-native-worklets'],
      shows: 'It fades in',
      babel: WORKLETS,
    },
    {
      name: 'lottie-react-native',
      use: 'lottie',
      with: ['@lottiefiles/dotlottie-react'],
      shows: 'An animation',
      drawn: 'canvas, svg',
    },
  ]),
  ...of('components', [
    { name: 'react-native-paper', use: 'paper', ...PRESSED },
    { name: '@rneui/themed', use: 'rneui', with: ['@rneui/base'], ...PRESSED },
    { name: 'react-native-calendars', use: 'calendars', shows: 'Day: 2026-11-12', press: '12' },
    {
      name: 'react-native-gifted-chat',
      use: 'gifted-chat',
      with: [GESTURES, ...REANIMATED, 'react-native-keyboard-controller'],
      shows: 'Hello Ada',
      babel: WORKLETS,
    },
    { name: 'react-native-toast-message', use: 'toast-message', shows: 'It is done' },
    { name: 'react-native-modal', use: 'modal', shows: 'In the modal', press: 'Press' },
    {
      name: '@gorhom/bottom-sheet',
      use: 'bottom-sheet',
      with: [GESTURES, ...REANIMATED],
      shows: 'In the sheet',
      babel: WORKLETS,
    },
    {
      name: 'react-native-element-dropdown',
      use: 'element-dropdown',
      shows: 'Choose a drink',
    },
    { name: '@shopify/flash-list', use: 'flash-list', shows: 'Row 0' },
    { name: '@react-native-picker/picker', use: 'picker', shows: 'A choice', drawn: 'select' },
    {
      name: '@react-native-community/datetimepicker',
      use: 'datetimepicker',
      shows: 'A date',
      drawn: 'input',
    },
  ]),
  ...of('drawing and styles', [
    { name: 'react-native-svg', use: 'svg', shows: 'A circle', drawn: 'svg circle' },
    {
      name: 'react-native-vector-icons',
      use: 'vector-icons',
      shows: 'An icon',
      font: 'MaterialCommunityIcons',
      help: FONT,
    },
    {
      name: '@react-native-vector-icons/material-design-icons',
      use: 'material-design-icons',
      shows: 'An icon',
      font: 'MaterialDesignIcons',
      help: FONT,
    },
    {
      name: '@expo/vector-icons',
      use: 'expo-vector-icons',
      with: [...EXPO, 'expo-font@57', 'expo-asset@57', 'expo-constants@57'],
      shows: 'An icon',
      font: 'material-community',
    },
    {
      name: 'react-native-linear-gradient',
      use: 'linear-gradient',
      shows: 'From red to blue',
      drawn: GRADIENT,
    },
    {
      name: 'expo-linear-gradient',
      use: 'expo-linear-gradient',
      with: EXPO,
      shows: 'From red to blue',
      drawn: GRADIENT,
    },
    {
      name: 'expo-image',
      range: '57',
      use: 'expo-image',
      with: EXPO,
      shows: 'A picture',
      drawn: 'img',
    },
    {
      name: 'nativewind',
      use: 'nativewind',
      with: ['tailwindcss@3', 'react-native-css-interop', ...REANIMATED],
      shows: 'In white on blue',
      babel: { presets: ['nativewind/babel'] },
    },
    {
      name: 'react-native-unistyles',
      use: 'unistyles',
      with: [NITRO, 'react-native-edge-to-edge', '@react-native/normalize-colors'],
      shows: 'In teal',
      babel: { plugins: [['react-native-unistyles/plugin', { root: 'src' }] as never] },
    },
    { name: 'styled-components', use: 'styled-components', shows: 'In teal' },
  ]),
  ...of('state and data', [
    { name: '@tanstack/react-query', use: 'react-query', shows: 'The answer is forty-two' },
    { name: 'swr', use: 'swr', shows: 'The answer is forty-two' },
    { name: 'zustand', use: 'zustand', ...PRESSED },
    { name: '@reduxjs/toolkit', use: 'redux-toolkit', with: ['react-redux'], ...PRESSED },
    { name: 'jotai', use: 'jotai', ...PRESSED },
    { name: 'mobx', use: 'mobx', with: ['mobx-react-lite'], ...PRESSED },
    {
      name: '@apollo/client',
      use: 'apollo',
      with: ['graphql', 'rxjs'],
      shows: 'The answer is forty-two',
    },
    { name: 'axios', use: 'axios', shows: 'Answered /items' },
    { name: 'firebase', use: 'firebase', shows: 'Database of demo' },
  ]),
  ...of('forms and texts', [
    { name: 'react-hook-form', use: 'react-hook-form', ...UNCHECKED },
    { name: 'formik', use: 'formik', ...UNCHECKED },
    { name: 'zod', use: 'zod', shows: 'It fits: true' },
    { name: 'yup', use: 'yup', shows: 'It fits: true' },
    { name: 'i18next', use: 'i18next', with: ['react-i18next'], shows: 'Hallo Ada' },
    { name: 'react-intl', use: 'react-intl', shows: 'Hallo Ada' },
    { name: 'date-fns', use: 'date-fns', shows: '18 November 2026' },
    { name: 'dayjs', use: 'dayjs', shows: '18 November 2026' },
    { name: 'moment', use: 'moment', shows: '18 November 2026' },
    { name: 'luxon', use: 'luxon', shows: '2026-11-18' },
    { name: 'lodash', use: 'lodash', shows: '1 and 2' },
  ]),
  ...of('device', [
    {
      name: '@react-native-async-storage/async-storage',
      use: 'async-storage',
      shows: 'Kept forty-two',
      permissions: ['storage'],
    },
    { name: 'react-native-mmkv', use: 'mmkv', with: [NITRO], shows: 'Kept forty-two' },
    {
      name: 'expo-secure-store',
      use: 'expo-secure-store',
      with: EXPO,
      shows: 'Kept forty-two',
    },
    { name: '@react-native-community/netinfo', use: 'netinfo', shows: 'Online: true' },
    { name: 'react-native-webview', use: 'webview', shows: 'A page', drawn: 'iframe' },
    {
      name: 'react-native-image-picker',
      use: 'image-picker',
      shows: 'Asked 1 times',
      drawn: 'input[type=file]',
      press: 'Choose',
    },
    { name: 'react-native-maps', use: 'maps', shows: 'A map', drawn: 'canvas, iframe, img' },
    {
      name: 'react-native-vision-camera',
      use: 'vision-camera',
      with: [NITRO, 'react-native-nitro-image'],
      shows: 'Camera: undefined',
    },
    {
      name: 'expo-haptics',
      use: 'expo-haptics',
      with: EXPO,
      shows: 'It has vibrated',
      press: 'Press',
    },
  ]),
  ...of('services', [
    { name: '@sentry/react-native', use: 'sentry', shows: 'Watched over' },
    { name: '@react-native-firebase/app', use: 'react-native-firebase', shows: 'Apps: 0' },
  ]),
];

function of(area: string, libraries: Omit<Library, 'area'>[]): Library[] {
  return libraries.map((library) => ({ ...library, area }));
}
