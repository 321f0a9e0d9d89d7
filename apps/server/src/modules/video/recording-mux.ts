import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { EncodedPacket, EncodedVideoPacketSource, FilePathTarget, Mp4OutputFormat, Output } from 'mediabunny';
import {
  configurationOfSets,
  createFlvReader,
  sizeOfSps,
  unitsIn,
  type PictureFormat,
  type PictureFrame,
} from '../../platform/video/index.ts';

/** A recording on our disk, as one stream of FLV, and where its files are to be laid. */
export interface MuxOrder {
  path: string;
  folder: string;
  /** When its first frame was sent, epoch ms. */
  startedAt: number;
}

export interface Gap {
  /** Epoch ms of the frames before and behind it. */
  from: number;
  to: number;
}

/** One MP4: as long as nothing of the coding changes. */
export interface MuxedFile {
  path: string;
  /** When its first frame was sent, epoch ms. */
  startedAt: number;
  gaps: Gap[];
  /** There are more gaps than are listed. */
  moreGaps: boolean;
}

/** `many`: the coding changes too often; what comes after the last file is left out. */
export interface Muxed {
  files: MuxedFile[];
  fault: 'many' | null;
}

const { frameBytes, gap, gapsMost, filesMost } = limits.recording;
const readBytes = 1_048_576;
/** Seconds from 1904, from which such files count, to 1970. */
const mac = 2_082_844_800;
/** From the begin of `moov` to the version of `mvhd`, its first part, and to the moment behind that. */
const versionAt = 16;
const momentAt = 20;

/** Writes into its table of contents when a film began: the library writes when it was made. */
const stamp = async (path: string, moovAt: number, startedAt: number): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    const { buffer: head } = await file.read(Buffer.alloc(momentAt), 0, momentAt, moovAt);
    const moment = Buffer.alloc(8);
    moment.writeBigUInt64BE(BigInt(Math.round(startedAt / 1_000) + mac));
    const own = head[versionAt] === 1 ? moment : moment.subarray(4);
    await file.write(own, 0, own.length, moovAt + momentAt);
  } finally {
    await file.close();
  }
};

interface DecoderConfig {
  codec: string;
  codedWidth: number;
  codedHeight: number;
  description: Uint8Array<ArrayBuffer>;
}

/** One file under way. The frames stay as they were sent; a frame is shown until the next one, also over a gap. */
class Film {
  readonly configuration: Buffer;
  readonly #path: string;
  readonly #meta: { decoderConfig: DecoderConfig };
  readonly #output: Output;
  readonly #source = new EncodedVideoPacketSource('avc');
  readonly #file: MuxedFile;
  readonly #startedAt: number;
  #first: number | null = null;
  #held: PictureFrame | null = null;
  #moovAt = -1;

  constructor(
    path: string,
    config: { decoderConfig: DecoderConfig; configuration: Buffer },
    startedAt: number,
  ) {
    this.#path = path;
    this.#meta = { decoderConfig: config.decoderConfig };
    this.configuration = config.configuration;
    this.#startedAt = startedAt;
    this.#file = { path, startedAt, gaps: [], moreGaps: false };
    this.#output = new Output({
      format: new Mp4OutputFormat({
        fastStart: false,
        onMoov: (_bytes, position) => {
          this.#moovAt = position;
        },
      }),
      target: new FilePathTarget(path),
    });
    this.#output.addVideoTrack(this.#source);
  }

  start(): Promise<void> {
    return this.#output.start();
  }

  async add(frame: PictureFrame): Promise<void> {
    if (this.#first === null) {
      this.#first = frame.timestamp;
      this.#file.startedAt = this.#startedAt + frame.timestamp;
    }
    await this.#write(frame.timestamp);
    this.#held = frame;
  }

  async finish(): Promise<MuxedFile> {
    // Nobody knows how long the last one was shown.
    if (this.#held) await this.#write(this.#held.timestamp + 1);
    await this.#output.finalize();
    if (this.#moovAt >= 0) await stamp(this.#path, this.#moovAt, this.#file.startedAt);
    return this.#file;
  }

  async #write(until: number): Promise<void> {
    const held = this.#held;
    if (!held) return;
    const { timestamp, units, key } = held;
    if (until - timestamp > gap) this.#addGap(timestamp, until);
    const at = (timestamp - (this.#first ?? timestamp)) / 1_000;
    const packet = new EncodedPacket(units, key ? 'key' : 'delta', at, (until - timestamp) / 1_000);
    await this.#source.add(packet, this.#meta);
  }

  #addGap(from: number, to: number): void {
    const { gaps } = this.#file;
    if (gaps.length >= gapsMost) this.#file.moreGaps = true;
    else gaps.push({ from: this.#startedAt + from, to: this.#startedAt + to });
  }
}

/** How pictures of a format are decoded, for a file; null: it does not say enough. */
const configOf = ({ profile, parameterSets }: PictureFormat) => {
  const configuration = configurationOfSets(parameterSets);
  const [sps] = unitsIn(parameterSets);
  const size = sps && sizeOfSps(sps);
  if (!configuration || !size) return null;
  const decoderConfig: DecoderConfig = {
    codec: `avc1.${profile}`,
    codedWidth: size.width,
    codedHeight: size.height,
    description: new Uint8Array(configuration),
  };
  return { configuration, decoderConfig };
};

type Arrived = { format: PictureFormat } | { frame: PictureFrame };

/** What stands in a stream on our disk, piece by piece. */
async function* arrivedIn(path: string): AsyncGenerator<Arrived> {
  let arrived: Arrived[] = [];
  const read = createFlvReader(
    {
      format: (format) => void arrived.push({ format }),
      frame: (frame) => void arrived.push({ frame }),
      fault: (fault) => {
        throw new Error(`a recording of what cannot be recorded: ${fault}`);
      },
    },
    frameBytes,
  );
  for await (const bytes of createReadStream(path, { highWaterMark: readBytes })) {
    read(bytes as Buffer);
    yield* arrived;
    arrived = [];
  }
}

/** Makes files of a recording without coding anything anew. @throws where the disk does not do what it is asked */
export async function muxRecording({ path, folder, startedAt }: MuxOrder): Promise<Muxed> {
  const files: MuxedFile[] = [];
  let config: ReturnType<typeof configOf> = null;
  let film: Film | null = null;
  const finish = async (): Promise<void> => {
    if (film) files.push(await film.finish());
    film = null;
  };
  for await (const one of arrivedIn(path)) {
    if ('format' in one) {
      config = configOf(one.format);
      continue;
    }
    const { frame } = one;
    const isOther = film !== null && config !== null && !film.configuration.equals(config.configuration);
    if (isOther) await finish();
    if (film === null) {
      // A file begins with what can be decoded without anything before it.
      if (config === null || !frame.key) continue;
      if (files.length === filesMost) return { files, fault: 'many' };
      film = new Film(join(folder, `film-${files.length}.mp4`), config, startedAt);
      await film.start();
    }
    await film.add(frame);
  }
  await finish();
  return { files, fault: null };
}
