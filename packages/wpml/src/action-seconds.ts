/**
 * Seconds for which an aircraft stands for an action, as planners of the maker reckon: fitted against files that they wrote. A
 * whole second for everything that is set; the two of an oriented photo are its view and its picture. A panorama is about 25
 * pictures, each with a turn of the gimbal.
 */
const seconds: Readonly<Record<string, number>> = {
  takePhoto: 1,
  startRecord: 1,
  stopRecord: 1,
  rotateYaw: 1,
  gimbalRotate: 1,
  zoom: 1,
  focus: 1,
  orientedShoot: 2,
  panoShot: 60,
};

/** @param func the word of the format, which is that of the action in a plan as well */
export const actionSeconds = (func: string): number => seconds[func] ?? 0;
