import { open, readFile } from 'node:fs/promises';
import { resultLimits, type ThermalGrid } from '@eyrie/domain';
import { fromArrayBuffer } from 'geotiff';
import { likelyTemperatures } from './thermal-likely.ts';

const { thermalBytes, thermalPixels } = resultLimits;
const kelvinZero = 273.15;

/** Numbers of TIFF for kinds of samples: whole ones without a sign, fractions. */
const [whole, fraction] = [1, 3];

/** Tags that lay a picture on the ground: one band of fractions is a surface model there, and metres are no degrees. */
const mapTags = ['ModelPixelScale', 'ModelTiepoint', 'ModelTransformation', 'GeoKeyDirectory'] as const;
/** Bytes of the XMP in which its band is looked for. */
const packetMost = 65_536;

type Image = Awaited<ReturnType<Awaited<ReturnType<typeof fromArrayBuffer>>['getImage']>>;

/** Whether it is one band of a multispectral camera, whose 16 bits lie where warm days do; infrared among them is none of these. */
const isOfBand = async ({ fileDirectory }: Image): Promise<boolean> => {
  if (!fileDirectory.hasTag('XMP')) return false;
  const packet: unknown = await fileDirectory.loadValue('XMP');
  const text =
    packet instanceof Uint8Array
      ? Buffer.from(packet.subarray(0, packetMost)).toString('latin1')
      : String(packet);
  return /BandName|CentralWavelength/.test(text) && !text.includes('LWIR');
};

/**
 * The temperatures of a radiometric TIFF: one band of 32-bit fractions in °C, or of 16 bits in hundredths of a Kelvin.
 * @returns null where it is none of these, lies on the ground as a map does, is of a multispectral camera, has too many
 *   pixels, or cannot be read
 */
export async function readThermalTiff(path: string): Promise<ThermalGrid | null> {
  const file = await open(path);
  try {
    if ((await file.stat()).size > thermalBytes) return null;
  } finally {
    await file.close();
  }
  const bytes = await readFile(path);
  try {
    const tiff = await fromArrayBuffer(new Uint8Array(bytes).buffer);
    // Read late, long lists of a file with the high byte first come out in the wrong order.
    tiff.parser.eager = true;
    // The first picture alone: what leads on from it may lead round in a ring.
    const image = await tiff.getImage(0);
    const [width, height] = [image.getWidth(), image.getHeight()];
    if (!(width > 0 && height > 0 && width * height <= thermalPixels) || image.getSamplesPerPixel() !== 1)
      return null;
    if (mapTags.some((tag) => image.fileDirectory.hasTag(tag)) || (await isOfBand(image))) return null;
    const [format, bits] = [image.getSampleFormat(), image.getBitsPerSample()];
    const source =
      format === fraction && bits === 32 ? 'celsius' : format === whole && bits === 16 ? 'kelvin' : null;
    if (!source) return null;
    const noData = image.getGDALNoData();
    const samples = await image.readRasters({ interleave: true });
    const values = Float32Array.from({ length: width * height }, (_, at) => {
      const sample = Number(samples[at]);
      if (sample === noData || !Number.isFinite(sample)) return Number.NaN;
      return source === 'kelvin' ? sample / 100 - kelvinZero : sample;
    });
    const likely = likelyTemperatures(values);
    return likely && { width, height, source, values: likely };
  } catch {
    return null;
  }
}
