import { Color } from '@cesium/engine';
import type { MapTheme, Tone } from '../contract.ts';

/** Colour that people chose, else that of the tone; one that is no colour counts as none. */
export const colourOf = (
  { colour, tone }: { readonly colour?: string; readonly tone: Tone },
  theme: MapTheme,
  alpha = 1,
): Color => {
  const chosen = colour === undefined ? undefined : Color.fromCssColorString(colour);
  const plain = chosen ?? Color.fromCssColorString(theme.tones[tone]);
  return plain.withAlpha(plain.alpha * alpha);
};
