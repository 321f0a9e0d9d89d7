import { imagePath, tilePath } from './files.calls.ts';

/** The default tile layer that ships with the product: land without borders, needs no internet. */
export const builtInTiles = 'builtin';

/** The id in an address that was made from a call's path; null when it was not. */
const idIn = (path: string, address: string): string | null => {
  const [before = '', after = ''] = path.split('{id}');
  if (!address.startsWith(before) || !address.endsWith(after)) return null;
  const id = address.slice(before.length, address.length - after.length);
  return /^[0-9a-f]{32}$/.test(id) ? id : null;
};

/** Address of the tiles of an uploaded map file. */
export const ownTilesAddress = (id: string): string => tilePath.replace('{id}', id);

/** Which uploaded map file an address means; null when it means none. */
export const ownTilesOf = (url: string): string | null => idIn(tilePath, url);

/** Address of an uploaded picture. */
export const imageAddress = (id: string): string => imagePath.replace('{id}', id);

/** Which uploaded picture an address means; null when it means none. */
export const imageOf = (address: string): string | null => idIn(imagePath, address);

// No user info, no second colon, nothing that a header or a style sheet could take for an end.
const outside =
  /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:]{2,39}\])(?::([0-9]{1,5}))?(\/[\w\-.~:/?@!$&()*+,=%{}]*)$/i;

/** Whether a host is one that browsers reach as a service: a name with a dot, or an address that is no machine's own. */
const isReachable = (host: string): boolean => {
  if (host.startsWith('[')) return /^\[(?:[23][0-9a-f]{3}|f[cd][0-9a-f]{2}):/.test(host);
  const labels = host.split('.');
  if (
    labels.some((label) => label === '' || label.length > 63 || label.startsWith('-') || label.endsWith('-'))
  )
    return false;
  const last = labels.at(-1) ?? '';
  // Hosts that end in a number are addresses, however they are written: only the plain form is taken.
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(last)) {
    const parts = labels.map((label) => (/^(?:0|[1-9]\d{0,2})$/.test(label) ? Number(label) : 256));
    if (parts.length !== 4 || parts.some((part) => part > 255)) return false;
    const [first = 0, second = 0] = parts;
    return first !== 0 && first !== 127 && first < 224 && !(first === 169 && second === 254);
  }
  return last !== 'localhost' && labels.length > 1;
};

/**
 * Origin of a tile layer that browsers fetch from elsewhere, as it stands in a content security policy. Null for
 * our own tiles and for addresses that are not allowed.
 */
export const tileOrigin = (url: string): string | null => {
  const [, scheme = '', host = '', port] = outside.exec(url) ?? [];
  if (host === '' || !isReachable(host.toLowerCase())) return null;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  return `${scheme}://${host}${port === undefined ? '' : `:${Number(port)}`}`.toLowerCase();
};

/**
 * Whether a text may be the default tile layer: the built-in one, an uploaded one, or http(s) with {z}, {x} and {y}
 * once each. Browsers fetch it, the server never does. Names and passwords in it, and a machine's own addresses, are
 * refused: they would turn every member's browser against its own machine.
 */
export const isTileAddress = (url: string): boolean => {
  if (url === builtInTiles || ownTilesOf(url) !== null) return true;
  if (tileOrigin(url) === null) return false;
  const places = url.match(/\{[^{}]*\}/g) ?? [];
  const bare = url.replaceAll(/\{[zxy]\}/g, '');
  return [...places].toSorted().join('') === '{x}{y}{z}' && !/[{}]/.test(bare);
};
