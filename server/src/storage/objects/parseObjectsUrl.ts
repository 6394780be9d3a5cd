import { fileURLToPath } from 'node:url';
import { objectKeyProblem } from './assertObjectKey.ts';

/** The location of objects in S3, or in a compatible server. */
export interface S3Location {
  bucket: string;
  /** The prefix of every key, without slashes at its ends; '' for none. */
  prefix: string;
  /** The server's URL; AWS by default. */
  endpoint?: string;
  /** By default, the region that the AWS SDK finds, for example in AWS_REGION. */
  region?: string;
  /** Whether the bucket is named in the path instead of the host name. */
  pathStyle: boolean;
}

/** The parsed URL of an object store, or what is wrong with it. */
export type ParsedObjectsUrl =
  | { ok: true; kind: 'folder'; root: string }
  | ({ ok: true; kind: 's3' } & S3Location)
  | { ok: false; problem: string };

const FORMS = 'expected file:/absolute/path or s3://bucket/prefix?region=us-east-1';
const S3_PARAMETERS = ['endpoint', 'region', 'pathStyle'];

/** Parses the URL of an object store; `problem` lists everything that is wrong with it, and never repeats a secret. */
export function parseObjectsUrl(text: string): ParsedObjectsUrl {
  if (!URL.canParse(text)) return { ok: false, problem: `it is no URL; ${FORMS}` };
  const url = new URL(text);
  if (url.protocol === 'file:') return parseFileUrl(text, url);
  if (url.protocol === 's3:') return parseS3Url(url);
  return { ok: false, problem: `the scheme ${url.protocol} is unknown; ${FORMS}` };
}

function parseFileUrl(text: string, url: URL): ParsedObjectsUrl {
  const problems = [...extraProblems(url), ...parameterProblems(url, [])];
  // From the text, because the parsed URL has made file:data into file:///data.
  if (!/^file:\/(?:$|[^/]|\/\/)/i.test(text.trim()))
    problems.push('the path is relative; expected file:/absolute/path');
  else if (/^\/*$/.test(url.pathname)) problems.push('the path is the root of the file system');
  else if (/%2f|%00/i.test(url.pathname)) problems.push('the path has an escaped slash or NUL');
  else if (!decoded(url.pathname)) problems.push('the path has a broken % escape');
  if (problems.length > 0) return { ok: false, problem: problems.join('; ') };
  return { ok: true, kind: 'folder', root: fileURLToPath(url) };
}

function parseS3Url(url: URL): ParsedObjectsUrl {
  const problems = [...extraProblems(url), ...parameterProblems(url, S3_PARAMETERS)];
  const bucket = url.hostname;
  if (bucket === '') problems.push('the bucket is missing; expected s3://bucket/prefix');
  else if (!/^[a-z\d][\w.-]{1,61}[a-z\d]$/i.test(bucket))
    problems.push(`"${bucket}" is no name of a bucket`);
  if (url.port !== '') problems.push('a bucket has no port; name the server in ?endpoint=');

  const prefix = decoded(url.pathname)?.replace(/^\/|\/$/g, '');
  if (prefix === undefined) problems.push('the prefix has a broken % escape');
  else if (prefix !== '' && objectKeyProblem(prefix) !== undefined)
    problems.push(`the prefix does not fit: ${objectKeyProblem(prefix)}`);

  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined) problems.push(...endpointProblems(endpoint));
  const region = url.searchParams.get('region') ?? undefined;
  if (region !== undefined && !/^[a-z\d-]+$/i.test(region))
    problems.push('region is no name of a region; expected for example us-east-1');
  const pathStyle = url.searchParams.get('pathStyle') ?? 'false';
  if (pathStyle !== 'true' && pathStyle !== 'false')
    problems.push('pathStyle is neither true nor false');

  if (prefix === undefined || problems.length > 0)
    return { ok: false, problem: problems.join('; ') };
  return {
    ok: true,
    kind: 's3',
    bucket,
    prefix,
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    pathStyle: pathStyle === 'true',
  };
}

function endpointProblems(endpoint: string): string[] {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return ['endpoint is no http or https URL; expected for example http://127.0.0.1:9000'];
  const problems = extraProblems(url).map((problem) => `endpoint: ${problem}`);
  if (url.search !== '') problems.push('endpoint: it has a query');
  return problems;
}

function extraProblems(url: URL): string[] {
  const problems: string[] = [];
  if (url.username !== '' || url.password !== '')
    problems.push('it has credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead');
  if (url.hash !== '') problems.push('it has a fragment; write # as %23');
  return problems;
}

function parameterProblems(url: URL, known: string[]): string[] {
  const names = [...url.searchParams.keys()];
  const expected = known.length > 0 ? known.join(', ') : 'none';
  const unknown = new Set(names.filter((name) => !known.includes(name)));
  const repeated = new Set(
    names.filter((name, index) => known.includes(name) && names.indexOf(name) !== index),
  );
  return [
    ...[...unknown].map((name) => `the parameter "${name}" is unknown; expected ${expected}`),
    ...[...repeated].map((name) => `the parameter "${name}" is there twice`),
  ];
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
