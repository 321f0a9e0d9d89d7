import { crc32, deflateSync } from 'node:zlib';
import { limits, readPictureHeader } from '@eyrie/domain';
import { processorTime } from '@eyrie/testing';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { readPicture } from './picture.ts';

const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const part = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
};
const head = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(8, 8);
  return part('IHDR', data);
};
const grey = (width: number, height: number, ...extra: Buffer[]): Buffer =>
  Buffer.concat([
    start,
    head(width, height),
    ...extra,
    part('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    part('IEND', Buffer.alloc(0)),
  ]);
const counted = (count: number): Buffer => {
  const data = Buffer.alloc(8);
  data.writeUInt32BE(count, 0);
  return data;
};

const reasonOf = async (bytes: Uint8Array): Promise<string> => {
  let reason = 'taken';
  const took = await processorTime(() =>
    readPicture(bytes).catch((error: unknown) => {
      reason = error instanceof Refusal ? error.reason : String(error);
    }),
  );
  expect(took).toBeLessThan(1_000);
  return reason;
};

let photo: Buffer;
beforeAll(async () => {
  const noise = { create: { width: 600, height: 400, channels: 3 as const, background: '#2fb3a6' } };
  photo = await sharp(noise)
    .withExif({
      IFD0: { Make: 'CANARY-CAMERA' },
      IFD3: { GPSLatitude: '22/1 32/1 24/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer();
});

describe('a picture is refused by its header', () => {
  it('when it would unpack to gigabytes', async () => {
    const before = process.memoryUsage().rss;
    // 30,000 × 30,000 pixels in 40 kB.
    const bomb = Buffer.concat([
      start,
      head(30_000, 30_000),
      part('IDAT', deflateSync(Buffer.alloc(40_000_000), { level: 9 })),
      part('IEND', Buffer.alloc(0)),
    ]);
    expect(bomb.length).toBeLessThan(60_000);
    expect(await reasonOf(bomb)).toBe('imageDimensions');
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
  it.each([
    ['moves', grey(10, 10, part('acTL', counted(10_000)))],
    ['has no pixels', grey(0, 10)],
    ['is a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['is a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['is a gif', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
    ['is a tiff', Buffer.from([0x49, 0x49, 0x2a, 0x00, 8, 0, 0, 0])],
    ['is empty', Buffer.alloc(0)],
    ['says PNG and is none', Buffer.concat([start, Buffer.from('<script>alert(1)</script>')])],
    ['says JPEG and is none', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>')])],
    [
      'lies about the length of a part',
      Buffer.concat([start, head(9, 9), Buffer.from([255, 255, 255, 255])]),
    ],
  ])('when it %s', async (_, bytes) => {
    expect(await reasonOf(bytes)).toBe('imageFormat');
  });

  it('when it is cut off anywhere', async () => {
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    for (const whole of [photo, png])
      for (const share of [0.05, 0.3, 0.6, 0.9, 0.98])
        expect(await reasonOf(whole.subarray(0, Math.floor(whole.length * share)))).toBe('imageFormat');
  });

  it('when it is one byte too large, and taken when it is not', async () => {
    const padded = (size: number): Buffer => {
      const bare = grey(8, 8);
      return grey(8, 8, part('teXt', Buffer.alloc(size - bare.length - 12)));
    };
    expect(padded(limits.appearance.imageBytes).length).toBe(limits.appearance.imageBytes);
    expect(await reasonOf(padded(limits.appearance.imageBytes))).toBe('taken');
    expect(await reasonOf(padded(limits.appearance.imageBytes + 1))).toBe('imageTooLarge');
  });

  it('whatever the bytes are: reading a header never throws', () => {
    const begins = fc.constantFrom(start, Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(0));
    fc.assert(
      fc.property(begins, fc.uint8Array({ maxLength: 200 }), (begin, rest) => {
        const header = readPictureHeader(Buffer.concat([begin, rest]));
        expect(header === null || header.width >= 0).toBe(true);
      }),
    );
  });
});

describe('what is kept of a picture', () => {
  it('is its pixels alone: no camera, no place, nothing behind its end', async () => {
    expect(photo.toString('latin1')).toContain('CANARY-CAMERA');
    const script = Buffer.from('<script>alert("canary")</script>');
    for (const sent of [
      Buffer.concat([photo, script]),
      grey(20, 20, part('tEXt', Buffer.from('Comment\u0000<script>alert("canary")</script>'))),
      Buffer.concat([grey(20, 20), script]),
    ]) {
      const { bytes } = await readPicture(sent);
      expect(bytes.toString('latin1')).not.toMatch(/CANARY|canary|script/);
      const { exif, xmp, icc } = await sharp(bytes).metadata();
      expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('stands upright', async () => {
    const lying = await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await readPicture(lying)).toMatchObject({ width: 400, height: 600, contentType: 'image/jpeg' });
  });

  it('is no larger than a display, and smaller ones stay', async () => {
    const wide = await sharp({ create: { width: 8_000, height: 2_000, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer();
    expect(await readPicture(wide)).toMatchObject({ width: 3_840, height: 960 });
    expect(await readPicture(photo)).toMatchObject({ width: 600, height: 400 });
  });

  it('keeps its holes', async () => {
    const clear = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const kept = await readPicture(clear);
    expect(kept.contentType).toBe('image/png');
    expect((await sharp(kept.bytes).stats()).isOpaque).toBe(false);
  });
});
