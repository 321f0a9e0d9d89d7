import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { describedSystem, type GeoKeys } from './raster-geokeys.ts';
import { systemOf } from './raster-place.ts';
import { projectionOf } from './raster-projection.ts';

const read = (keys: GeoKeys) =>
  systemOf({ pixelScale: [], tiePoints: [], transformation: [], keys }).projection;
const projected = (keys: GeoKeys): GeoKeys => ({
  GTModelTypeGeoKey: 1,
  ProjectedCSTypeGeoKey: 32_767,
  GeographicTypeGeoKey: 4258,
  ProjectionGeoKey: 32_767,
  ProjLinearUnitsGeoKey: 9001,
  PCSCitationGeoKey: 'Site 7',
  ...keys,
});

const gaussKruger = projected({
  GeographicTypeGeoKey: 4490,
  ProjCoordTransGeoKey: 1,
  ProjNatOriginLatGeoKey: 0,
  ProjNatOriginLongGeoKey: 117,
  ProjScaleAtNatOriginGeoKey: 1,
  ProjFalseEastingGeoKey: 500_000,
  ProjFalseNorthingGeoKey: 0,
});
const lambert = projected({
  ProjCoordTransGeoKey: 8,
  ProjStdParallel1GeoKey: 49,
  ProjStdParallel2GeoKey: 44,
  ProjFalseOriginLatGeoKey: 46.5,
  ProjFalseOriginLongGeoKey: 3,
  ProjFalseOriginEastingGeoKey: 700_000,
  ProjFalseOriginNorthingGeoKey: 6_600_000,
});
/** The Great Lakes, as guidance note 7-2 of IOGP computes them. */
const albers = projected({
  GeographicTypeGeoKey: 4269,
  ProjCoordTransGeoKey: 11,
  ProjStdParallel1GeoKey: 42 + 7 / 60 + 21.9864 / 3600,
  ProjStdParallel2GeoKey: 49 + 54.648 / 3600,
  ProjNatOriginLatGeoKey: 45 + 34 / 60 + 8.3172 / 3600,
  ProjNatOriginLongGeoKey: -(84 + 27 / 60 + 21.438 / 3600),
  ProjFalseEastingGeoKey: 1_000_000,
  ProjFalseNorthingGeoKey: 1_000_000,
});

/** A plane of a state in feet of its survey, with a place that a library of projections publishes for its tests. */
const newJersey = projected({
  GeographicTypeGeoKey: 4269,
  ProjLinearUnitsGeoKey: 9003,
  ProjCoordTransGeoKey: 1,
  ProjNatOriginLatGeoKey: 38 + 50 / 60,
  ProjNatOriginLongGeoKey: -74.5,
  ProjScaleAtNatOriginGeoKey: 0.9999,
  ProjFalseEastingGeoKey: 492_125,
  ProjFalseNorthingGeoKey: 0,
});

describe('a system that the keys of a GeoTIFF describe', () => {
  it.each<[string, GeoKeys, readonly [number, number], readonly [number, number]]>([
    ['Albers', albers, [-78.75, 42.75], [1_466_493.492, 702_903.006]],
    ['New Jersey in feet', newJersey, [-74, 41], [630_128.205, 789_591.522]],
  ])('lies where it is published to lie: %s', (_, keys, place, [x, y]) => {
    const { toModel, toDegrees } = read(keys);
    const [east, north] = toModel(place);
    expect(Math.hypot(east - x, north - y)).toBeLessThan(0.02);
    const [lng, lat] = toDegrees([x, y]);
    expect(Math.hypot(lng - place[0], lat - place[1])).toBeLessThan(1e-6);
  });

  it.each<[string, GeoKeys, number, readonly [number, number]]>([
    ['transverse Mercator', gaussKruger, 4548, [117.4, 31.2]],
    ['a cone of Lambert', lambert, 2154, [5.3, 43.3]],
    ['a zone of UTM', projected({ GeographicTypeGeoKey: 4326, ProjectionGeoKey: 16_132 }), 32732, [9.3, -33]],
    [
      'degrees of a datum',
      { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 32_767, GeogGeodeticDatumGeoKey: 6258 },
      4258,
      [9, 48],
    ],
  ])('is that of the code with the same figures: %s', (_, keys, code, place) => {
    const [east, north] = read(keys).toModel(place);
    const [x = Number.NaN, y = Number.NaN] = projectionOf(code)?.toModel(place) ?? [];
    expect(Math.hypot(east - x, north - y)).toBeLessThan(0.001);
  });

  const british: GeoKeys = {
    GeographicTypeGeoKey: 32_767,
    GeogEllipsoidGeoKey: 32_767,
    GeogSemiMajorAxisGeoKey: 6_377_563.396,
    GeogInvFlatteningGeoKey: 299.324_964_6,
    GeogTOWGS84GeoKey: Float64Array.of(446.448, -125.157, 542.06, 0.15, 0.247, 0.842, -20.489),
  };
  const grid = projected({
    ...british,
    ProjCoordTransGeoKey: 1,
    ProjNatOriginLatGeoKey: 49,
    ProjNatOriginLongGeoKey: -2,
    ProjScaleAtNatOriginGeoKey: 0.999_601_271_7,
    ProjFalseEastingGeoKey: 400_000,
    ProjFalseNorthingGeoKey: -100_000,
  });

  it('has the ellipsoid and the shift of its datum', () => {
    const place = [-1.5, 52.5] as const;
    const [east, north] = read(grid).toModel(place);
    const [x = Number.NaN, y = Number.NaN] = projectionOf(27700)?.toModel(place) ?? [];
    expect(Math.hypot(east - x, north - y)).toBeLessThan(0.001);
    // The same projection without a shift, in degrees of its own datum: guidance note 7-2 of IOGP.
    const [lng, lat] = read({ GTModelTypeGeoKey: 2, ...british }).toDegrees([0.5, 50.5]);
    const [ownEast, ownNorth] = read(grid).toModel([lng, lat]);
    expect(Math.hypot(ownEast - 577_274.99, ownNorth - 69_740.5)).toBeLessThan(0.02);
  });

  const { GeogTOWGS84GeoKey: _shift, ...unshifted } = grid;
  const { ProjStdParallel2GeoKey: _parallel, ...oneParallel } = lambert;
  it.each<[string, GeoKeys, string]>([
    ['without a shift', unshifted, 'user-defined: datum –: GeogTOWGS84 (Site 7)'],
    [
      'with a datum that nobody shifts',
      { ...gaussKruger, GeographicTypeGeoKey: 4214 },
      'user-defined: datum 4214',
    ],
    ['with two datums', { ...gaussKruger, GeogGeodeticDatumGeoKey: 6214 }, 'user-defined: datum 4490, 6214'],
    [
      'whose ellipsoid is none of its datum',
      { ...gaussKruger, GeogSemiMajorAxisGeoKey: 6_378_245, GeogInvFlatteningGeoKey: 298.3 },
      'user-defined: datum 4490: GeogSemiMajorAxis 6378245',
    ],
    [
      'with an ellipsoid that is none',
      { ...grid, GeogSemiMajorAxisGeoKey: 1 },
      'user-defined: GeogSemiMajorAxis 1, ',
    ],
    ['with half a shift', { ...grid, GeogTOWGS84GeoKey: [1, 2] }, 'user-defined: GeogTOWGS84 (Site 7)'],
    ['without its second parallel', oneParallel, 'user-defined: ProjStdParallel2GeoKey (Site 7)'],
    [
      'by a method that is not kept',
      { ...lambert, ProjCoordTransGeoKey: 9 },
      'user-defined: ProjCoordTrans 9 (Site 7)',
    ],
    ['by no method', projected({}), 'user-defined: ProjCoordTrans – (Site 7)'],
    [
      'by a projection of another code',
      projected({ ProjectionGeoKey: 19_916 }),
      'user-defined: Projection 19916',
    ],
    ['in chains', { ...gaussKruger, ProjLinearUnitsGeoKey: 9097 }, 'user-defined: ProjLinearUnits 9097'],
    [
      'as a zone of UTM in feet',
      projected({ ProjectionGeoKey: 16_132, ProjLinearUnitsGeoKey: 9003 }),
      'user-defined: Projection 16132',
    ],
    ['in gon', { ...gaussKruger, GeogAngularUnitsGeoKey: 9105 }, 'user-defined: GeogAngularUnits 9105'],
    ['from Paris', { ...gaussKruger, GeogPrimeMeridianGeoKey: 8903 }, 'user-defined: GeogPrimeMeridian 8903'],
    [
      'with a figure that is none',
      { ...gaussKruger, ProjNatOriginLatGeoKey: Number.NaN },
      'user-defined: ProjNatOriginLatGeoKey',
    ],
  ])('is refused by name %s', (_, keys, what) => {
    let found = '';
    try {
      describedSystem(keys, true);
    } catch (error) {
      found = error instanceof Refusal ? `${error.reason} ${error.details.values?.['what']}` : String(error);
    }
    expect(found.slice(0, 16 + what.length)).toBe(`layerProjection ${what}`);
  });
});
