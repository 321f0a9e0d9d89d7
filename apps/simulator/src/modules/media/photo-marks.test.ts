import { photoFactsOf, readPhotoSaid, readPhotoView, seenViewOf } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { blankPhoto } from './photo.ts';
import { withMarks } from './photo-marks.ts';
import type { Shot } from './shot.ts';

const shot: Shot = {
  flightId: '019a',
  sequence: 1,
  waypoint: 0,
  suffix: '',
  lng: -113.95,
  lat: 22.54,
  height: 71.2,
  elevation: 55,
  head: -88.7,
  gimbalPitch: -33.3,
  at: 0,
};

it('writes into a photo from where and in which direction it was taken', () => {
  const photo = withMarks(blankPhoto, shot, 'Matrice 3TD');
  const view = readPhotoView(photo);
  expect(view).toEqual({
    lng: -113.95,
    lat: 22.54,
    heights: { ellipsoid: 71.2, relative: 55 },
    heading: -88.7,
    pitch: -33.3,
    zoom: null,
    lens: 'wide',
    model: 'M3TD',
  });
  expect(view && seenViewOf(view)).toMatchObject({ height: 71.2, heightMode: 'ellipsoid' });
  // The picture is the one that it was.
  expect(Buffer.from(photo.subarray(photo.length - blankPhoto.length + 2))).toEqual(
    Buffer.from(blankPhoto.subarray(2)),
  );
});

it('writes when it was taken with the zone of its clock, its lens and how well its place is known', () => {
  const at = Date.UTC(2026, 5, 1, 8, 30, 15);
  const said = readPhotoSaid(withMarks(blankPhoto, { ...shot, at }, 'Matrice 3TD'));
  const facts = said && photoFactsOf(said, { deviceAt: at, receivedAt: at });
  expect(facts).toMatchObject({
    make: 'DJI',
    takenAt: at,
    zoneMinutes: 0 - new Date(at).getTimezoneOffset(),
    zoneSource: 'offset',
    fix: 'fixed',
    focalLength: 24,
    gimbal: { yaw: -88.7, pitch: -33.3, roll: 0 },
    faults: [],
  });
});
