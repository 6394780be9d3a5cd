import { DEEP_LINK_ROUTES } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { deepLinkRoute } from '../../composer/deepLinkRoute.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Notice } from '../Notice.tsx';

/** Warns of a link that may lead nowhere. */
export function LinkHint({ link }: { link: string }) {
  const found = link.trim() === '' ? undefined : deepLinkRoute(link);
  if (!found) return null;
  if (found.appId !== undefined) return <MiniAppHint appId={found.appId} />;
  if (found.route !== undefined) return null;
  return (
    <Notice tone="warn">
      No host has this route by itself; all have {DEEP_LINK_ROUTES.join(', ')}. Make sure that yours
      registers it.
    </Notice>
  );
}

function MiniAppHint({ appId }: { appId: string }) {
  const { client } = useServices();
  const { data, error } = useQuery({
    queryKey: ['mini-app', appId],
    queryFn: ({ signal }) => client.getMiniProgram(appId, { signal }),
  });
  if (error)
    return <Notice tone="warn">There is no mini-app {appId}, or you may not see it.</Notice>;
  if (data?.suspended)
    return <Notice tone="warn">{data.name} is suspended: nobody can open it.</Notice>;
  if (data?.released.length === 0) {
    return <Notice tone="warn">No version of {data.name} is released: nobody can open it.</Notice>;
  }
  return null;
}
