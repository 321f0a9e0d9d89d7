import { allCalls, arrivalOf, bytesOf, calls, limits, type CallDeclaration } from '@eyrie/domain';

/** Rooms whose calls read what files, plans and servers elsewhere bring. */
const bulkRooms: readonly Readonly<Record<string, CallDeclaration>>[] = [
  calls.route,
  calls.routeTemplate,
  calls.region,
  calls.layer,
  calls.mapShare,
  calls.weather,
];
const ofBulkRooms = new Set(bulkRooms.flatMap((room) => Object.values(room)));

/**
 * Whether a call may take long of a loop: it brings a file or a large body, answers bytes, or belongs to a room of such
 * calls. What works without the database saves aircraft, and is never one.
 */
export const isBulk = (declaration: CallDeclaration): boolean =>
  declaration.withoutDatabase !== true &&
  (ofBulkRooms.has(declaration) ||
    declaration.upload !== undefined ||
    bytesOf(declaration).length > 0 ||
    arrivalOf(declaration).maxBytes > limits.http.bodyBytes);

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Tells by its address whether a request is for a bulk call, however the address is written. */
export const createBulkPaths = (): ((url: string) => boolean) => {
  const paths = allCalls.filter(isBulk).map(({ path }) => path);
  const whole = new Set(paths.filter((path) => !path.includes('{')));
  const patterns = paths
    .filter((path) => path.includes('{'))
    .map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  return (url) => {
    const path = decoded(url.split('?', 1)[0] ?? '');
    return whole.has(path) || patterns.some((pattern) => pattern.test(path));
  };
};
