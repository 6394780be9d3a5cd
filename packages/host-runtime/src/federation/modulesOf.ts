import type { NavigationFacade } from '../navigation/navigationFacade.tsx';
import type { SharedModule, SharedModules } from './SharedModules.types.ts';
import { SDK } from './boundSdk.ts';

/** The shared modules for one mini-app: the host's modules, with navigation under the host's control, and its own SDK. */
export function modulesOf(
  shared: SharedModules,
  facade: NavigationFacade,
  sdk: SharedModule,
): SharedModules {
  const replaced = (name: string, module: object) =>
    shared[name] && { [name]: { version: shared[name].version, module } };
  return {
    ...shared,
    ...replaced('@react-navigation/native', facade.navigation),
    ...replaced('@host/kit', facade.kit),
    [SDK]: sdk,
  };
}
