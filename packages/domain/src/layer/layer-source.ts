import { limits } from '../limits.ts';

/** What a layer is, by its number on the wire: 4 and 6 are drawn in 3D only. */
export const layerTypes = {
  1: 'imagery',
  2: 'service',
  3: 'vector',
  4: 'model',
  5: 'orthophoto',
  6: 'pointCloud',
} as const;
export type LayerType = keyof typeof layerTypes;

/** Whether only a globe can draw it. */
export const onlyIn3D = (type: number): boolean => type === 4 || type === 6;

/** Where it comes from: an address that this server asks, or a file that was sent to it. */
const tileSources = ['xyz', 'tms', 'wmts', 'wms', 'pmtiles'] as const;
const tiledFiles = ['tiles', 'geotiff', 'pmtilesFile', 'surfaceModel'] as const;
export const addressSources = [...tileSources, 'tilesetUrl', 'meshUrl'] as const;
export const fileSources = [...tiledFiles, 'tileset', 'vector', 'pointCloud'] as const;
export type AddressSource = (typeof addressSources)[number];
export type TileSource = (typeof tileSources)[number];

/** What a layer is for; `surface`: what it carries stands on the ground, and is in the way of aircraft. */
export const layerRoles = ['layer', 'basemap', 'terrain', 'surface'] as const;
export type LayerRole = (typeof layerRoles)[number];

const rolesOfThings = ['layer', 'surface'] as const;
const hasThings = new Set(['tileset', 'tilesetUrl', 'vector']);

/** Whether what comes from such a source may be used as that. */
export const fitsRole = (source: string, role: LayerRole): boolean => {
  if (hasThings.has(source)) return rolesOfThings.some((one) => one === role);
  if (source === 'meshUrl') return role === 'terrain';
  // Its pictures are shown, its heights are compared: what is an older one stands in nobody's way.
  if (source === 'surfaceModel') return role === 'layer';
  // Tiles may carry pictures, or heights of the ground or of what stands on it.
  return isTiled(source) || role === 'layer';
};

/** Whether it comes as pictures of squares of the map. */
export const isTiled = (source: string): boolean =>
  [...tileSources, ...tiledFiles].some((one) => one === source);

/** Why a GeoTIFF cannot become a layer, whether it is seen at once or while its tiles are cut. */
export const rasterFaults = [
  'layerRaster',
  'layerRasterPlace',
  'layerProjection',
  'layerShift',
  'layerPixels',
  'layerHeights',
  'layerRasterSize',
] as const;
export type RasterFault = (typeof rasterFaults)[number];

/** Why a point cloud cannot become a layer, whether it is seen at once or while it is converted. */
export const cloudFaults = ['layerCloud', 'layerCloudSystem', 'layerCloudSize'] as const;
export type CloudFault = (typeof cloudFaults)[number];

const places: Readonly<Record<AddressSource, readonly string[]>> = {
  xyz: ['x', 'y', 'z'],
  tms: ['x', 'y', 'z'],
  wmts: ['x', 'y', 'z'],
  wms: [],
  pmtiles: [],
  tilesetUrl: [],
  meshUrl: [],
};

/** The names that OGC gives the same three, and ours. */
const plain = (address: string): string =>
  address
    .replaceAll(/\{TileMatrix\}/gi, '{z}')
    .replaceAll(/\{TileCol\}/gi, '{x}')
    .replaceAll(/\{TileRow\}/gi, '{y}');

interface ParsedAddress {
  href: string;
  protocol: string;
  username: string;
  password: string;
  searchParams: {
    keys(): Iterable<string>;
    delete(name: string): void;
    set(name: string, value: string): void;
  };
}
/** Browsers and servers have it alike; what is pure is typed without either. */
declare const URL: { new (address: string): ParsedAddress; canParse(address: string): boolean };

const urlOf = (address: string): ParsedAddress | null => {
  const bare = address.replaceAll(/\{[xyz]\}/g, '0').replace('{key}', 'key');
  if (/[{}\s\\]/.test(bare) || !URL.canParse(bare)) return null;
  return new URL(bare);
};

/**
 * Whether a text may be the address of a source: http(s) without a name and password, {z}, {x} and {y} once each for
 * tiles, none for WMS, PMTiles, the root file of 3D Tiles and the `layer.json` of meshes, and {key} at most once. The key
 * may not decide which server is asked.
 */
export const isLayerAddress = (source: AddressSource, address: string): boolean => {
  if (address.length > limits.layer.addressMax) return false;
  const template = plain(address);
  const url = urlOf(template);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  const found = [...template.matchAll(/\{([xyz]|key)\}/g)].map(([, name]) => name ?? '');
  const keys = found.filter((name) => name === 'key').length;
  const tiles = found.filter((name) => name !== 'key').toSorted();
  const authority = /^https?:\/\/([^/?#]*)/i.exec(template)?.[1] ?? '';
  return keys <= 1 && tiles.join() === places[source].join() && !authority.includes('{');
};

/** Half the width of the world in EPSG:3857, metres: 6378137 π. */
const halfWorld = 20_037_508.342_789_244;

const wmsTile = (address: string, { z, x, y }: TilePlace): string => {
  const url = new URL(address);
  const span = (2 * halfWorld) / 2 ** z;
  const west = x * span - halfWorld;
  const north = halfWorld - y * span;
  const asked = {
    SERVICE: 'WMS',
    REQUEST: 'GetMap',
    VERSION: '1.1.1',
    SRS: 'EPSG:3857',
    STYLES: '',
    FORMAT: 'image/png',
    TRANSPARENT: 'TRUE',
    WIDTH: '256',
    HEIGHT: '256',
    BBOX: [west, north - span, west + span, north].join(','),
  };
  const given = [...url.searchParams.keys()];
  const gives = (name: string): boolean => given.some((other) => other.toUpperCase() === name);
  for (const [name, value] of Object.entries(asked)) {
    const fixed = name === 'BBOX' || name === 'WIDTH' || name === 'HEIGHT' || !gives(name);
    if (!fixed) continue;
    for (const other of given) if (other.toUpperCase() === name) url.searchParams.delete(other);
    url.searchParams.set(name, value);
  }
  return url.href;
};

export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

/**
 * The address of one tile, rows counted from the north as XYZ does: TMS counts from the south, WMS is asked for the
 * square of the tile in EPSG:3857 (version 1.1.1: always x before y).
 */
export const tileAddressOf = (source: TileSource, address: string, place: TilePlace, key = ''): string => {
  const { z, x, y } = place;
  const keyed = plain(address).replace('{key}', () => encodeURIComponent(key));
  if (source === 'wms') return wmsTile(keyed, place);
  const row = source === 'tms' ? 2 ** z - 1 - y : y;
  return keyed.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(row));
};
