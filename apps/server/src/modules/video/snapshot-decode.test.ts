import sharp from 'sharp';
import { photoFactsOf, readPhotoSaid } from '@eyrie/planner';
import { afterAll, describe, expect, it } from 'vitest';
import { createFlvReader } from '../../platform/video/flv-reader.ts';
import { codec, encodeStream } from './key-frame.fixture.ts';
import { decodeSnapshot, type SnapshotOrder } from './snapshot-decode.ts';
import { createSnapshotDecoder } from './video.snapshot.ts';

const why = codec ? '' : ' (skipped: there is no encoder for this system)';
const [width, height] = [322, 182];
const takenAt = Date.UTC(2025, 9, 9, 8, 53, 20);
const marks = {
  takenAt,
  lng: -113.9512345,
  lat: 22.5412345,
  relativeAltitude: 80.5,
  gimbalYaw: -91.5,
  gimbalPitch: -45,
};
const decoder = createSnapshotDecoder();
afterAll(() => decoder.stop());

/** The key frame as the server takes it from the stream. */
const orderOf = async (): Promise<SnapshotOrder> => {
  const orders: SnapshotOrder[] = [];
  let profile = '';
  createFlvReader(
    {
      format: (format) => {
        profile = format.profile;
      },
      frame: ({ units }) => {
        orders.push({ profile, units, marks });
      },
      fault: (fault) => {
        throw new Error(fault);
      },
    },
    1_000_000,
  )(await encodeStream(width, height));
  const [order] = orders;
  if (!order) throw new Error('there is no frame');
  return order;
};

describe.skipIf(codec === null)(`a key frame${why}`, () => {
  it('becomes a photo that says where and when it was taken', async () => {
    const made = await decoder.run(await orderOf());
    if (!('jpeg' in made)) throw new Error(made.fault);
    const jpeg = Buffer.from(made.jpeg);
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, height]);
    const colourAt = (x: number): number[] => {
      const at = (Math.floor(height / 2) * width + x) * info.channels;
      return [...data.subarray(at, at + 3)];
    };
    const [left, right] = [colourAt(40), colourAt(width - 40)];
    expect((left[0] ?? 0) - (left[2] ?? 0)).toBeGreaterThan(120);
    expect((right[2] ?? 0) - (right[0] ?? 0)).toBeGreaterThan(120);

    const said = readPhotoSaid(jpeg);
    if (!said) throw new Error('the photo says nothing');
    expect(said.facts).toMatchObject({
      lng: marks.lng,
      lat: marks.lat,
      heights: { relative: 80.5, altitude: null },
      heading: -91.5,
      gimbal: { yaw: -91.5, pitch: -45 },
    });
    const facts = photoFactsOf(said, { deviceAt: takenAt, receivedAt: takenAt + 1_000 });
    expect(facts).toMatchObject({ takenAt, faults: [] });
    // Programs that know no XMP of aircraft read the same in its EXIF.
    expect((await sharp(jpeg).metadata()).exif?.toString('latin1')).toContain('2025:10:09 08:53:20');
  });

  it('that is no picture, or of no place, ends no process', async () => {
    const order = await orderOf();
    const noise = { ...order, units: Buffer.from([0, 0, 0, 6, 0x65, 1, 2, 3, 4, 5]) };
    expect(await decoder.run(noise)).toEqual({ fault: 'broken' });
    const nowhere = {
      ...marks,
      lng: null,
      lat: null,
      relativeAltitude: null,
      gimbalYaw: null,
      gimbalPitch: null,
    };
    const made = await decoder.run({ ...order, marks: nowhere });
    if (!('jpeg' in made)) throw new Error(made.fault);
    expect(readPhotoSaid(made.jpeg)?.facts).toMatchObject({ lng: null, lat: null, heading: null });
  });
});

it('without a decoder there is no photo', async () => {
  const order = { profile: '42001e', units: Buffer.from([0, 0, 0, 1, 0x65]), marks };
  expect(await decodeSnapshot(null, order)).toEqual({ fault: 'noDecoder' });
});

it('a frame that says that it has too many pixels reaches no decoder', async () => {
  // 8,192 by 8,192.
  const sps = Buffer.from('6742c01fda002000040190', 'hex');
  const units = Buffer.concat([Buffer.from([0, 0, 0, sps.length]), sps, Buffer.from([0, 0, 0, 1, 0x65])]);
  const made = { profile: '42c01f', units, marks };
  expect(await decodeSnapshot({} as typeof import('@napi-rs/webcodecs'), made)).toEqual({ fault: 'pixels' });
});
