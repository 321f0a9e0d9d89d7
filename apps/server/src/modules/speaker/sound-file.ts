import { limits, soundRate } from '@eyrie/domain';

/** Formats that are decoded here, and what else is known by its first bytes so that a refusal can name it. */
export type SoundFormat = 'wav' | 'mp3' | 'opus' | 'vorbis';

const at = (bytes: Uint8Array, from: number, length: number): string =>
  Buffer.from(bytes.subarray(from, from + length)).toString('latin1');

/** An MPEG frame of layer III: eleven bits that are set, a version, layer and rates that exist. */
const isMp3Frame = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0, third = 0] = bytes;
  const layerThree = (second & 0b110) === 0b010;
  const version = (second & 0b1_1000) !== 0b0_1000;
  return (
    first === 0xff && second >= 0xe0 && layerThree && version && third >> 4 !== 15 && (third & 12) !== 12
  );
};

/** What a file is by its first bytes; null: nothing that is decoded here. */
export const formatOf = (bytes: Uint8Array): SoundFormat | null => {
  if (at(bytes, 0, 4) === 'RIFF' && at(bytes, 8, 4) === 'WAVE') return 'wav';
  if (at(bytes, 0, 4) === 'OggS') {
    const head = at(bytes, 0, 64);
    return head.includes('OpusHead') ? 'opus' : head.includes('\u0001vorbis') ? 'vorbis' : null;
  }
  return at(bytes, 0, 3) === 'ID3' || isMp3Frame(bytes) ? 'mp3' : null;
};

const others: readonly (readonly [offset: number, mark: string, name: string])[] = [
  [0, 'PK', 'ZIP'],
  [4, 'ftyp', 'M4A/MP4'],
  [0, 'fLaC', 'FLAC'],
  [0, '\u001aEß£', 'WebM'],
  [0, '%PDF', 'PDF'],
  [0, '\u0089PNG', 'PNG'],
  [0, 'OggS', 'Ogg'],
  [0, 'RIFF', 'RIFF'],
];

/** What a file that is refused seems to be. */
export const nameOfOther = (bytes: Uint8Array): string =>
  others.find(([offset, mark]) => at(bytes, offset, mark.length) === mark)?.[2] ?? '?';

/** Samples that a sound may have. */
export const mostSamples = limits.speaker.seconds * soundRate;

/** A header of 44 bytes that makes a wav of what a loudspeaker gets. @param size bytes of samples */
export const wavHeader = (size: number): Buffer => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(size + 36, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(soundRate, 24);
  header.writeUInt32LE(soundRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(size, 40);
  return header;
};
