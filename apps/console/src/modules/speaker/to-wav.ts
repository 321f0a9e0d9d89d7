import { soundRate } from '@eyrie/domain';

const headerBytes = 44;

/** A wav of one channel of 16 bits. @param samples -1 to 1 */
export const wavOf = (samples: Float32Array, rate: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(headerBytes + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string): void => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.codePointAt(0) ?? 0);
  };
  word(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries())
    view.setInt16(headerBytes + index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  return bytes;
};

/**
 * Decodes with what the browser has, and makes a wav for loudspeakers of it.
 * @throws DOMException where the browser cannot decode it
 */
export const toWav = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> => {
  // At its own rate nothing is converted twice, and no device for sound is opened.
  const reader = new OfflineAudioContext(1, 1, soundRate);
  const decoded = await reader.decodeAudioData(await file.arrayBuffer());
  const mixer = new OfflineAudioContext(1, Math.max(1, Math.ceil(decoded.duration * soundRate)), soundRate);
  const source = mixer.createBufferSource();
  source.buffer = decoded;
  source.connect(mixer.destination);
  source.start();
  return wavOf((await mixer.startRendering()).getChannelData(0), soundRate);
};
