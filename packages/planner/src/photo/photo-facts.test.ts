import type { PhotoFault } from '@eyrie/domain';
import { buildPhoto, type PhotoExif } from '@eyrie/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockOfText, offsetOfText, photoMoment, type PhotoClock } from './photo-clock.ts';
import { photoFactsOf, readPhotoSaid } from './photo-facts.ts';
import { readPhotoView } from './photo-view.ts';

const marks = {
  ImageSource: 'InfraredCamera',
  AltitudeType: 'RtkAlt',
  GpsLatitude: '+22.5401234',
  GpsLongtitude: '+113.9500001',
  AbsoluteAltitude: '+71.204',
  RelativeAltitude: '+55.010',
  GimbalYawDegree: '+100.00',
  GimbalPitchDegree: '-90.00',
  GimbalRollDegree: '+180.00',
  FlightYawDegree: '-80.10',
  RtkFlag: '50',
};
const exif: PhotoExif = {
  model: 'M3TD',
  lat: 22.54,
  lng: 113.95,
  altitude: 68,
  taken: '2025:10:09 16:53:20',
};
const utc = Date.UTC(2025, 9, 9, 8, 53, 20);
const known = { deviceAt: null, receivedAt: utc + 60_000 };
const factsOf = (photo: Uint8Array, others = known) => {
  const said = readPhotoSaid(photo);
  return said && photoFactsOf(said, others);
};

describe('what a photo says', () => {
  it('is read from what the aircraft wrote, with the heading of the picture', () => {
    expect(factsOf(buildPhoto(marks, { ...exif, offset: '+08:00', focalLength35: 40 }))).toEqual({
      make: null,
      model: 'M3TD',
      lng: 113.9500001,
      lat: 22.5401234,
      fix: 'fixed',
      heights: { ellipsoid: 71.204, altitude: null, relative: 55.01 },
      // Straight down and turned over: the upper edge of the picture is on the other side.
      heading: -80,
      gimbal: { yaw: 100, pitch: -90, roll: 180 },
      aircraft: { yaw: -80.1, pitch: null, roll: null },
      lens: 'ir',
      focalLength: 40,
      localTime: '2025-10-09T16:53:20',
      takenAt: utc,
      zoneMinutes: 480,
      zoneSource: 'offset',
      faults: [],
    });
    expect(readPhotoView(buildPhoto({ ...marks, GimbalRollDegree: '0' }))?.heading).toBe(100);
  });

  it.each<[string, Parameters<typeof buildPhoto>, PhotoFault[]]>([
    ['nothing', [null], ['metadataMissing', 'placeMissing', 'timeMissing']],
    [
      'no fix',
      [
        { GpsLatitude: '0.0', GpsLongitude: '+0.0' },
        { ...exif, lat: 0, lng: 0 },
      ],
      ['placeMissing', 'zoneUnknown'],
    ],
    [
      'a place that is no number',
      [{ GpsLatitude: 'NaN', GpsLongitude: 'NaN' }],
      ['placeInvalid', 'timeMissing'],
    ],
    ['a place that is none', [null, { ...exif, lat: Number.NaN }], ['placeInvalid', 'zoneUnknown']],
    ['a day that is none', [marks, { ...exif, taken: '2025:02:30 10:00:00' }], ['timeMissing']],
    ['a clock that was set back', [marks, { ...exif, taken: '2000:01:01 00:00:12' }], ['clockReset']],
    ['a time to come', [marks, { ...exif, offset: '+01:00' }], ['clockAhead']],
  ])('with %s is said, not guessed', (_what, photo, faults) => {
    const facts = factsOf(buildPhoto(...photo));
    expect(facts?.faults).toEqual(faults);
    if (faults.some((one) => one.startsWith('place'))) expect([facts?.lng, facts?.lat]).toEqual([null, null]);
    expect(facts?.takenAt).toBeNull();
  });

  it('is named as too much where a photo is full of text, and is read all the same', () => {
    const text = Array.from({ length: 40 }, () =>
      Uint8Array.from([0xff, 0xe1, 0xff, 0xff, ...new Uint8Array(65_533).fill(65)]),
    );
    const photo = buildPhoto(marks, exif);
    const full = Uint8Array.from([...photo.subarray(0, -2), ...text.flatMap((one) => [...one]), 0xff, 0xd9]);
    expect(factsOf(full)).toMatchObject({ lat: 22.5401234, faults: ['metadataTooLarge', 'zoneUnknown'] });
  });

  it('is of every broken file as much as is there', () => {
    const whole = buildPhoto(marks, { ...exif, offset: '+08:00' });
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 20 }),
        (length, changes) => {
          const broken = whole.slice(0, length);
          for (const [at, value] of changes) if (at > 1 && at < length) broken[at] = value;
          const facts = factsOf(broken);
          for (const figure of [facts?.lng, facts?.lat, facts?.focalLength, facts?.takenAt])
            expect(Number.isNaN(figure)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the moment of a photo', () => {
  const local = Date.UTC(2025, 9, 9, 16, 53, 20);
  const clock = (part: Partial<PhotoClock>): PhotoClock => ({
    local,
    offset: null,
    satellite: null,
    ...part,
  });

  it('has its zone from the photo, from satellites, or from the device, in this order', () => {
    expect(photoMoment(clock({ offset: 480, satellite: utc }), known)).toMatchObject({
      takenAt: utc,
      zoneSource: 'offset',
    });
    expect(photoMoment(clock({ satellite: utc - 40_000 }), known)).toMatchObject({
      takenAt: utc - 40_000,
      zoneMinutes: 480,
      zoneSource: 'satellite',
      faults: [],
    });
    expect(photoMoment(clock({}), { ...known, deviceAt: utc + 30_000 })).toMatchObject({
      takenAt: utc,
      zoneMinutes: 480,
      zoneSource: 'device',
      faults: [],
    });
    expect(photoMoment(clock({}), known)).toMatchObject({
      takenAt: null,
      zoneSource: null,
      faults: ['zoneUnknown'],
    });
  });

  it('is of satellites where the clock of the camera is wrong, and that is said', () => {
    expect(photoMoment(clock({ local: local + 7 * 60_000, satellite: utc }), known)).toEqual({
      localTime: '2025-10-09T17:00:20',
      takenAt: utc,
      zoneMinutes: null,
      zoneSource: null,
      faults: ['clockDiffers'],
    });
    expect(photoMoment(clock({ offset: 480 }), { ...known, deviceAt: utc - 3_600_000 }).faults).toEqual([
      'clockDiffers',
    ]);
  });

  it('is the same in every zone that writes itself down', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -48, max: 56 }),
        fc.integer({ min: 1_400_000_000, max: 1_750_000_000 }),
        (quarters, seconds) => {
          const [minutes, at] = [quarters * 15, seconds * 1_000];
          const moment = photoMoment(
            { local: at + minutes * 60_000, offset: null, satellite: at },
            { deviceAt: null, receivedAt: at },
          );
          expect(moment).toMatchObject({ takenAt: at, zoneMinutes: minutes, faults: [] });
        },
      ),
    );
  });

  it('is read of texts that are dates and zones alone', () => {
    expect(clockOfText('2025:10:09 16:53:20')).toBe(local);
    expect(clockOfText('2025-10-09T16:53:20.5')).toBe(local + 500);
    for (const none of [
      '',
      '2025:13:01 00:00:00',
      '2025:02:29 00:00:00',
      '2025:01:01 24:00:00',
      '0000:00:00 00:00:00',
    ])
      expect(clockOfText(none)).toBeNull();
    expect(['Z', '+08:00', '-0330', '+15:00', '8'].map(offsetOfText)).toEqual([0, 480, -210, null, null]);
  });
});
