import type { LinkingOptions } from '@react-navigation/native';

import { type Route, type Screens, pathOf, routeOf } from './routes.ts';

/** The scheme of this host's deep links. */
export const SCHEME = 'host';
/** The path that the web host is served under. */
export const BASE_PATH = '/app/';

/** Maps screens to URLs. Every deep link gets Home below it in the stack, so that there is a way back. */
export const linking: LinkingOptions<Screens> = {
  prefixes: [`${SCHEME}://`],
  getStateFromPath(path) {
    const route = routeOf(path.startsWith(BASE_PATH) ? path.slice(BASE_PATH.length) : path);
    const home: Route = { name: 'Home' };
    return { routes: route.name === 'Home' ? [home] : [home, route] };
  },
  getPathFromState(state) {
    const route = state.routes[state.index ?? state.routes.length - 1];
    return BASE_PATH + (route ? pathOf(route as Route) : '');
  },
};
