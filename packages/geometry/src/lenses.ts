import { viewPresets, type ViewAngles } from './view.ts';

/** Lenses of a camera as its live pictures show them at zoom 1. */
export interface Lenses {
  readonly wide: ViewAngles;
  /** Missing: it has none, or its angle is not known. */
  readonly thermal?: ViewAngles;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/**
 * Angles from the diagonal one that data sheets give, of a sensor with sides `across` to `down`. The picture is as wide as the
 * sensor and as high as its own sides `pictureAcross` to `pictureDown` say.
 */
export const anglesOfDiagonal = (
  diagonal: number,
  [across, down]: readonly [number, number],
  [pictureAcross, pictureDown]: readonly [number, number] = [across, down],
): ViewAngles => {
  const half = (Math.tan(radians(diagonal) / 2) * across) / Math.hypot(across, down);
  return {
    horizontal: degrees(2 * Math.atan(half)),
    vertical: degrees(2 * Math.atan((half * pictureDown) / pictureAcross)),
  };
};

/** A still sensor of 4:3 whose live picture is 16:9. */
const wideOf = (diagonal: number): ViewAngles => anglesOfDiagonal(diagonal, [4, 3], [16, 9]);
/** Thermal sensors of 640 × 512. */
const thermalOf = (diagonal: number): ViewAngles => anglesOfDiagonal(diagonal, [5, 4]);

/**
 * By the type of the payload, as the maker numbers them. What is not here has exchangeable lenses, or angles that nobody wrote
 * down: a view that is not drawn is better than a wrong one.
 */
const lenses: Readonly<Record<string, Lenses>> = {
  // H20, H20T
  '42': { wide: viewPresets.h20 },
  '43': { wide: viewPresets.h20, thermal: thermalOf(40.6) },
  // M30, M30T
  '52': { wide: viewPresets.m30 },
  '53': { wide: viewPresets.m30, thermal: thermalOf(61) },
  // M3E, M3T, M3M
  '66': { wide: wideOf(84) },
  '67': { wide: wideOf(84), thermal: thermalOf(61) },
  '68': { wide: wideOf(84) },
  // M3D, M3TD
  '80': { wide: viewPresets.m3td },
  '81': { wide: viewPresets.m3td, thermal: thermalOf(61) },
  // H30, H30T
  '82': { wide: wideOf(82.1) },
  '83': { wide: wideOf(82.1), thermal: thermalOf(45.2) },
  // M4E, M4T
  '88': { wide: wideOf(84) },
  '89': { wide: wideOf(82), thermal: thermalOf(45) },
  // M4D, M4TD
  '98': { wide: wideOf(84) },
  '99': { wide: wideOf(82), thermal: thermalOf(45) },
};

/** Lenses of the camera behind an index `type-subtype-gimbal`; null where they are not known. */
export const lensesOf = (payloadIndex: string | null): Lenses | null => {
  const type = /^(\d{1,6})-\d{1,6}-\d{1,3}$/.exec(payloadIndex ?? '')?.[1];
  return type !== undefined && Object.hasOwn(lenses, type) ? (lenses[type] ?? null) : null;
};
