/** A round length for a scale bar: 1, 2 or 5 times a power of ten. */
export interface ScaleBar {
  readonly metres: number;
  readonly pixels: number;
}

/** The longest round length that fits into `maxPixels`. Null for a resolution that is not positive. */
export const scaleBar = (metresPerPixel: number, maxPixels: number): ScaleBar | null => {
  if (!(metresPerPixel > 0) || !(maxPixels > 0)) return null;
  const room = metresPerPixel * maxPixels;
  const power = 10 ** Math.floor(Math.log10(room));
  const share = room / power;
  const metres = power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
  return { metres, pixels: metres / metresPerPixel };
};

/**
 * Metres one CSS pixel covers at a latitude, for a map whose world is 512 px wide at zoom 0.
 * 78271.51696402048 m is the equator of Web Mercator divided by 512.
 */
export const metresPerPixelAt = (lat: number, zoom: number): number =>
  (78_271.516_964_020_48 * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom;
