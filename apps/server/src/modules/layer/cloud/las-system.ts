import { undulation } from '../../../platform/undulation.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { GeoKeys } from '../raster-geokeys.ts';
import { systemOf } from '../raster-place.ts';
import { projectionOf, type Projection } from '../raster-projection.ts';
import { cloudRefusal } from './cloud-fault.ts';
import type { LasHeader, LasRecord } from './las-file.ts';

/** How the numbers of a file become places. */
export interface CloudSystem {
  projection: Projection;
  /** Metres of one unit of height. */
  unit: number;
  /** Heights are above the sea, not above the ellipsoid. */
  aboveSea: boolean;
}

const names: Readonly<Record<number, string>> = {
  1024: 'GTModelTypeGeoKey',
  1025: 'GTRasterTypeGeoKey',
  1026: 'GTCitationGeoKey',
  2048: 'GeographicTypeGeoKey',
  2049: 'GeogCitationGeoKey',
  2050: 'GeogGeodeticDatumGeoKey',
  2051: 'GeogPrimeMeridianGeoKey',
  2054: 'GeogAngularUnitsGeoKey',
  2056: 'GeogEllipsoidGeoKey',
  2057: 'GeogSemiMajorAxisGeoKey',
  2058: 'GeogSemiMinorAxisGeoKey',
  2059: 'GeogInvFlatteningGeoKey',
  2062: 'GeogTOWGS84GeoKey',
  3072: 'ProjectedCSTypeGeoKey',
  3073: 'PCSCitationGeoKey',
  3074: 'ProjectionGeoKey',
  3075: 'ProjCoordTransGeoKey',
  3076: 'ProjLinearUnitsGeoKey',
  3078: 'ProjStdParallel1GeoKey',
  3079: 'ProjStdParallel2GeoKey',
  3080: 'ProjNatOriginLongGeoKey',
  3081: 'ProjNatOriginLatGeoKey',
  3082: 'ProjFalseEastingGeoKey',
  3083: 'ProjFalseNorthingGeoKey',
  3084: 'ProjFalseOriginLongGeoKey',
  3085: 'ProjFalseOriginLatGeoKey',
  3086: 'ProjFalseOriginEastingGeoKey',
  3087: 'ProjFalseOriginNorthingGeoKey',
  3092: 'ProjScaleAtNatOriginGeoKey',
  4096: 'VerticalCSTypeGeoKey',
  4099: 'VerticalUnitsGeoKey',
};

/** The value of one key: in its entry, among the doubles or in the text. */
const keyValue = (entry: Buffer, doubles: Buffer, text: string): unknown => {
  const [place, count, value] = [entry.readUInt16LE(2), entry.readUInt16LE(4), entry.readUInt16LE(6)];
  if (place === 0) return value;
  if (place === 34_737) return text.slice(value, value + count).replace(/\|?\0*$/, '');
  const end = (value + count) * 8;
  if (place !== 34_736 || end > doubles.length || count === 0) return undefined;
  const all = Array.from({ length: count }, (_, at) => doubles.readDoubleLE((value + at) * 8));
  return count === 1 ? all[0] : all;
};

/** The keys of GeoTIFF that a LAS file carries; null: none. */
function keysOf(records: readonly LasRecord[]): GeoKeys | null {
  const of = (id: number): Buffer | undefined =>
    records.find((one) => one.user === 'LASF_Projection' && one.id === id)?.bytes;
  const directory = of(34_735);
  if (!directory || directory.length < 16) return null;
  const text = of(34_737)?.toString('latin1') ?? '';
  const doubles = of(34_736) ?? Buffer.alloc(0);
  const count = Math.min(directory.readUInt16LE(6), Math.floor(directory.length / 8) - 1);
  const keys: Record<string, unknown> = {};
  for (let at = 1; at <= count; at += 1) {
    const entry = directory.subarray(at * 8, at * 8 + 8);
    const name = names[entry.readUInt16LE(0)];
    if (name !== undefined) keys[name] = keyValue(entry, doubles, text);
  }
  return keys;
}

/** Seas that the heights of the world's geoid stand for within about a metre: EGM96, EGM2008. */
const seas: ReadonlySet<number> = new Set([5773, 3855]);
const units: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1_200 / 3_937 };

const byKeys = (keys: GeoKeys): CloudSystem => {
  const tags = { pixelScale: [], tiePoints: [], transformation: [], keys };
  let projection: Projection;
  try {
    ({ projection } = systemOf(tags));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw cloudRefusal('layerCloudSystem', String(error.details.values?.['what'] ?? ''));
  }
  const code = Number(keys['VerticalUnitsGeoKey'] ?? 9001);
  const unit = units[code];
  if (unit === undefined) throw cloudRefusal('layerCloudSystem', `VerticalUnits ${code}`);
  return { projection, unit, aboveSea: seas.has(Number(keys['VerticalCSTypeGeoKey'])) };
};

const byCode = (code: number, aboveSea = false): CloudSystem => {
  const projection = projectionOf(code);
  if (!projection) throw cloudRefusal('layerCloudSystem', `EPSG:${code}`);
  return { projection, unit: 1, aboveSea };
};

/** The text of one part of well-known text, by the name that it begins with; '' where it has none. */
const partOf = (text: string, name: string): string => {
  const start = text.indexOf(`${name}[`);
  if (start < 0) return '';
  let depth = 0;
  for (let at = start + name.length; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    else if (text[at] === ']' && (depth -= 1) === 0) return text.slice(start, at + 1);
  }
  return '';
};

/** The code that stands last in a part: of the whole of it, not of what it is made of. */
const codeOf = (part: string): number | null => {
  const found = /(?:AUTHORITY|ID)\["EPSG",\s*"?(\d{4,6})"?\]\s*\]$/i.exec(part)?.[1];
  return found === undefined ? null : Number(found);
};

const byText = (text: string): CloudSystem => {
  const parts = ['PROJCS', 'PROJCRS', 'GEOGCS', 'GEOGCRS'].map((name) => partOf(text, name));
  const plan = parts.find((part) => part !== '') ?? '';
  const code = codeOf(plan);
  const vertical = partOf(text, 'VERT_CS') || partOf(text, 'VERTCRS');
  const unit = Number(/UNIT\["[^"]*",\s*([\d.eE+-]+)/.exec(vertical)?.[1] ?? 1);
  if (code === null || !(unit > 0.1 && unit <= 1))
    throw cloudRefusal('layerCloudSystem', /"([^"]{1,80})"/.exec(plan || text)?.[1] ?? 'WKT');
  return { ...byCode(code, seas.has(codeOf(vertical) ?? 0)), unit };
};

/**
 * The system of a file: as it names it, in keys or in well-known text; else the one that was given.
 * @param epsg code that somebody gave with the file; '' where they gave none
 * @throws Refusal layerCloudSystem where none is named or it is not known
 */
export function cloudSystem({ records }: LasHeader, epsg: string): CloudSystem {
  const named = records.find(({ user, id }) => user === 'LASF_Projection' && id === 2_112);
  const text = named?.bytes.toString('latin1').replaceAll('\0', '').trim() ?? '';
  if (text !== '') return byText(text);
  const keys = keysOf(records);
  if (keys && keys['GTModelTypeGeoKey'] !== undefined) return byKeys(keys);
  if (epsg !== '') return byCode(Number(epsg));
  throw cloudRefusal('layerCloudSystem', '–');
}

/** Metres above the ellipsoid of a height at a place. */
export const ellipsoidal = (
  { unit, aboveSea }: CloudSystem,
  height: number,
  [lng, lat]: readonly [number, number],
): number => height * unit + (aboveSea ? undulation({ lng, lat }) : 0);
