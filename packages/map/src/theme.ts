import type { MapTheme } from './contract.ts';

/** The two built-in looks, from the palette of the design tokens. */
export const mapThemes: Readonly<Record<'dark' | 'light', MapTheme>> = {
  dark: {
    water: '#16252f',
    land: '#2c4351',
    grid: '#3f5a6d',
    text: '#e6edf2',
    halo: '#0b141b',
    plate: '#182833',
    looks: {
      live: '#43c07a',
      working: '#2fb3a6',
      attention: '#e8a93c',
      alarm: '#f0605d',
      offline: '#8fa3b3',
    },
    tones: {
      accent: '#2fb3a6',
      good: '#43c07a',
      attention: '#e8a93c',
      alarm: '#f0605d',
      muted: '#8fa3b3',
      text: '#e6edf2',
    },
  },
  light: {
    water: '#dfe8ee',
    land: '#f7f8f6',
    grid: '#b9c6d0',
    text: '#16222b',
    halo: '#ffffff',
    plate: '#ffffff',
    looks: {
      live: '#1b7f48',
      working: '#0e8f84',
      attention: '#a86404',
      alarm: '#c9302c',
      offline: '#5b6b78',
    },
    tones: {
      accent: '#0e8f84',
      good: '#1b7f48',
      attention: '#a86404',
      alarm: '#c9302c',
      muted: '#5b6b78',
      text: '#16222b',
    },
  },
};

/** Colours of the page that the map takes over, as the design tokens name them. */
export interface PageColours {
  readonly raised: string;
  readonly text: string;
  readonly accent: string;
  readonly live: string;
  readonly working: string;
  readonly attention: string;
  readonly alarm: string;
  readonly offline: string;
  readonly muted: string;
}

/** A look with the page's own colours, so that an organisation's palette reaches the map too. */
export const themeFromColours = (base: 'dark' | 'light', colours: PageColours): MapTheme => ({
  ...mapThemes[base],
  text: colours.text,
  plate: colours.raised,
  looks: {
    live: colours.live,
    working: colours.working,
    attention: colours.attention,
    alarm: colours.alarm,
    offline: colours.offline,
  },
  tones: {
    accent: colours.accent,
    good: colours.live,
    attention: colours.attention,
    alarm: colours.alarm,
    muted: colours.muted,
    text: colours.text,
  },
});
