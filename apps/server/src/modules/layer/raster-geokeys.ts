import { rasterRefusal } from './raster-fault.ts';

export type GeoKeys = Readonly<Record<string, unknown>>;

/** The code of what the keys describe themselves. */
export const userDefined = 32_767;

/** The name that the author gave to a system. */
const citedName = (keys: GeoKeys): string => {
  const cited = [keys['PCSCitationGeoKey'], keys['GTCitationGeoKey'], keys['GeogCitationGeoKey']];
  const name = cited.find((one): one is string => typeof one === 'string' && one.trim() !== '');
  return name?.trim() ?? '–';
};

/** Reads figures of one file; what is not there or not known is refused with the name of the system. */
const readerOf = (keys: GeoKeys) => {
  const refused = (why: string) =>
    rasterRefusal('layerProjection', `user-defined: ${why} (${citedName(keys).slice(0, 60)})`);
  const optional = (name: string): number | undefined => {
    const value = keys[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw refused(name);
    return value;
  };
  return {
    refused,
    optional,
    /** The first that is there of several keys that mean the same. */
    figure(...names: readonly string[]): number {
      const found = names.map(optional).find((one) => one !== undefined);
      if (found === undefined) throw refused(names[0] ?? '');
      return found;
    },
  };
};
type Reader = ReturnType<typeof readerOf>;

/** Degrees and datums that differ from WGS-84 by less than two metres: WGS-84, CGCS2000, ETRS89, NAD83, GDA, SIRGAS 2000. */
const asWgs84: ReadonlySet<number> = new Set([
  4326, 4490, 4258, 4269, 4283, 7844, 4674, 6326, 1043, 6258, 6269, 6283, 1168, 6674,
]);

/** Half the longer axis and the flattening, by the code of EPSG. */
const ellipsoids: Readonly<Record<number, readonly [a: number, rf: number]>> = {
  7001: [6_377_563.396, 299.324_964_6],
  7004: [6_377_397.155, 299.152_812_8],
  7019: [6_378_137, 298.257_222_101],
  7022: [6_378_388, 297],
  7024: [6_378_245, 298.3],
  7030: [6_378_137, 298.257_223_563],
};

const grs80 = [6_378_137, 298.257_222_101] as const;

const ellipsoidOf = ({ optional, refused }: Reader): readonly [a: number, rf: number] => {
  const code = optional('GeogEllipsoidGeoKey');
  const known = code === undefined ? undefined : ellipsoids[code];
  const a = optional('GeogSemiMajorAxisGeoKey') ?? known?.[0];
  const b = optional('GeogSemiMinorAxisGeoKey');
  const given = optional('GeogInvFlatteningGeoKey') ?? known?.[1];
  const flattening = given ?? (a !== undefined && b !== undefined ? a / (a - b) : undefined);
  if (a === undefined || flattening === undefined) throw refused(`GeogEllipsoid ${code ?? '–'}`);
  if (!(a > 6_300_000 && a < 6_450_000 && flattening > 250 && flattening < 350))
    throw refused(`GeogSemiMajorAxis ${a}, GeogInvFlattening ${flattening}`);
  return [a, flattening];
};

/** The way to WGS-84 that the keys give. */
const shiftOf = (keys: GeoKeys, { refused }: Reader): string | null => {
  const given = keys['GeogTOWGS84GeoKey'];
  if (given === undefined) return null;
  const figures = typeof given === 'object' && given !== null ? Array.from(given as Iterable<unknown>) : [];
  const right = figures.length === 3 || figures.length === 7;
  if (!right || !figures.every((one) => Number.isFinite(one))) throw refused('GeogTOWGS84');
  return figures.join();
};

/** Ellipsoid and shift. Without a shift only what lies where WGS-84 does can be placed. */
const datumOf = (keys: GeoKeys, reader: Reader): string => {
  const { optional, refused } = reader;
  const meridian = optional('GeogPrimeMeridianGeoKey') ?? 8901;
  if (meridian !== 8901 && !(meridian === userDefined && optional('GeogPrimeMeridianLongGeoKey') === 0))
    throw refused(`GeogPrimeMeridian ${meridian}`);
  const angles = optional('GeogAngularUnitsGeoKey') ?? 9102;
  if (angles !== 9102) throw refused(`GeogAngularUnits ${angles}`);
  const codes = [optional('GeographicTypeGeoKey'), optional('GeogGeodeticDatumGeoKey')];
  const described = codes.filter((one): one is number => one !== undefined && one !== userDefined);
  const shift = shiftOf(keys, reader);
  const same = described.length > 0 && described.every((one) => asWgs84.has(one));
  if (shift === null && !same) throw refused(`datum ${described.join(', ') || '–'}: GeogTOWGS84`);
  const said = optional('GeogEllipsoidGeoKey') ?? optional('GeogSemiMajorAxisGeoKey');
  const [a, flattening] = same && said === undefined ? grs80 : ellipsoidOf(reader);
  if (same && Math.abs(a - grs80[0]) > 0.5)
    throw refused(`datum ${described.join(', ')}: GeogSemiMajorAxis ${a}`);
  return `+a=${a} +rf=${flattening}${shift === null ? '' : ` +towgs84=${shift}`}`;
};

/** Metres of one unit, by its code in GeoTIFF: metre, foot, foot of the survey of the United States. */
const unitMetres: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1_200 / 3_937 };

const unitOf = ({ optional, refused }: Reader): number => {
  const code = optional('ProjLinearUnitsGeoKey') ?? 9001;
  const metres = unitMetres[code];
  if (metres === undefined) throw refused(`ProjLinearUnits ${code}`);
  return metres;
};

/** False origins are said in the unit of the system; the library wants metres. */
const originOf = (reader: Reader, ...names: readonly string[]): number =>
  reader.figure(...names) * unitOf(reader);

const falseEasting = ['ProjFalseEastingGeoKey', 'ProjFalseOriginEastingGeoKey'] as const;
const falseNorthing = ['ProjFalseNorthingGeoKey', 'ProjFalseOriginNorthingGeoKey'] as const;

/** Transverse Mercator. */
const transverse = (reader: Reader): string =>
  `+proj=tmerc +lat_0=${reader.figure('ProjNatOriginLatGeoKey')} +lon_0=${reader.figure('ProjNatOriginLongGeoKey')}` +
  ` +k=${reader.figure('ProjScaleAtNatOriginGeoKey')}` +
  ` +x_0=${originOf(reader, ...falseEasting)} +y_0=${originOf(reader, ...falseNorthing)}`;

/** Cones with two parallels; some programs name their false origin as a natural one. */
const conic =
  (name: 'lcc' | 'aea') =>
  (reader: Reader): string => {
    const { figure } = reader;
    return (
      `+proj=${name} +lat_1=${figure('ProjStdParallel1GeoKey')} +lat_2=${figure('ProjStdParallel2GeoKey')}` +
      ` +lat_0=${figure('ProjFalseOriginLatGeoKey', 'ProjNatOriginLatGeoKey')}` +
      ` +lon_0=${figure('ProjFalseOriginLongGeoKey', 'ProjNatOriginLongGeoKey')}` +
      ` +x_0=${originOf(reader, ...falseEasting.toReversed())} +y_0=${originOf(reader, ...falseNorthing.toReversed())}`
    );
  };

/** By the number of the method in GeoTIFF. */
const methods: Readonly<Record<number, (reader: Reader) => string>> = {
  1: transverse,
  8: conic('lcc'),
  11: conic('aea'),
};

const methodOf = (reader: Reader): string => {
  const { optional, refused } = reader;
  const named = optional('ProjectionGeoKey') ?? userDefined;
  const [series, zone] = [Math.floor(named / 100), named % 100];
  // UTM is metres by its definition.
  if ((series === 160 || series === 161) && zone >= 1 && zone <= 60 && unitOf(reader) === 1)
    return `+proj=utm +zone=${zone}${series === 161 ? ' +south' : ''}`;
  if (named !== userDefined) throw refused(`Projection ${named}`);
  const code = optional('ProjCoordTransGeoKey');
  const method = code === undefined ? undefined : methods[code];
  if (!method) throw refused(`ProjCoordTrans ${code ?? '–'}`);
  return method(reader);
};

/**
 * The system that keys describe without a code, as the library takes it: degrees, or metres or feet of transverse Mercator, of
 * a cone of Lambert with two parallels, or of Albers.
 * @throws Refusal layerProjection naming what is missing or not known, and the system as its author named it
 */
export function describedSystem(keys: GeoKeys, projected: boolean): string {
  const reader = readerOf(keys);
  const method = projected ? methodOf(reader) : '+proj=longlat';
  const unit = projected ? unitOf(reader) : 1;
  const units = unit === 1 ? ' +units=m' : ` +to_meter=${unit}`;
  return `${method} ${datumOf(keys, reader)}${projected ? units : ''} +no_defs`;
}
