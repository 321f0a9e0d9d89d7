import { open, readFile } from 'node:fs/promises';
import { resultLimits, type ThermalGrid } from '@eyrie/domain';
import { fromArrayBuffer } from 'geotiff';
import { likelyTemperatures } from './thermal-likely.ts';
import { readingOf, type NamedUnit } from './thermal-unit.ts';

const { thermalBytes, thermalPixels } = resultLimits;

/** Numbers of TIFF for kinds of samples: whole ones without a sign, fractions. */
const [whole, fraction] = [1, 3];

/** Tags that lay a picture on the ground: one band of fractions is a surface model there, and metres are no degrees. */
const mapTags = ['ModelPixelScale', 'ModelTiepoint', 'ModelTransformation', 'GeoKeyDirectory'] as const;
/** Bytes of its XMP and of what GDAL wrote that are looked at. */
const packetMost = 65_536;

type Image = Awaited<ReturnType<Awaited<ReturnType<typeof fromArrayBuffer>>['getImage']>>;

const textOf = (value: unknown): string =>
  value instanceof Uint8Array
    ? Buffer.from(value.subarray(0, packetMost)).toString('latin1')
    : String(value).slice(0, packetMost);

/** Whether it is one band of a multispectral camera, whose 16 bits lie where warm days do; infrared among them is none of these. */
const isOfBand = async ({ fileDirectory }: Image): Promise<boolean> => {
  if (!fileDirectory.hasTag('XMP')) return false;
  const text = textOf(await fileDirectory.loadValue('XMP'));
  return /BandName|CentralWavelength/.test(text) && !text.includes('LWIR');
};

/** What a file says of its one band in the words of GDAL: `<Item name="UNITTYPE" sample="0" role="unittype">K</Item>`. */
const namedUnitOf = async ({ fileDirectory }: Image): Promise<NamedUnit> => {
  if (!fileDirectory.hasTag('GDAL_METADATA')) return { unit: null, scale: null, offset: null };
  const text = textOf(await fileDirectory.loadValue('GDAL_METADATA'));
  const item = (role: string): string | null =>
    new RegExp(`role="${role}"[^>]*>([^<]*)<`).exec(text)?.[1] ?? null;
  return { unit: item('unittype'), scale: item('scale'), offset: item('offset') };
};

/**
 * The temperatures of a radiometric TIFF, °C: one band of 32-bit fractions or of 16 bits, in the unit and scale that the file
 * names. Where it names none, fractions are taken for °C and 16 bits for hundredths of a Kelvin, and the grid says so.
 * @returns null where it is none of these, names a unit of something else, lies on the ground as a map does, is of a
 *   multispectral camera, has too many pixels, or cannot be read
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
    const samplesOf =
      format === fraction && bits === 32 ? 'fractions' : format === whole && bits === 16 ? 'whole' : null;
    const reading = samplesOf && readingOf(samplesOf, await namedUnitOf(image));
    if (!reading) return null;
    const { source, celsius } = reading;
    const noData = image.getGDALNoData();
    const samples = await image.readRasters({ interleave: true });
    const values = Float32Array.from({ length: width * height }, (_, at) => {
      const sample = Number(samples[at]);
      return sample === noData || !Number.isFinite(sample) ? Number.NaN : celsius(sample);
    });
    const likely = likelyTemperatures(values);
    return likely && { width, height, source, values: likely };
  } catch {
    return null;
  }
}
