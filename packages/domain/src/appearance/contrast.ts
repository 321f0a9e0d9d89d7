/** Relative luminance of `#rrggbb` after WCAG 2. */
const luminance = (colour: string): number => {
  const channel = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};

/** Contrast of two `#rrggbb` colours after WCAG 2: 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** `share` of one colour over another, as the page mixes them; all `#rrggbb`. */
export const mixed = (one: string, other: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const of = (colour: string): number => Number.parseInt(colour.slice(at, at + 2), 16);
      return Math.round(of(one) * share + of(other) * (1 - share))
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

/** Steps in which a colour is made darker: finer nobody sees. */
const darkening = 20;

/**
 * A colour as it can be read on a light ground: itself where it is strong enough, else so much darker that it is.
 * @param needed contrast after WCAG 2: 4.5 for text
 */
export const legibleOn = (ground: string, colour: string, needed = 4.5): string => {
  for (let step = 0; step < darkening; step += 1) {
    const tried = mixed('#000000', colour.toLowerCase(), step / darkening);
    if (contrast(tried, ground) >= needed) return tried;
  }
  return '#000000';
};
