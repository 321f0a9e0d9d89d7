import { contrast, mixed } from '@eyrie/domain/contrast';
import { themes, tokens, type Theme, type Tokens } from './tokens.ts';

/** Colours that an organisation chose, `#rrggbb`; null: the theme's own. */
export interface OwnColours {
  readonly menuColor: string | null;
  readonly accentColor: string | null;
  readonly backgroundColor: string | null;
}
export type OwnColour = keyof OwnColours;

const enough = { text: 4.5, symbol: 3 } as const;

const best = (ground: string, inks: readonly string[]): string =>
  inks.reduce((found, ink) => (contrast(ink, ground) > contrast(found, ground) ? ink : found));

/** Quiet text where the ground carries it, else the strongest there is. */
const menuText = (menu: string): string => {
  const quiet = best(menu, [tokens.dark.menuText, tokens.light.menuText]);
  return contrast(quiet, menu) >= enough.text ? quiet : menuStrong(menu);
};
const menuStrong = (menu: string): string => best(menu, [tokens.dark.menuStrong, tokens.light.menuStrong]);

/** The tokens that an organisation's colours replace, with text that fits to each. States keep their colours. */
export const ownTokens = ({ menuColor, accentColor, backgroundColor }: OwnColours): Partial<Tokens> => ({
  ...(menuColor === null
    ? {}
    : { menu: menuColor, menuText: menuText(menuColor), menuStrong: menuStrong(menuColor) }),
  ...(accentColor === null
    ? {}
    : { accent: accentColor, onAccent: best(accentColor, [tokens.dark.onAccent, tokens.light.onAccent]) }),
  ...(backgroundColor === null ? {} : { entrance: backgroundColor }),
});

export interface WeakPair {
  theme: Theme;
  /** The colour that is too weak there. */
  of: OwnColour;
  kind: keyof typeof enough;
  /** Where the two meet. */
  place: 'menu' | 'menuOpen' | 'menuMark' | 'page' | 'button' | 'focus' | 'entrance';
  ratio: number;
  needed: number;
}

type Pair = [of: OwnColour, kind: WeakPair['kind'], place: WeakPair['place'], ink: string, ground: string];

/** Everything in which an organisation's colours meet others, as the style sheets lay them. */
const pairsOf = (t: Tokens, own: OwnColours): Pair[] => {
  const open = mixed(t.accent, t.menu, 0.16);
  const pairs: Pair[] = [];
  if (own.menuColor !== null || own.accentColor !== null) {
    const cause = own.menuColor === null ? 'accentColor' : 'menuColor';
    pairs.push(
      [cause, 'text', 'menuOpen', t.menuStrong, open],
      [cause, 'symbol', 'menuMark', t.accent, open],
    );
  }
  if (own.menuColor !== null) pairs.push(['menuColor', 'text', 'menu', t.menuText, t.menu]);
  if (own.accentColor !== null) {
    for (const ground of [t.surface, t.raised]) pairs.push(['accentColor', 'text', 'page', t.accent, ground]);
    pairs.push(['accentColor', 'symbol', 'focus', t.accent, t.ink]);
    pairs.push(['accentColor', 'text', 'button', t.onAccent, t.accent]);
  }
  if (own.backgroundColor !== null)
    for (const ink of [t.accent, t.live])
      pairs.push(['backgroundColor', 'symbol', 'entrance', ink, t.entrance]);
  return pairs;
};

/**
 * Where an organisation's colours could not be read (text below 4.5 : 1) or seen (symbols below 3 : 1), in both themes;
 * the weakest of each place. Direction of writing changes no ground, so what holds from left holds from right.
 */
export const weakPairs = (own: OwnColours): WeakPair[] =>
  themes.flatMap((theme) => {
    const weakest = new Map<string, WeakPair>();
    for (const [of, kind, place, ink, ground] of pairsOf({ ...tokens[theme], ...ownTokens(own) }, own)) {
      const ratio = contrast(ink, ground);
      const needed = enough[kind];
      const known = weakest.get(place);
      if (ratio < needed && (!known || ratio < known.ratio))
        weakest.set(place, { theme, of, kind, place, ratio, needed });
    }
    return [...weakest.values()];
  });
