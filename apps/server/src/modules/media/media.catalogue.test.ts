import { expect, it } from 'vitest';
import { geoJsonOf, stacItemOf, tableOf, type CataloguedFile } from './media.catalogue.ts';

const shotAt = Date.UTC(2027, 2, 31, 8, 0, 1, 500);
const createdAt = Date.UTC(2027, 2, 31, 9);
const photo: CataloguedFile = {
  oid: '0190b1f2-0000-7000-8000-000000000001',
  name: 'DJI 0001 ü.JPG',
  kind: 'photo',
  size: 7,
  lng: 113.95,
  lat: 22.54,
  absoluteAltitude: 120.5,
  relativeAltitude: 80,
  gimbalYaw: -90,
  shotAt,
  createdAt,
  width: 4_000,
  height: 3_000,
  lens: 'wide',
  flightOID: '0190b1f2-0000-7000-8000-000000000002',
  taskName: '=Mast',
  dockName: 'Quarry',
  labels: ['mast', 'rust'],
};
const nowhere: CataloguedFile = {
  ...photo,
  oid: '0190b1f2-0000-7000-8000-000000000003',
  name: 'note.bin',
  kind: 'other',
  lng: null,
  lat: null,
  absoluteAltitude: null,
  relativeAltitude: null,
  gimbalYaw: null,
  shotAt: null,
  lens: null,
  width: null,
  height: null,
  flightOID: null,
  taskName: null,
  dockName: null,
  labels: [],
};

it('a file is an item of STAC 1.0 that leads to it', () => {
  expect(stacItemOf(photo, '../')).toEqual({
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: [
      'https://stac-extensions.github.io/file/v2.1.0/schema.json',
      'https://stac-extensions.github.io/view/v1.0.0/schema.json',
    ],
    id: photo.oid,
    geometry: { type: 'Point', coordinates: [113.95, 22.54] },
    bbox: [113.95, 22.54, 113.95, 22.54],
    properties: {
      datetime: '2027-03-31T08:00:01.500Z',
      created: '2027-03-31T09:00:00.000Z',
      title: 'DJI 0001 ü.JPG',
      instruments: ['wide'],
      'view:azimuth': 270,
      'eyrie:absolute_altitude': 120.5,
      'eyrie:relative_altitude': 80,
      'eyrie:width': 4_000,
      'eyrie:height': 3_000,
      'eyrie:flight': photo.flightOID,
      'eyrie:task': '=Mast',
      'eyrie:dock': 'Quarry',
      keywords: ['mast', 'rust'],
    },
    links: [],
    assets: {
      data: {
        href: '../DJI%200001%20%C3%BC.JPG',
        title: 'DJI 0001 ü.JPG',
        type: 'image/jpeg',
        roles: ['data'],
        'file:size': 7,
      },
    },
  });
});

it('what nobody knows of a file is said to be unknown: no place, and a time between two', () => {
  const { geometry, properties, stac_extensions: extensions, ...item } = stacItemOf(nowhere, '../');
  expect(geometry).toBeNull();
  expect(item).not.toHaveProperty('bbox');
  expect(extensions).toHaveLength(1);
  expect(properties).toEqual({
    datetime: null,
    start_datetime: '2013-01-01T00:00:00.000Z',
    end_datetime: '2027-03-31T09:00:00.000Z',
    created: '2027-03-31T09:00:00.000Z',
    title: 'note.bin',
  });
});

it('files are points of GeoJSON and rows of a table', () => {
  const { type, features } = geoJsonOf([photo, nowhere]);
  expect([type, features.map(({ geometry }) => geometry?.coordinates ?? null)]).toEqual([
    'FeatureCollection',
    [[113.95, 22.54], null],
  ]);
  expect(features[0]?.properties).toMatchObject({ name: photo.name, takenAt: '2027-03-31T08:00:01.500Z' });
  const [head, first, second] = [...tableOf([photo, nowhere])];
  expect(head?.slice(0, 4)).toEqual(['oid', 'lng', 'lat', 'name']);
  expect([first?.length, second?.length]).toEqual([head?.length, head?.length]);
  expect([first?.at(-1), second?.[1]]).toEqual(['mast; rust', null]);
});
