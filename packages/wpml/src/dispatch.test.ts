import { buildKmz, kmzModels } from '@eyrie/testing';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { KmzRefused, prepareForDispatch, readKmz } from './index.ts';

const back = { returnAltitude: 120, lostAction: 'return' } as const;
const onward = { returnAltitude: 87.5, lostAction: 'continue' } as const;

/** Both documents and the other files, unpacked by a reader that is not ours. */
function unpack(bytes: Uint8Array) {
  const files = unzipSync(bytes);
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
  return { files, template: text('wpmz/template.kml'), waylines: text('wpmz/waylines.wpml') };
}

const unknown = `
<!-- planner's note: <wpml:globalRTHHeight>1</wpml:globalRTHHeight> -->
<wpml:autoRerouteInfo><wpml:missionAutoRerouteMode>1</wpml:missionAutoRerouteMode></wpml:autoRerouteInfo>
<wpml:waylineAvoidLimitAreaMode  odd = 'yes'>0</wpml:waylineAvoidLimitAreaMode><wpml:empty/>
<other:thing xmlns:other="urn:x">§ 汉字 &amp; &#x41;</other:thing>`;

describe('a route prepared for a flight', () => {
  it('carries the return height and the lost-link action in both documents', () => {
    const { template, waylines } = unpack(prepareForDispatch(buildKmz(), back));
    for (const xml of [template, waylines]) {
      expect(xml).toContain('<wpml:globalRTHHeight>120</wpml:globalRTHHeight>');
      expect(xml).toContain('<wpml:exitOnRCLost>executeLostAction</wpml:exitOnRCLost>');
      expect(xml).toContain('<wpml:executeRCLostAction>goBack</wpml:executeRCLostAction>');
    }
    const { route } = readKmz(prepareForDispatch(buildKmz(), onward)) as { route: object };
    expect(route).toMatchObject({ globalRTHHeight: 87.5, exitOnRCLost: 'goContinue' });
  });

  it('keeps everything else to the character, also what nobody documents', () => {
    const before = buildKmz({ unknown });
    const after = unpack(prepareForDispatch(before, back));
    const original = unpack(before);
    const undo = (xml: string) => xml.replace('>120<', '>100<').replace('>goBack<', '>hover<');
    expect(after.template).not.toBe(original.template);
    expect(undo(after.template)).toBe(original.template);
    expect(undo(after.waylines)).toBe(original.waylines);
    expect(after.waylines).toContain(unknown);
  });

  it('keeps resources and other files byte for byte', () => {
    const resources = {
      'wpmz/res/image/a.jpg': Uint8Array.from({ length: 5000 }, (_, i) => (i * 31) % 251),
      'wpmz/res/语音.opus': new Uint8Array([1, 2, 3]),
    };
    for (const packing of ['stored', 'deflated', 'described'] as const) {
      const { files } = unpack(prepareForDispatch(buildKmz({ resources, packing }), back));
      expect(Object.keys(files)).toEqual([
        'wpmz/template.kml',
        'wpmz/waylines.wpml',
        ...Object.keys(resources),
      ]);
      for (const [name, bytes] of Object.entries(resources)) expect(files[name]).toEqual(bytes);
    }
  });

  it('keeps a byte order mark', () => {
    const marked = buildKmz({ waylines: (xml) => `\ufeff${xml}` });
    const bytes = unpack(prepareForDispatch(marked, back)).files['wpmz/waylines.wpml'];
    expect(bytes?.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  });

  it('puts a missing setting where the format wants it, with the prefix of the file', () => {
    const bare = (xml: string) => xml.replace(/<dji:executeRCLostAction>.*?>\n/, '');
    const source = buildKmz({ prefix: 'dji', returnHeight: null, template: bare, waylines: bare });
    const { waylines } = unpack(prepareForDispatch(source, back));
    expect(waylines).toContain(
      '</dji:globalTransitionalSpeed><dji:globalRTHHeight>120</dji:globalRTHHeight>',
    );
    expect(waylines).toContain(
      '</dji:exitOnRCLost><dji:executeRCLostAction>goBack</dji:executeRCLostAction>',
    );
    expect(readKmz(prepareForDispatch(source, back)).ok).toBe(true);
  });

  it('fills a setting that is an empty tag', () => {
    const empty = (text: string) => text.replace(/<wpml:globalRTHHeight>.*?>/, '<wpml:globalRTHHeight />');
    expect(unpack(prepareForDispatch(buildKmz({ waylines: empty }), back)).waylines).toContain(
      '<wpml:globalRTHHeight>120</wpml:globalRTHHeight>',
    );
  });

  it('leaves the same element inside a waypoint alone', () => {
    const inside = (xml: string) =>
      xml.replace(
        '<wpml:waypointWorkType>',
        '<wpml:globalRTHHeight>3</wpml:globalRTHHeight><wpml:waypointWorkType>',
      );
    expect(unpack(prepareForDispatch(buildKmz({ waylines: inside }), back)).waylines).toContain(
      '<wpml:globalRTHHeight>3<',
    );
  });

  it('is the same bytes each time, and the same again when prepared twice', () => {
    const once = prepareForDispatch(buildKmz({ model: kmzModels.m4td }), back);
    expect(prepareForDispatch(buildKmz({ model: kmzModels.m4td }), back)).toEqual(once);
    expect(prepareForDispatch(once, back)).toEqual(once);
  });

  it('is refused for a bad file or a return height that cannot be', () => {
    expect(() => prepareForDispatch(new Uint8Array(9), back)).toThrow(KmzRefused);
    const noMission = (xml: string) => xml.replaceAll('missionConfig', 'somethingElse');
    expect(() => prepareForDispatch(buildKmz({ waylines: noMission }), back)).toThrow(KmzRefused);
    for (const returnAltitude of [Number.NaN, 1, 1501, Infinity]) {
      expect(() => prepareForDispatch(buildKmz(), { ...back, returnAltitude })).toThrow(RangeError);
    }
  });
});
