import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type VideoCodec,
} from 'mediabunny';

/** A picture as an encoder gives it; without data one that nobody can decode. */
export interface FilmPicture {
  data?: Uint8Array;
  key: boolean;
}

export interface FilmRecipe {
  codec?: VideoCodec;
  /** With profile and level, and what a decoder has to know first. */
  codecText?: string;
  description?: Uint8Array;
  width?: number;
  height?: number;
  /** Pictures a second. */
  rate?: number;
  pictures?: readonly FilmPicture[];
  /** Degrees clockwise. */
  rotation?: 0 | 90 | 180 | 270;
  /** As ISO 6709 writes a place. */
  place?: string;
  /** Epoch ms; null: the file says none. */
  startedAt?: number | null;
  /** A part for each second, as recorders write that may be cut off. */
  inFragments?: boolean;
}

/** Of a stream in the baseline profile that nobody plays. */
const plainDescription = Uint8Array.from([
  1, 0x42, 0xc0, 0x1f, 0xff, 0xe1, 0, 9, 0x67, 0x42, 0xc0, 0x1f, 0xda, 0x01, 0x40, 0x16, 0xe8, 1, 0, 4, 0x68,
  0xce, 0x3c, 0x80,
]);
/** Every thirtieth stands alone. */
const plainPictures = (count: number): FilmPicture[] =>
  Array.from({ length: count }, (_, place) => ({ key: place % 30 === 0 }));

/** Seconds from 1904 to 1970. */
const mac = 2_082_844_800;

const boxFor = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const placeBox = (place: string): Buffer => {
  const body = Buffer.alloc(4 + place.length);
  body.writeUInt16BE(place.length, 0);
  body.writeUInt16BE(0x15c7, 2);
  body.write(place, 4, 'latin1');
  return boxFor('udta', boxFor('\u00a9xyz', body));
};

/** Writes where and when a film began into its table of contents, which must be the last part of the file unless it is in fragments. */
function withMarks(film: Buffer, { place, startedAt = null }: FilmRecipe): Buffer {
  const at = film.indexOf('moov', 0, 'latin1') - 4;
  const size = film.readUInt32BE(at);
  const moov = Buffer.concat([
    film.subarray(at, at + size),
    place === undefined ? Buffer.alloc(0) : placeBox(place),
  ]);
  moov.writeUInt32BE(moov.length, 0);
  // Behind the heads of `moov` and `mvhd`, their version and flags.
  moov.writeUInt32BE(startedAt === null ? 0 : Math.round(startedAt / 1_000) + mac, 8 + 8 + 4);
  return Buffer.concat([film.subarray(0, at), moov, film.subarray(at + size)]);
}

/** A film as aircraft record them. */
export async function buildFilm(recipe: FilmRecipe = {}): Promise<Buffer> {
  const { codec = 'avc', codecText = 'avc1.42c01f' } = recipe;
  const description = recipe.description ?? (codec === 'avc' ? plainDescription : undefined);
  const { width = 1_280, height = 720, rate = 30, rotation = 0, inFragments = false } = recipe;
  const { pictures = plainPictures(90) } = recipe;
  const output = new Output({
    format: new Mp4OutputFormat(
      inFragments ? { fastStart: 'fragmented', minimumFragmentDuration: 1 } : { fastStart: false },
    ),
    target: new BufferTarget(),
  });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation });
  await output.start();
  const meta = {
    decoderConfig: {
      codec: codecText,
      codedWidth: width,
      codedHeight: height,
      ...(description ? { description } : {}),
    },
  };
  for (const [place, { data, key }] of pictures.entries())
    await source.add(
      new EncodedPacket(
        data ?? Uint8Array.from([0, 0, 0, 2, key ? 0x65 : 0x41, place & 255]),
        key ? 'key' : 'delta',
        place / rate,
        1 / rate,
      ),
      meta,
    );
  await output.finalize();
  if (!output.target.buffer) throw new Error('the film was not written');
  return withMarks(Buffer.from(output.target.buffer), recipe);
}
