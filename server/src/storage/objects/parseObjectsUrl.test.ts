import { describe, expect, it } from 'vitest';
import { parseObjectsUrl } from './parseObjectsUrl.ts';

describe('the URL of an object store', () => {
  it.each([
    ['file:/var/lib/objects', '/var/lib/objects'],
    ['file:///var/lib/objects', '/var/lib/objects'],
    ['file:///var/lib/with%20space/', '/var/lib/with space/'],
  ])('%s names the folder %s', (text, root) => {
    expect(parseObjectsUrl(text)).toEqual({ ok: true, kind: 'folder', root });
  });

  it('names a bucket of AWS', () => {
    expect(parseObjectsUrl('s3://acme-objects?region=eu-west-1')).toEqual({
      ok: true,
      kind: 's3',
      bucket: 'acme-objects',
      prefix: '',
      region: 'eu-west-1',
      pathStyle: false,
    });
  });

  it('names a bucket of another server, and a prefix', () => {
    const text =
      's3://objects/some/prefix/?endpoint=http://127.0.0.1:9000&region=us-east-1&pathStyle=true';
    expect(parseObjectsUrl(text)).toEqual({
      ok: true,
      kind: 's3',
      bucket: 'objects',
      prefix: 'some/prefix',
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      pathStyle: true,
    });
  });

  it.each([
    ['', 'no URL'],
    ['/var/lib/objects', 'no URL'],
    ['gs://bucket', 'the scheme gs: is unknown'],
    ['file:data', 'relative'],
    ['file:./data', 'relative'],
    ['file:../data', 'relative'],
    ['file://data/objects', 'relative'],
    ['file:', 'relative'],
    ['file:/', 'root of the file system'],
    ['file:///', 'root of the file system'],
    ['file:////', 'root of the file system'],
    ['file:/a%2fb', 'escaped slash'],
    ['file:/a%zz', '% escape'],
    ['file:/a?sync=true', 'the parameter "sync" is unknown; expected none'],
    ['file:/a#b', 'fragment'],
    ['s3:///prefix', 'the bucket is missing'],
    ['s3:bucket', 'the bucket is missing'],
    ['s3://-', 'no name of a bucket'],
    ['s3://bucket:9000/', 'no port'],
    ['s3://bucket/a//b', 'the prefix does not fit'],
    ['s3://bucket/.tmp', 'the prefix does not fit'],
    ['s3://bucket/%zz', '% escape'],
    ['s3://bucket?enpoint=http://a', 'the parameter "enpoint" is unknown'],
    ['s3://bucket?region=a&region=b', '"region" is there twice'],
    ['s3://bucket?region=a/b', 'region'],
    ['s3://bucket?region=', 'region'],
    ['s3://bucket?pathStyle=yes', 'pathStyle is neither true nor false'],
    ['s3://bucket?endpoint=127.0.0.1:9000', 'endpoint is no http or https URL'],
    ['s3://bucket?endpoint=ftp://a', 'endpoint is no http or https URL'],
    ['s3://bucket?endpoint=', 'endpoint is no http or https URL'],
    ['s3://bucket?endpoint=http://a?b', 'endpoint: it has a query'],
  ])('%s is refused: %s', (text, problem) => {
    expect(parseObjectsUrl(text)).toEqual({
      ok: false,
      problem: expect.stringContaining(problem),
    });
  });

  it('tells everything that is wrong at once', () => {
    const parsed = parseObjectsUrl('s3:///a//b?endpoint=no&pathStyle=maybe&foo=1');
    expect(parsed).toMatchObject({
      problem: expect.stringMatching(/"foo".*bucket.*prefix.*endpoint.*pathStyle/),
    });
  });

  it.each(['s3://key:hunter2@bucket', 's3://bucket?endpoint=http://key:hunter2@a'])(
    'must not carry credentials, which the problem does not repeat: %s',
    (text) => {
      const parsed = parseObjectsUrl(text);
      expect(parsed).toMatchObject({ problem: expect.stringContaining('credentials') });
      expect(JSON.stringify(parsed)).not.toContain('hunter2');
    },
  );
});
