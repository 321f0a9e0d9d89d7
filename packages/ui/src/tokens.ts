/** The two looks: dark for the control room, light for the office. */
export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

export interface Tokens {
  /** The deepest layer: header, menu, the space behind pages. */
  ink: string;
  surface: string;
  raised: string;
  line: string;
  text: string;
  muted: string;
  accent: string;
  /** Text and symbols on a field of accent. */
  onAccent: string;
  /** The menu, the names in it, and the one that is open. */
  menu: string;
  menuText: string;
  menuStrong: string;
  /** Ground of the sign-in page. */
  entrance: string;
  live: string;
  working: string;
  attention: string;
  alarm: string;
  offline: string;
  /** Ground of the one order that stands above all others, and the text on it: the same in both looks. */
  urgent: string;
  onUrgent: string;
  shadow: string;
}

/**
 * The only place where colours stand. They reach style sheets as CSS variables and the component
 * library through its theme. An organisation's own colours replace single tokens.
 */
export const tokens: Readonly<Record<Theme, Tokens>> = {
  dark: {
    ink: '#0B141B',
    surface: '#111D26',
    raised: '#182833',
    line: '#26394A',
    text: '#E6EDF2',
    muted: '#8FA3B3',
    accent: '#2FB3A6',
    onAccent: '#06110F',
    menu: '#0B141B',
    menuText: '#8FA3B3',
    menuStrong: '#E6EDF2',
    entrance: '#0B141B',
    live: '#4CC38A',
    working: '#2FB3A6',
    attention: '#F0B429',
    alarm: '#FF6B6B',
    offline: '#8FA3B3',
    urgent: '#F0B429',
    onUrgent: '#16222B',
    shadow: '0 8px 24px rgb(0 0 0 / 45%)',
  },
  light: {
    ink: '#E9EEF2',
    surface: '#F4F6F8',
    raised: '#FFFFFF',
    line: '#D5DDE4',
    text: '#16222B',
    muted: '#55646F',
    accent: '#0A766C',
    onAccent: '#FFFFFF',
    menu: '#FFFFFF',
    menuText: '#55646F',
    menuStrong: '#16222B',
    entrance: '#E9EEF2',
    live: '#177A45',
    working: '#0A766C',
    attention: '#9A5B00',
    alarm: '#C22F28',
    offline: '#5B6B78',
    urgent: '#F0B429',
    onUrgent: '#16222B',
    shadow: '0 8px 24px rgb(22 34 43 / 16%)',
  },
};

/** Sizes of the frame, px. Width of the menu, folded and open, and the window width under which it folds. */
export const measures = {
  menu: 240,
  menuFolded: 64,
  foldBelow: 1100,
  header: 48,
  tabBar: 36,
  dialog: 550,
  control: 32,
  row: 40,
  rowDense: 32,
  radius: 6,
  text: 14,
} as const;

export const fontFamily =
  "-apple-system, 'Segoe UI', 'Noto Sans', Roboto, 'Noto Sans SC Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Naskh Arabic Variable', 'Noto Naskh Arabic', sans-serif";

/** CSS variables of a theme, `--ey-…`, with the organisation's own colours on top. */
export const themeVariables = (theme: Theme, own: Partial<Tokens> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...tokens[theme], ...own }).map(([name, value]) => [
      `--ey-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ]),
  );

/** Puts a theme on an element, normally the document's root. */
export const applyTheme = (element: HTMLElement, theme: Theme, own: Partial<Tokens> = {}): void => {
  for (const [name, value] of Object.entries(themeVariables(theme, own)))
    element.style.setProperty(name, value);
  element.style.colorScheme = theme;
  element.dataset['theme'] = theme;
};
