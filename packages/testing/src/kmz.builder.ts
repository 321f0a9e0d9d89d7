import { templateXml, waylinesXml } from './kmz.documents.ts';
import { kmzModels, kmzPoints, type KmzRecipe } from './kmz.recipe.ts';
import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync, type Zippable } from 'fflate';

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
