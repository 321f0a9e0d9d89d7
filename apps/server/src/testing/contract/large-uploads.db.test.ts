import { randomFillSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allCalls, calls, limits, refusalsOf, type CallDeclaration } from '@eyrie/domain';
import { nameOf } from './by-id.ts';
import { expectDecent, receive } from './send.ts';
import { idOf, openWorld, type World } from './world.ts';

const size = 16 * 1024 * 1024;
/** Bytes that the process may grow by: some times the file, and what reads it in threads. */
const growth = 400_000_000;

const noise = randomFillSync(Buffer.alloc(size));
/** What begins as its kind does and makes no sense afterwards. */
const begun = (head: string, body: Buffer | string = noise): Buffer => {
  const file = Buffer.alloc(size, body);
  file.write(head, 'latin1');
  return file;
};
const zip = begun('PK\u0003\u0004\u0014\u0000\u0000\u0000');
const png = begun('\u0089PNG\r\n\u001a\n');
const kml = begun('<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">', '<a b="c">');
const json = begun('{"type":"FeatureCollection","features":[', '"a",[],{"type":1},');
const csv = begun('lng,lat\n', '"a;1,\n');

interface Tried {
  fields?: Record<string, string>;
  file: Buffer;
  as: string;
}
const tif = begun('II*\u0000\u0008\u0000\u0000\u0000');
const layer = (source: string, file: Buffer, as: string): Tried => ({ fields: { source }, file, as });
/** The first part of a file, of which everything is in order but its bytes. */
const part = (file: Buffer, as: string): Tried => {
  const declared = String(limits.upload.chunk - 1);
  return {
    fields: { name: as, size: declared, hash: 'a'.repeat(64), offset: '0', sha256: 'b'.repeat(64) },
    file,
    as,
  };
};
const tables: readonly Tried[] = [{ file: zip, as: 'a.xlsx' }];
const tried: Readonly<Record<string, readonly Tried[]>> = {
  [calls.route.uploadKmz.path]: [{ file: zip, as: 'a.kmz' }],
  [calls.route.uploadFile.path]: [
    { file: csv, as: 'a.csv' },
    { file: kml, as: 'a.kml' },
    { file: json, as: 'a.geojson' },
  ].map((one) => ({ ...one, fields: { as: 'area' } })),
  [calls.appearance.uploadImage.path]: [{ file: png, as: 'a.png' }],
  [calls.appearance.uploadTiles.path]: [{ file: zip, as: 'a.zip' }],
  [calls.region.upload.path]: [
    { file: kml, as: 'a.kml' },
    { file: json, as: 'a.geojson' },
  ],
  [calls.deviceDocument.add.path]: [
    { file: png, as: 'a.png' },
    { file: begun('%PDF-1.7\n'), as: 'a.pdf' },
  ].map((one) => ({ ...one, fields: { kind: 'other' } })),
  [calls.licence.addScan.path]: [
    { file: png, as: 'a.png' },
    { file: begun('%PDF-1.7\n'), as: 'a.pdf' },
  ],
  [calls.upload.chunk.path]: [part(png, 'a.png'), part(zip, 'a.zip'), part(zip, 'a.png')],
  [calls.upload.tifChunk.path]: [part(tif, 'a.tif'), part(png, 'a.tif')],
  // Any bytes may be firmware: these are not as many as their sender says.
  [calls.firmware.add.path]: [
    { fields: { model: '3-2-0', firmware: '10.01', size: '1' }, file: begun('PK'), as: 'dock.zip' },
  ],
  [calls.detectorModel.add.path]: [
    {
      fields: {
        manifest:
          '{"name":"m","version":"1","family":"yolov8","input":{"width":64,"height":64},"classes":[{"name":"hot"}]}',
      },
      file: begun('\u0008\u0008'),
      as: 'a.onnx',
    },
  ],
  [calls.layer.upload.path]: [
    layer('tiles', zip, 'a.zip'),
    layer('geotiff', tif, 'a.tif'),
    layer('pmtilesFile', begun('PMTiles\u0003'), 'a.pmtiles'),
    layer('tileset', zip, 'a.zip'),
    layer('vector', zip, 'a.zip'),
    layer('vector', json, 'a.geojson'),
    layer('vector', begun('  0\nSECTION\n  2\nENTITIES\n', '  0\nLINE\n'), 'a.dxf'),
  ],
};
const uploads = allCalls.filter(({ upload }) => upload);
const triedAt = (declaration: CallDeclaration): readonly Tried[] => tried[declaration.path] ?? tables;

let world: World;
let dockOID: string;
let orderOID: string;
let licenceOID: string;
let peak = 0;
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
beforeAll(async () => {
  world = await openWorld();
  const things = await world.addThings('south-administrator');
  dockOID = idOf(things, 'dock');
  orderOID = idOf(things, 'workOrder');
  licenceOID = idOf(things, 'memberLicence');
});
afterAll(async () => {
  clearInterval(timer);
  await world?.close();
});

/** Each file as far as the call takes it, and the first one whole where it takes less. */
const sentTo = (one: CallDeclaration): (Tried & { bytes: number })[] => {
  const most = one.upload?.maxBytes ?? 0;
  const [first, ...others] = triedAt(one).map((file) => ({ ...file, bytes: Math.min(size, most - 1) }));
  if (!first) return [];
  return [first, ...others, ...(most < size ? [{ ...first, bytes: size }] : [])];
};

it.each(uploads.map((one) => [nameOf(one), one] as const))(
  '%s refuses a large file that is none',
  async (name, one) => {
    const before = process.memoryUsage.rss();
    peak = before;
    for (const { fields = {}, file, as, bytes } of sentTo(one)) {
      const form = new FormData();
      // A group that every organisation has, where the table belongs to one.
      const oid = one.path === calls.licence.addScan.path ? licenceOID : orderOID;
      const always = { oid, name: 'a', deviceOID: dockOID, group: 'insuranceCompany' };
      const known = Object.entries({ ...always, ...fields }).filter(
        ([field]) => field in ((one.request as { shape?: object }).shape ?? {}),
      );
      for (const [field, value] of known) form.append(field, value);
      form.append('file', new Blob([file.subarray(0, bytes)]), as);
      const headers = { 'accept-language': 'en', authToken: world.south.tokens.administrator };
      const sent = await receive(
        fetch(`${world.server.running.url}${one.path}`, { method: 'POST', headers, body: form }),
      );
      const asked = `${name} ${as} of ${bytes} bytes`;
      expectDecent(sent, asked);
      expect(sent.status, `${asked} ${sent.text.slice(0, 300)}`).toBeGreaterThanOrEqual(400);
      expect(sent.status, `${asked} ${sent.text.slice(0, 300)}`).toBeLessThan(500);
      expect([...refusalsOf(one)], asked).toContain(sent.body.data.reason);
      // Nothing that stands before the file has refused it.
      expect(['invalid', 'forbidden', 'tooManyRequests', 'notFound'], `${asked} ${sent.text}`).not.toContain(
        sent.body.data.reason,
      );
    }
    expect(peak - before, `${name} grew`).toBeLessThan(growth);
  },
);
