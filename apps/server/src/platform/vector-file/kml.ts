import type { DrawnGeometry } from '@eyrie/domain';
import { parseXml, type XmlElement } from '@eyrie/wpml';
import type { FileRow } from './geojson.ts';
import type { ShapeHeight } from './height.ts';

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

/** Where a track was, one `lng lat height` after the other. */
const trackOf = (element: XmlElement): number[][] =>
  childrenOf(element, 'coord').map(({ text }) => text.trim().split(/\s+/).map(numberOf));

/** A shape, and from where its heights are counted; null: it lies on the ground, whatever its heights say. */
interface Shape {
  geometry: DrawnGeometry | null;
  over: ShapeHeight['over'] | null;
}

const modes: Readonly<Record<string, Shape['over']>> = { relativeToGround: 'ground', absolute: 'sea' };

/** Heights that are all 0 were not given, whatever the mode is. */
const isRaised = ({ type, coordinates }: DrawnGeometry): boolean => {
  const places = type === 'Point' ? [coordinates] : type === 'Polygon' ? coordinates.flat() : coordinates;
  return places.every((place) => place.length > 2) && places.some((place) => place[2] !== 0);
};

function geometriesOf(element: XmlElement): Shape[] {
  const shaped = (geometry: DrawnGeometry): Shape[] => {
    const over = modes[textOf(element, 'altitudeMode')] ?? null;
    return [{ geometry, over: over && isRaised(geometry) ? over : null }];
  };
  switch (element.local) {
    case 'Point':
      return shaped({ type: 'Point', coordinates: placesOf(element)[0] ?? [] });
    case 'LineString':
      return shaped({ type: 'LineString', coordinates: placesOf(element) });
    case 'LinearRing':
      return shaped({ type: 'Polygon', coordinates: [placesOf(element)] });
    case 'Polygon':
      return shaped({
        type: 'Polygon',
        coordinates: [
          ringOf(childOf(element, 'outerBoundaryIs')),
          ...childrenOf(element, 'innerBoundaryIs').map(ringOf),
        ],
      });
    case 'MultiGeometry':
      return element.children.flatMap(geometriesOf);
    case 'Track':
      return shaped({ type: 'LineString', coordinates: trackOf(element) });
    case 'MultiTrack':
      return element.children.flatMap(geometriesOf);
    case 'Model':
      return [{ geometry: null, over: null }];
    default:
      return [];
  }
}

/** KML writes aabbggrr. */
const colourIn = (style: XmlElement | undefined): string | null => {
  const found = ['PolyStyle', 'LineStyle', 'IconStyle']
    .map((kind) => childOf(childOf(style, kind), 'color')?.text.trim() ?? '')
    .find((text) => /^[0-9a-fA-F]{8}$/.test(text));
  return found === undefined ? null : `#${found.slice(6, 8)}${found.slice(4, 6)}${found.slice(2, 4)}`;
};

const textOf = (element: XmlElement | undefined, local: string): string =>
  childOf(element, local)?.text.trim() ?? '';

/** Colours of the styles that a map shares, by `#id`; a map of styles stands for its normal one. */
class Styles {
  readonly #colours = new Map<string, string | null>();
  readonly #normal = new Map<string, string>();

  keep(element: XmlElement): void {
    const id = element.attributes.find(({ name }) => name === 'id')?.value;
    if (id === undefined) return;
    if (element.local === 'Style') this.#colours.set(`#${id}`, colourIn(element));
    if (element.local !== 'StyleMap') return;
    const pair = childrenOf(element, 'Pair').find((one) => textOf(one, 'key') === 'normal');
    this.#normal.set(`#${id}`, textOf(pair, 'styleUrl'));
  }

  /** That of the placemark itself goes first. Styles of other files are not fetched. */
  colourOf(placemark: XmlElement): string | null {
    const shared = textOf(placemark, 'styleUrl');
    const own = colourIn(childOf(placemark, 'Style'));
    return own ?? this.#colours.get(this.#normal.get(shared) ?? shared) ?? null;
  }
}

const rowsOfPlacemark = (placemark: XmlElement, styles: Styles): FileRow[] => {
  const name = textOf(placemark, 'name').slice(0, 64);
  const found = placemark.children.flatMap(geometriesOf);
  return found.map(({ geometry, over }, at) => ({
    name: found.length > 1 && name !== '' ? `${name.slice(0, 58)} ${at + 1}` : name,
    // Not a place of two numbers: nothing that could be judged.
    geometry: geometry?.type === 'Point' && geometry.coordinates.length < 2 ? null : geometry,
    ...(geometry ? {} : { kind: 'Model' }),
    radius: null,
    colour: styles.colourOf(placemark),
    ...(over ? { height: { over } } : {}),
  }));
};

/** Rows of a KML text, one a geometry; shared styles have to stand before the placemarks, as programs write them. Entities are refused and links are not followed. @throws KmzRefused */
export function placemarksOf(text: string): FileRow[] {
  const rows: FileRow[] = [];
  const styles = new Styles();
  const root = parseXml(text, {
    ...bounds,
    release: (element) => {
      styles.keep(element);
      if (element.local !== 'Placemark') return false;
      for (const row of rowsOfPlacemark(element, styles)) rows.push(row);
      return true;
    },
  });
  if (root.local !== 'kml') throw new Error(`<${root.name}> is no map`);
  return rows;
}
