/**
 * Rated flight time in seconds by DJI model key: Payload SDK, choose hardware platform (M30, M300, M350, M3E, M3T, M3D, M4, M4D);
 * enterprise.dji.com/mavic-3-m/specs and /matrice-400/specs for the others. The gate divides the
 * route's estimated time by it; a model that is not listed leaves the battery item unknown.
 */
export const ratedSeconds: Readonly<Record<string, number>> = {
  '0-67-0': 41 * 60,
  '0-67-1': 41 * 60,
  '0-91-0': 50 * 60,
  '0-91-1': 50 * 60,
  '0-100-0': 54 * 60,
  '0-100-1': 54 * 60,
  '0-77-0': 45 * 60,
  '0-77-1': 45 * 60,
  '0-77-2': 43 * 60,
  '0-60-0': 55 * 60,
  '0-89-0': 55 * 60,
  '0-99-0': 49 * 60,
  '0-99-1': 49 * 60,
  '0-103-0': 59 * 60,
};
