import { buildPhoto } from '@eyrie/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergedView, readPhotoView } from './photo-view.ts';
import { missingParts, seenViewOf, textOfView, viewOfText } from './view-text.ts';

const marks = {
  Version: '1.4',
  ImageSource: 'ZoomCamera',
  AltitudeType: 'RtkAlt',
  GpsLatitude: '+22.5401234',
  GpsLongitude: '-113.9500001',
  AbsoluteAltitude: '+71.204',
  RelativeAltitude: '+55.010',
  GimbalYawDegree: '+271.30',
  GimbalPitchDegree: '-33.30',
  FlightYawDegree: '+10.00',
};
const exif = { model: 'M3TD', lat: 22.54, lng: -113.95, altitude: 68, focalLength35: 168 };

describe('the view of a photo', () => {
  it('is what the aircraft wrote into it', () => {
    expect(readPhotoView(buildPhoto(marks, exif))).toEqual({
      lat: 22.5401234,
      lng: -113.9500001,
      heights: { ellipsoid: 71.204, relative: 55.01 },
      heading: -88.7,
      pitch: -33.3,
      zoom: 7,
      lens: 'zoom',
      model: 'M3TD',
    });
  });

  it('has heights above the sea without RTK, and longitudes as early firmware spells them', () => {
    const { GpsLongitude, AltitudeType: _none, ...others } = marks;
    const view = readPhotoView(buildPhoto({ ...others, GpsLongtitude: GpsLongitude }));
    expect(view).toMatchObject({ lng: -113.9500001, heights: { altitude: 71.204, relative: 55.01 } });
  });

  it('comes from EXIF where nothing else says it', () => {
    const view = readPhotoView(buildPhoto(null, { ...exif, lat: -22.54, direction: 350 }));
    expect(view).toMatchObject({ heights: { altitude: 68 }, heading: -10, pitch: null, lens: null });
    expect(view?.lat).toBeCloseTo(-22.54, 6);
    expect(missingParts(view!)).toEqual(['pitch']);
    expect(seenViewOf(view!)).toBeNull();
  });

  it('has no place without a fix, and nothing of what is no number', () => {
    const view = readPhotoView(
      buildPhoto({
        GpsLatitude: '0.0',
        GpsLongitude: '0.0',
        GimbalPitchDegree: 'down',
        GimbalYawDegree: '999',
      }),
    );
    expect(view).toMatchObject({ lat: null, lng: null, pitch: null, heading: null });
    expect(missingParts(view!)).toEqual(['place', 'height', 'heading', 'pitch']);
  });

  it('takes what others know for what the photo does not say', () => {
    const photo = readPhotoView(buildPhoto({ GimbalPitchDegree: '-20' }));
    const merged = mergedView(photo!, { lng: 1, lat: 2, heights: { relative: 30 }, heading: 90, pitch: 5 });
    expect(merged).toMatchObject({ lng: 1, lat: 2, heights: { relative: 30 }, heading: 90, pitch: -20 });
  });

  it('is read of no other file, and of a broken one as far as it goes', () => {
    expect(readPhotoView(Uint8Array.from([0x89, 0x50, 0x4e, 0x47]))).toBeNull();
    const whole = buildPhoto(marks, exif);
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 20 }),
        (length, changes) => {
          const broken = whole.slice(0, length);
          for (const [at, value] of changes) if (at > 1 && at < length) broken[at] = value;
          const view = readPhotoView(broken);
          if (view) viewOfText(textOfView(view));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('stands in an address and is read back within its bounds', () => {
    const view = readPhotoView(buildPhoto(marks, exif))!;
    expect(viewOfText(textOfView(view))).toEqual(view);
    expect(seenViewOf(view)).toMatchObject({ height: 71.204, heightMode: 'ellipsoid', pitch: -33.3 });
    expect(viewOfText('{"lng":999,"lat":1,"heights":{"relative":"x"},"lens":"none"}')).toMatchObject({
      lng: null,
      lat: 1,
      heights: {},
      lens: null,
    });
    expect(missingParts(viewOfText('['))).toHaveLength(4);
  });
});
