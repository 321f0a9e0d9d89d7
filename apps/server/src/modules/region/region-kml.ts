import type { DrawnGeometry } from '@eyrie/domain';
import { parseXml, type XmlElement } from '@eyrie/wpml';
import type { FileRow } from './region-geojson.ts';

const bounds = { depth: 64, elements: 400_000, text: 2_000_000 };

const childrenOf = (element: XmlElement, local: string): XmlElement[] =>
  element.children.filter((one) => one.local === local);
const childOf = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element?.children.find((one) => one.local === local);

/** `lng,lat[,height]` one after the other; a number that is none stays one that is none, and is refused by name. */
const placesOf = (element: XmlElement | undefined): number[][] =>
  (childOf(element, 'coordinates')?.text ?? '')
    .trim()
    .split(/\s+/)
    .filter((one) => one !== '')
    .map((one) => {
      const [lng = '', lat = '', height = ''] = one.split(',');
      const place = [numberOf(lng), numberOf(lat)];
      return height === '' ? place : [...place, numberOf(height)];
    });

const numberOf = (text: string): number => (text.trim() === '' ? NaN : Number(text));

const ringOf = (boundary: XmlElement | undefined): number[][] => placesOf(childOf(boundary, 'LinearRing'));

function geometriesOf(element: XmlElement): (DrawnGeometry | null)[] {
  switch (element.local) {
    case 'Point':
      return [{ type: 'Point', coordinates: placesOf(element)[0] ?? [] }];
    case 'LineString':
      return [{ type: 'LineString', coordinates: placesOf(element) }];
    case 'LinearRing':
      return [{ type: 'Polygon', coordinates: [placesOf(element)] }];
    case 'Polygon':
      return [
        {
          type: 'Polygon',
          coordinates: [
            ringOf(childOf(element, 'outerBoundaryIs')),
            ...childrenOf(element, 'innerBoundaryIs').map(ringOf),
          ],
        },
      ];
    case 'MultiGeometry':
      return element.children.flatMap(geometriesOf);
    case 'Track':
    case 'MultiTrack':
    case 'Model':
      return [null];
    default:
      return [];
  }
}

/** KML writes aabbggrr. */
const colourOf = (placemark: XmlElement): string | null => {
  const style = childOf(placemark, 'Style');
  const found = ['PolyStyle', 'LineStyle', 'IconStyle']
    .map((kind) => childOf(childOf(style, kind), 'color')?.text.trim() ?? '')
    .find((text) => /^[0-9a-fA-F]{8}$/.test(text));
  return found === undefined ? null : `#${found.slice(6, 8)}${found.slice(4, 6)}${found.slice(2, 4)}`;
};

const rowsOfPlacemark = (placemark: XmlElement): FileRow[] => {
  const name = (childOf(placemark, 'name')?.text ?? '').trim().slice(0, 64);
  const found = placemark.children.flatMap(geometriesOf);
  return found.map((geometry, at) => ({
    name: found.length > 1 && name !== '' ? `${name.slice(0, 58)} ${at + 1}` : name,
    // Not a place of two numbers: nothing that could be judged.
    geometry: geometry?.type === 'Point' && geometry.coordinates.length < 2 ? null : geometry,
    radius: null,
    colour: colourOf(placemark),
  }));
};

/** Rows of a KML text, one a geometry. Entities are refused and links are not followed. @throws KmzRefused */
export function placemarksOf(text: string): FileRow[] {
  const rows: FileRow[] = [];
  const root = parseXml(text, {
    ...bounds,
    release: (element) => {
      if (element.local !== 'Placemark') return false;
      rows.push(...rowsOfPlacemark(element));
      return true;
    },
  });
  if (root.local !== 'kml') throw new Error(`<${root.name}> is no map`);
  return rows;
}
