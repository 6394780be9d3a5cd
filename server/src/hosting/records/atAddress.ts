import type { Platform, PlatformArtifact, Registration, WebLocation } from '@host/contracts';

interface Addresses {
  former: string;
  url: string;
}

/** A registration with the current address of its files. Free text that its publisher wrote stays as it is. */
export function registrationAt(registration: Registration, addresses: Addresses): Registration {
  const { manifestUrl, bundleZipUrl, icon } = registration;
  return {
    ...registration,
    manifestUrl: moved(manifestUrl, addresses),
    bundleZipUrl: moved(bundleZipUrl, addresses),
    ...(icon !== undefined && { icon: moved(icon, addresses) }),
  };
}

/** The artifacts of a version with their current address. */
export function platformsAt(
  platforms: Partial<Record<Platform, PlatformArtifact>>,
  addresses: Addresses,
): Partial<Record<Platform, PlatformArtifact>> {
  return Object.fromEntries(
    Object.entries(platforms).map(([platform, artifact]) => [
      platform,
      {
        ...artifact,
        url: moved(artifact.url, addresses),
        ...(artifact.web && { web: webAt(artifact.web, addresses) }),
      },
    ]),
  );
}

function webAt(web: WebLocation, addresses: Addresses): WebLocation {
  const { container } = web;
  return {
    ...web,
    baseUrl: moved(web.baseUrl, addresses),
    manifestUrl: moved(web.manifestUrl, addresses),
    ...(container && { container: { ...container, url: moved(container.url, addresses) } }),
  };
}

function moved(text: string, { former, url }: Addresses): string {
  return text.startsWith(`${former}/`) ? `${url}${text.slice(former.length)}` : text;
}
