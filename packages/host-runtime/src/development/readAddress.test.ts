import { afterEach, describe, expect, it, vi } from 'vitest';

import { readAddress } from './readAddress.ts';

describe('the address of a dev server', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['http://localhost:9002', 'http://localhost:9002'],
    [' localhost:9002/ ', 'http://localhost:9002'],
    ['127.0.0.1:9100/web/mf-manifest.json', 'http://127.0.0.1:9100'],
    ['http://[::1]:9002', 'http://[::1]:9002'],
  ])('can be entered as %s', (text, origin) => {
    expect(readAddress(text, 'machine')).toBe(origin);
  });

  it.each([
    '',
    'nonsense here',
    'https://evil.example:9002',
    'localhost.evil.example',
    'http://localhost@evil.example',
    'http://evil.example#localhost',
    'http://evil.example?@localhost',
    'http://evil.example/@localhost:9002',
    'http://localhost:9002@evil.example',
    'http://localhost\\@evil.example',
    'javascript:alert(1)',
  ])('is none of this machine in %j', (text) => {
    expect(readAddress(text, 'machine')).toBeUndefined();
    expect(readAddress(text, 'network')).toBeUndefined();
  });

  // React Native's has neither `canParse` nor a reading of hosts that can be relied on.
  it('is read without the URL of the engine', () => {
    vi.stubGlobal('URL', undefined);
    expect(readAddress('http://10.0.2.2:9002/?a=b', 'network')).toBe('http://10.0.2.2:9002');
    expect(readAddress('http://evil.example?@10.0.2.2', 'network')).toBeUndefined();
  });

  it.each(['192.168.1.7', '10.0.2.2', '172.20.0.3', '169.254.1.1'])(
    'is in the network of a phone, and not on its machine: %s',
    (address) => {
      expect(readAddress(`http://${address}:9002/`, 'network')).toBe(`http://${address}:9002`);
      expect(readAddress(`http://${address}:9002/`, 'machine')).toBeUndefined();
    },
  );

  it.each(['8.8.8.8', '172.32.0.1', '192.168.1.7.evil.example', '10.evil.example', '100.64.0.1'])(
    'is never elsewhere: %s',
    (address) => {
      expect(readAddress(`http://${address}:9002/`, 'network')).toBeUndefined();
    },
  );
});
