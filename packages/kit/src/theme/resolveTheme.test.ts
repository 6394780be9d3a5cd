import { describe, expect, it } from 'vitest';

import { darkTheme } from './darkTheme.ts';
import { lightTheme } from './lightTheme.ts';
import { resolveTheme } from './resolveTheme.ts';

describe('a theme', () => {
  it('is that of the device where nobody changes it', () => {
    expect(resolveTheme({ isDark: false })).toEqual(lightTheme);
    expect(resolveTheme({ isDark: true }, undefined)).toEqual(darkTheme);
  });

  it('keeps what a change leaves out', () => {
    const theme = resolveTheme(
      { isDark: false },
      {
        colors: { background: '#fafafa' },
        radii: { medium: 2 },
        typography: { title: { fontSize: 40 } },
      },
    );
    expect(theme.colors).toEqual({ ...lightTheme.colors, background: '#fafafa' });
    expect(theme.radii).toEqual({ ...lightTheme.radii, medium: 2 });
    expect(theme.typography.title).toEqual({ ...lightTheme.typography.title, fontSize: 40 });
    expect(theme.typography.body).toEqual(lightTheme.typography.body);
  });

  it('takes the colours of its scheme, and those win over colours of both', () => {
    const brand = {
      colors: { text: '#111111' },
      light: { primary: '#00695c' },
      dark: { primary: '#80cbc4', text: '#eeeeee' },
    };
    expect(resolveTheme({ isDark: false }, brand).colors).toMatchObject({
      primary: '#00695c',
      text: '#111111',
    });
    expect(resolveTheme({ isDark: true }, brand).colors).toMatchObject({
      primary: '#80cbc4',
      text: '#eeeeee',
    });
  });

  it('may be dark on a device that is light, and takes its dark colours then', () => {
    const theme = resolveTheme({ isDark: false }, { isDark: true, dark: { primary: '#80cbc4' } });
    expect(theme.isDark).toBe(true);
    expect(theme.colors).toMatchObject({ surface: darkTheme.colors.surface, primary: '#80cbc4' });
  });

  it('of a mini-app wins over that of the host, colour by colour', () => {
    const host = { colors: { primary: '#00695c', danger: '#aa0000' }, isDark: true };
    const miniApp = { colors: { primary: '#5b21b6' }, isDark: false };
    const { isDark, colors } = resolveTheme({ isDark: true }, host, miniApp);
    expect(isDark).toBe(false);
    expect(colors).toMatchObject({ primary: '#5b21b6', danger: '#aa0000' });
  });

  it('writes what can be read on a colour that was changed', () => {
    const { colors } = resolveTheme({ isDark: false }, { colors: { primary: '#ffd400' } });
    expect(colors).toMatchObject({ onPrimary: '#000000', focus: '#ffd400' });
    const given = { primary: '#ffd400', onPrimary: '#332200' };
    expect(resolveTheme({ isDark: false }, { colors: given }).colors.onPrimary).toBe('#332200');
  });

  it('has the text size and direction of the device until somebody sets them', () => {
    const device = { isDark: false, textScale: 1.5, direction: 'rtl' } as const;
    expect(resolveTheme(device)).toMatchObject({ textScale: 1.5, direction: 'rtl' });
    expect(resolveTheme(device, { textScale: undefined, direction: 'ltr' })).toMatchObject({
      textScale: 1.5,
      direction: 'ltr',
    });
  });

  it('given whole is taken whole', () => {
    expect(resolveTheme({ isDark: false }, darkTheme)).toEqual(darkTheme);
  });
});
