import { createRequire } from 'node:module';
import { curveOf, type Entity, type Point } from './dxf-curve.ts';

// Its index would bring the drawing of pictures along; the library is of the older kind of modules.
const { default: parseString } = createRequire(import.meta.url)('dxf/lib/parseString.js') as {
  default: (text: string) => unknown;
};

export interface DxfBounds {
  features: number;
  vertices: number;
  /** Whether the system counts in degrees, which no feet are. */
  inDegrees: boolean;
  /** Longitude and latitude of a place of the system; NaN where it does not reach. */
  toDegrees: (place: readonly [number, number]) => [number, number];
  wrong: (what: string) => Error;
}

export interface DxfFeature {
  name: string;
  colour: null;
  geometry: { type: string; coordinates: unknown };
}

/** Blocks within blocks: programs nest them a few deep, and one within itself has no end. */
const DEPTH = 8;

/** Whether a file begins as the text form of DXF does, comments before it left aside. */
export const isDxf = (start: string): boolean => /^(?:999\s[^\n]*\n\s*)*0\s+SECTION\b/.test(start);

/** x' = a·x + c·y + e, y' = b·x + d·y + f */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
const asItIs: Matrix = [1, 0, 0, 1, 0, 0];
const joined = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

const figure = (entity: Entity, name: string, otherwise = 0): number => {
  const value = entity[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
};

const listOf = (value: unknown): Entity[] =>
  Array.isArray(value) ? value.filter((one): one is Entity => typeof one === 'object' && one !== null) : [];

/** Texts without the marks that set them. */
const plainText = (value: unknown): string =>
  (typeof value === 'string' ? value : '')
    .replaceAll(/\\P/g, ' ')
    .replaceAll(/\\[ACFHQTWacfhqtw][^;]*;|\\[LlOoKk]|[{}]|%%[cdpouk]/gi, '')
    .trim();

/** Metres of the units in which places are taken, by their number; 0: none is said. */
const unitMetres: Readonly<Record<number, number>> = { 0: 1, 2: 0.3048, 6: 1, 21: 1_200 / 3_937 };

/** What units of drawings are called, by their number. Programs say some of them without a thought: they are not guessed at. */
const unitNames: Readonly<Record<number, string>> = {
  1: ' (in)',
  2: ' (ft)',
  3: ' (mi)',
  4: ' (mm)',
  5: ' (cm)',
  7: ' (km)',
  21: ' (US ft)',
};

/** Objects that are seen from below lie mirrored. */
const mirror = (entity: Entity): Matrix =>
  figure(entity, 'extrusionZ', 1) < 0 ? [-1, 0, 0, 1, 0, 0] : asItIs;

class Drawing {
  readonly features: DxfFeature[] = [];
  #steps = 0;
  #vertices = 0;
  readonly #blocks: ReadonlyMap<string, Entity>;
  readonly #bounds: DxfBounds;

  constructor(blocks: readonly Entity[], bounds: DxfBounds) {
    this.#blocks = new Map(blocks.map((block) => [String(block['name']), block]));
    this.#bounds = bounds;
  }

  /** Counts what is drawn, so that a small file cannot stand for a drawing without end. */
  #step(): void {
    const { features, wrong } = this.#bounds;
    if ((this.#steps += 1) > features) throw wrong(`> ${features}`);
  }

  #place([a, b, c, d, e, f]: Matrix, { x, y }: Point): [number, number] {
    const { vertices, wrong, toDegrees } = this.#bounds;
    if ((this.#vertices += 1) > vertices) throw wrong(`> ${vertices}`);
    return toDegrees([a * x + c * y + e, b * x + d * y + f]);
  }

  #point(matrix: Matrix, entity: Entity, name: string): void {
    const at = { x: figure(entity, 'x'), y: figure(entity, 'y') };
    const geometry = { type: 'Point', coordinates: this.#place(matrix, at) };
    this.features.push({ name, colour: null, geometry });
  }

  #insert(matrix: Matrix, entity: Entity, depth: number): void {
    const { wrong } = this.#bounds;
    const name = String(entity['block']);
    const block = this.#blocks.get(name);
    if (!block) throw wrong(`INSERT ${name}`);
    if (depth >= DEPTH) throw wrong(`INSERT ${name}: > ${DEPTH}`);
    const turn = (figure(entity, 'rotation') * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [scaleX, scaleY] = [figure(entity, 'scaleX', 1), figure(entity, 'scaleY', 1)];
    const base: Matrix = [1, 0, 0, 1, -figure(block, 'x'), -figure(block, 'y')];
    for (let row = 0; row < Math.max(1, figure(entity, 'rowCount', 1)); row += 1)
      for (let column = 0; column < Math.max(1, figure(entity, 'columnCount', 1)); column += 1) {
        this.#step();
        const [dx, dy] = [column * figure(entity, 'columnSpacing'), row * figure(entity, 'rowSpacing')];
        const [x, y] = [figure(entity, 'x'), figure(entity, 'y')];
        const placed: Matrix = [cos, sin, -sin, cos, x + cos * dx - sin * dy, y + sin * dx + cos * dy];
        const own = joined(joined(placed, [scaleX, 0, 0, scaleY, 0, 0]), base);
        this.draw(listOf(block['entities']), joined(matrix, own), depth + 1);
      }
  }

  draw(entities: readonly Entity[], matrix: Matrix, depth: number): void {
    for (const entity of entities) {
      // Sheets of paper, and what is switched off.
      if (entity['paperSpace'] || entity['visible'] === false) continue;
      this.#step();
      const own = joined(matrix, mirror(entity));
      const type = String(entity['type']);
      if (type === 'INSERT') this.#insert(own, entity, depth);
      else if (type === 'POINT') this.#point(matrix, entity, '');
      // Paragraphs stand in the system of the drawing, lines of text in that of the side they are seen from.
      else if (type === 'MTEXT') this.#point(matrix, entity, plainText(entity['string']));
      else if (type === 'TEXT') this.#point(own, entity, plainText(entity['string']));
      else {
        // Ends and points of lines and splines stand in the system of the drawing, however they are seen.
        const path = curveOf(entity, this.#bounds.vertices);
        if (!path || path.length < 2) continue;
        const flat = type === 'LINE' || type === 'SPLINE' || type === 'ELLIPSE' ? matrix : own;
        const coordinates = path.map((point) => this.#place(flat, point));
        this.features.push({ name: '', colour: null, geometry: { type: 'LineString', coordinates } });
      }
    }
  }
}

/**
 * Lines, polylines, circles, arcs, ellipses, splines, points, texts and blocks of a DXF in its text form, as lines and
 * points in degrees. Hatches, dimensions, solids and other objects are left out.
 * @throws what `wrong` makes, naming what is wrong with it
 */
export function readDxf(text: string, bounds: DxfBounds): DxfFeature[] {
  let read: { header?: Entity; blocks?: unknown; entities?: unknown };
  try {
    read = parseString(text) as typeof read;
  } catch (error) {
    throw bounds.wrong(`DXF: ${error instanceof Error ? error.message : ''}`);
  }
  const unit = figure(read.header ?? {}, 'insUnits');
  const metres = unitMetres[unit];
  const named = `$INSUNITS ${unit}${unitNames[unit] ?? ''}`;
  if (metres === undefined) throw bounds.wrong(`${named}: 6 (m), 2 (ft), 21 (US ft)`);
  if (metres !== 1 && bounds.inDegrees) throw bounds.wrong(`${named}: °`);
  const drawing = new Drawing(listOf(read.blocks), bounds);
  drawing.draw(listOf(read.entities), [metres, 0, 0, metres, 0, 0], 0);
  return drawing.features;
}
