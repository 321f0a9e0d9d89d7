import libsamplerate from '@alexanderolsen/libsamplerate-js';
import { decoder as mp3 } from '@audio/decode-mp3';
import { decoder as opus } from '@audio/decode-opus';
import { decoder as vorbis } from '@audio/decode-vorbis';
import { decoder as wav } from '@audio/decode-wav';
import { limits, soundRate, type RefusalReason } from '@eyrie/domain';
import { formatOf, mostSamples, nameOfOther, type SoundFormat } from './sound-file.ts';

export type DecodedSound =
  | { ok: true; pcm: Uint8Array<ArrayBuffer>; durationMs: number }
  | { ok: false; reason: RefusalReason; values: Readonly<Record<string, string | number>> };

interface Piece {
  channelData: Float32Array[];
  sampleRate: number;
}
interface Decoder {
  decode(bytes: Uint8Array): Piece;
  flush?(): Piece;
  free(): void;
}

const open: Readonly<Record<SoundFormat, () => Decoder | Promise<Decoder>>> = { wav, mp3, opus, vorbis };

/** Bytes that are decoded at once: a file that unpacks to hours is noticed before it lies in memory. */
const pieceBytes = 16_384;
const leastRate = 6_000;
const mostRate = 192_000;

const refused = (
  reason: RefusalReason,
  values: Readonly<Record<string, string | number>> = {},
): DecodedSound => ({ ok: false, reason, values });

const oneChannel = ({ channelData }: Piece): Float32Array => {
  const [first = new Float32Array(0), ...others] = channelData;
  if (others.length === 0) return first;
  return first.map(
    (sample, index) =>
      others.reduce((sum, channel) => sum + (channel[index] ?? 0), sample) / channelData.length,
  );
};

class SoundRefused extends Error {
  readonly answer: DecodedSound;
  constructor(answer: DecodedSound) {
    super('refused');
    this.answer = answer;
  }
}

/** Takes pieces of any rate, and keeps what becomes of them at the rate of loudspeakers. */
const createCollector = () => {
  const parts: Int16Array[] = [];
  let samples = 0;
  let rate = 0;
  let converter: Awaited<ReturnType<typeof libsamplerate.create>> | null = null;

  const keep = (piece: Float32Array): void => {
    samples += piece.length;
    if (samples > mostSamples)
      throw new SoundRefused(refused('soundTooLong', { max: limits.speaker.seconds }));
    parts.push(Int16Array.from(piece, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)));
  };

  return {
    async take(piece: Piece): Promise<void> {
      const mono = oneChannel(piece);
      if (mono.length === 0) return;
      if (rate === 0) {
        rate = piece.sampleRate;
        if (!(rate >= leastRate && rate <= mostRate))
          throw new SoundRefused(refused('soundFormat', { found: `${rate} Hz` }));
        if (rate !== soundRate)
          converter = await libsamplerate.create(1, rate, soundRate, {
            converterType: libsamplerate.ConverterType.SRC_SINC_FASTEST,
          });
      }
      if (piece.sampleRate !== rate)
        throw new SoundRefused(refused('soundFormat', { found: `${rate} Hz, ${piece.sampleRate} Hz` }));
      keep(converter ? converter.full(mono) : mono);
    },
    all(): DecodedSound {
      const durationMs = Math.round((samples / soundRate) * 1_000);
      if (durationMs < limits.speaker.leastMs) return refused('soundEmpty');
      const pcm = new Uint8Array(samples * 2);
      const view = new DataView(pcm.buffer);
      let index = 0;
      // Low byte first, whatever the machine does.
      for (const part of parts)
        for (const sample of part) {
          view.setInt16(index, sample, true);
          index += 2;
        }
      return { ok: true, pcm, durationMs };
    },
    free: () => converter?.destroy(),
  };
};

/**
 * What a loudspeaker is given of a file: 16 kHz, one channel, 16 bits, low byte first. It is read piece by piece, and
 * given up as soon as it is longer than a sound may be.
 */
export async function decodeSound(bytes: Uint8Array): Promise<DecodedSound> {
  const format = formatOf(bytes);
  if (!format) return refused('soundFormat', { found: nameOfOther(bytes) });
  const decoder = await open[format]();
  const collector = createCollector();
  try {
    for (let from = 0; from < bytes.length; from += pieceBytes)
      await collector.take(decoder.decode(bytes.subarray(from, from + pieceBytes)));
    if (decoder.flush) await collector.take(decoder.flush());
    return collector.all();
  } catch (error) {
    if (error instanceof SoundRefused) return error.answer;
    return refused('soundFormat', { found: format });
  } finally {
    collector.free();
    decoder.free();
  }
}
