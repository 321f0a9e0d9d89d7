/** A wav of 16 bits with a tone of 440 Hz at half its loudest. */
export const wavOf = ({
  rate,
  channels,
  seconds,
}: {
  rate: number;
  channels: number;
  seconds: number;
}): Buffer => {
  const frames = Math.round(rate * seconds);
  const size = frames * channels * 2;
  const wav = Buffer.alloc(44 + size);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + size, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(channels, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * channels * 2, 28);
  wav.writeUInt16LE(channels * 2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(size, 40);
  for (let frame = 0; frame < frames; frame += 1)
    for (let channel = 0; channel < channels; channel += 1)
      wav.writeInt16LE(
        Math.round(16_384 * Math.sin((2 * Math.PI * 440 * frame) / rate)),
        44 + (frame * channels + channel) * 2,
      );
  return wav;
};
