import { templateXml, waylinesXml } from './kmz.documents.ts';
import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync, type Zippable } from 'fflate';

/** A place of a built route. */
export interface KmzPoint {
  readonly lng: number;
  readonly lat: number;
  readonly height: number;
  readonly speed: number;
  /** Seconds; no hover action when left out. */
  readonly hover?: number;
  readonly photo?: boolean;
}

/** An aircraft with its camera, by the codes of the route format. */
export interface KmzModel {
  readonly drone: readonly [number, number];
  readonly payload: readonly [number, number];
  readonly lenses: string;
}

/** The aircraft the product flies: one per generation of dock, and one without a dock. */
export const kmzModels = {
  m30t: { drone: [67, 1], payload: [53, 0], lenses: 'wide,zoom,ir' },
  m3td: { drone: [91, 1], payload: [81, 0], lenses: 'visable,ir' },
  m4td: { drone: [100, 1], payload: [99, 0], lenses: 'visable,ir' },
  m350H20t: { drone: [89, 0], payload: [43, 0], lenses: 'wide,zoom,ir' },
} as const satisfies Record<string, KmzModel>;

/** Three stops over Shenzhen; the first leg climbs. */
export const kmzPoints: readonly KmzPoint[] = [
  { lng: 113.95, lat: 22.54, height: 50, speed: 10, photo: true },
  { lng: 113.96, lat: 22.55, height: 80, speed: 10, hover: 4 },
  { lng: 113.97, lat: 22.55, height: 80, speed: 10, photo: true },
];

export interface KmzRecipe {
  readonly model: KmzModel;
  readonly points: readonly KmzPoint[];
  /** How the archive packs: `described` writes sizes behind the data, as streaming writers do. */
  readonly packing: 'stored' | 'deflated' | 'described';
  /** Prefix and version of the route namespace. */
  readonly prefix: string;
  readonly version: string;
  readonly templateType: string;
  readonly finishAction: string;
  readonly returnHeight: number | null;
  /** Lines put into missionConfig of both documents: what planners write and nobody documents. */
  readonly unknown: string;
  /** Extra files of the archive, by path. */
  readonly resources: Readonly<Record<string, Uint8Array>>;
  /** Last changes to the documents; null leaves a document out. */
  readonly template: (xml: string) => string | null;
  readonly waylines: (xml: string) => string | null;
}

const recipe: KmzRecipe = {
  model: kmzModels.m30t,
  points: kmzPoints,
  packing: 'deflated',
  prefix: 'wpml',
  version: '1.0.2',
  templateType: 'waypoint',
  finishAction: 'goHome',
  returnHeight: 100,
  unknown: '',
  resources: {},
  template: (xml) => xml,
  waylines: (xml) => xml,
};

/**
 * A DJI route file as a planner would write it. The XML is written out by hand here and shares no code with
 * the product's own writer, so that a mistake there cannot hide a mistake in the reader.
 */
export function buildKmz(changes: Partial<KmzRecipe> = {}): Uint8Array {
  const whole = { ...recipe, ...changes };
  const template = whole.template(prefixed(templateXml(whole), whole.prefix));
  const waylines = whole.waylines(prefixed(waylinesXml(whole), whole.prefix));
  const files: Record<string, Uint8Array> = {};
  if (template !== null) files['wpmz/template.kml'] = strToU8(template);
  if (waylines !== null) files['wpmz/waylines.wpml'] = strToU8(waylines);
  return packKmz({ ...files, ...whole.resources }, whole.packing);
}

/** Any files as an archive. */
export function packKmz(
  files: Readonly<Record<string, Uint8Array>>,
  packing: KmzRecipe['packing'] = 'deflated',
): Uint8Array {
  if (packing === 'described') return packDescribed(files);
  const zippable: Zippable = {};
  for (const [name, bytes] of Object.entries(files)) {
    zippable[name] = [bytes, { level: packing === 'stored' ? 0 : 9, mtime: '2024-05-01T12:00:00' }];
  }
  return zipSync(zippable);
}

function packDescribed(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [i, [name, bytes]] of Object.entries(files).entries()) {
    // Both methods in one archive: readers must not assume that one stands for all.
    const file = i % 2 === 0 ? new ZipDeflate(name) : new ZipPassThrough(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return new Uint8Array(Buffer.concat(pieces));
}

function prefixed(xml: string, prefix: string): string {
  return prefix === 'wpml'
    ? xml
    : xml
        .replaceAll('<wpml:', `<${prefix}:`)
        .replaceAll('</wpml:', `</${prefix}:`)
        .replace('xmlns:wpml', `xmlns:${prefix}`);
}
