import { limits } from '@eyrie/domain/rules';
import { rasterRefusal } from './raster-fault.ts';
import type { Directory } from './raster-source.ts';

/** The same of heights: one band of numbers. */
export interface HeightLayout extends Layout {
  format: 'float' | 'int' | 'uint';
}

/** How the pixels of one picture lie in the file: in blocks, which are tiles or strips. */
export interface Layout {
  width: number;
  height: number;
  blockWidth: number;
  blockHeight: number;
  /** Blocks of a row, and rows of blocks. */
  across: number;
  down: number;
  bands: number;
  /** Each band has blocks of its own. */
  separate: boolean;
  /** Bits of one sample: 1, 8 or 16. */
  bits: number;
  compression: number;
  predictor: number;
  photometric: number;
  offsets: readonly number[];
  counts: readonly number[];
  jpegTables: Uint8Array | null;
  littleEndian: boolean;
}

/** How samples are packed that can be read, by the number of the TIFF tag. */
const compressions: Readonly<Record<number, string>> = {
  1: 'none',
  5: 'LZW',
  7: 'JPEG',
  8: 'DEFLATE',
  32773: 'PackBits',
  32946: 'DEFLATE',
  50000: 'ZSTD',
  50001: 'WebP',
};
const isPicture = (compression: number): boolean => compression === 7 || compression === 50001;

const requireSize = (width: number, height: number): void => {
  const { rasterSide, rasterPixels } = limits.layer;
  if (width < 1 || height < 1) throw rasterRefusal('layerRaster', `${width} × ${height}`);
  if (Math.max(width, height) > rasterSide || width * height > rasterPixels)
    throw rasterRefusal(
      'layerRasterSize',
      `${width} × ${height} > ${rasterPixels / 1_000_000} MP, ${rasterSide}`,
    );
};

/** Samples that are no colours, by the number of their format. */
const measured: Readonly<Record<number, string>> = { 2: 'Int', 3: 'Float', 5: 'CInt', 6: 'CFloat' };

/** Heights: 32-bit fractions, or whole numbers of 16 bits with a sign or without. */
const heightFormats: Readonly<Record<string, HeightLayout['format']>> = {
  '3 32': 'float',
  '2 16': 'int',
  '1 16': 'uint',
};

const heightsOf = (directory: Directory): { bits: number; format: HeightLayout['format'] } => {
  const bands = directory.number('SamplesPerPixel') ?? 1;
  const bits = directory.number('BitsPerSample') ?? 1;
  const sample = directory.number('SampleFormat') ?? 1;
  const format = heightFormats[`${sample} ${bits}`];
  if (bands !== 1 || !format)
    throw rasterRefusal('layerPixels', `${bands} × ${measured[sample] ?? 'UInt'}${bits}, Float32 / Int16`);
  return { bits, format };
};

const samplesOf = (directory: Directory) => {
  const bands = directory.number('SamplesPerPixel') ?? 1;
  const each = directory.numbers('BitsPerSample');
  const bits = each[0] ?? 1;
  const formats = directory.numbers('SampleFormat');
  const format = formats.find((one) => one !== 1) ?? 1;
  if (bands < 1 || bands > limits.layer.rasterBands)
    throw rasterRefusal('layerPixels', `SamplesPerPixel ${bands}`);
  // As colours their signs and fractions would be lost without a word.
  if (measured[format]) throw rasterRefusal('layerHeights', `${measured[format]}${bits}`);
  if (format !== 1 && format !== 4) throw rasterRefusal('layerPixels', `${bits} bit, SampleFormat ${format}`);
  if (![1, 8, 16].includes(bits) || each.some((one) => one !== bits))
    throw rasterRefusal('layerPixels', `${[...each].slice(0, 8).join(' ')} bit`);
  return { bands, bits };
};

const packingOf = (directory: Directory, bits: number) => {
  const compression = directory.number('Compression') ?? 1;
  const predictor = directory.number('Predictor') ?? 1;
  if (!compressions[compression]) throw rasterRefusal('layerPixels', `Compression ${compression}`);
  if (isPicture(compression) && bits !== 8)
    throw rasterRefusal('layerPixels', `Compression ${compression}, ${bits} bit`);
  const undone = (predictor === 2 && bits >= 8) || (predictor === 3 && bits === 32);
  if (predictor !== 1 && !undone && !isPicture(compression))
    throw rasterRefusal('layerPixels', `Predictor ${predictor}`);
  if ((directory.number('FillOrder') ?? 1) !== 1) throw rasterRefusal('layerPixels', 'FillOrder 2');
  return { compression, predictor: isPicture(compression) ? 1 : predictor };
};

/** What one unpacked block takes, bytes. */
export const blockBytes = ({ blockWidth, blockHeight, bands, separate, bits }: Layout): number =>
  Math.ceil((blockWidth * (separate ? 1 : bands) * bits) / 8) * blockHeight;

/** Every block lies in the file, there are as many as the picture needs, and none is larger than it can be. */
const requireBlocks = (layout: Layout, fileSize: number): void => {
  const { across, down, separate, bands, offsets, counts } = layout;
  const needed = across * down * (separate ? bands : 1);
  if (offsets.length !== needed || counts.length !== needed)
    throw rasterRefusal('layerRaster', `${offsets.length}/${counts.length} blocks, ${needed} needed`);
  const unpacked = blockBytes(layout);
  if (
    unpacked > limits.layer.rasterBlockBytes ||
    layout.blockWidth * layout.blockHeight * 4 > limits.layer.rasterBlockBytes
  )
    throw rasterRefusal('layerRasterSize', `${layout.blockWidth} × ${layout.blockHeight}`);
  const most = 2 * unpacked + 65_536;
  for (const [at, offset] of offsets.entries()) {
    const count = counts[at] ?? 0;
    if (!(offset >= 0 && count >= 0 && offset + count <= fileSize))
      throw rasterRefusal('layerRaster', `block ${at}: ${offset} + ${count} > ${fileSize}`);
    if (count > most) throw rasterRefusal('layerRaster', `block ${at}: ${count} > ${most}`);
  }
};

/** Rows of one strip: what is not packed can be cut anew, so that a strip of the whole picture is no burden. */
const CUT_BYTES = 1_000_000;

const cutAnew = (layout: Layout): Layout => {
  const { width, height, bands, separate, bits, compression, blockHeight, offsets, counts } = layout;
  const rowBytes = Math.ceil((width * bands * bits) / 8);
  const rows = Math.max(1, Math.floor(CUT_BYTES / rowBytes));
  const whole = compression === 1 && !separate && layout.down === 1 && blockHeight > rows;
  if (!whole || offsets.length !== 1 || counts[0] !== rowBytes * height) return layout;
  const down = Math.ceil(height / rows);
  const rowsOf = (at: number): number => Math.min(rows, height - at * rows);
  return {
    ...layout,
    blockHeight: rows,
    down,
    offsets: Array.from({ length: down }, (_, at) => (offsets[0] ?? 0) + at * rows * rowBytes),
    counts: Array.from({ length: down }, (_, at) => rowsOf(at) * rowBytes),
  };
};

/**
 * How the pixels of a picture lie in the file, as its tags declare it; nothing of them is unpacked yet.
 * @throws Refusal layerRaster, layerPixels, layerHeights, layerRasterSize
 */
export const layoutOf = (directory: Directory, fileSize: number, littleEndian: boolean): Layout =>
  layoutWith(directory, fileSize, littleEndian, () => samplesOf(directory));

/**
 * The same of a picture of heights.
 * @throws Refusal layerRaster, layerPixels where it has none, layerRasterSize
 */
export function heightLayoutOf(directory: Directory, fileSize: number, littleEndian: boolean): HeightLayout {
  const { bits, format } = heightsOf(directory);
  const layout = layoutWith(directory, fileSize, littleEndian, () => ({ bands: 1, bits }));
  if (isPicture(layout.compression)) throw rasterRefusal('layerPixels', `Compression ${layout.compression}`);
  return { ...layout, format };
}

function layoutWith(
  directory: Directory,
  fileSize: number,
  littleEndian: boolean,
  samples: () => { bands: number; bits: number },
): Layout {
  const [width, height] = [directory.number('ImageWidth') ?? 0, directory.number('ImageLength') ?? 0];
  requireSize(width, height);
  const { bands, bits } = samples();
  const tileWidth = directory.number('TileWidth');
  const tiled = tileWidth !== undefined;
  const blockWidth = tiled ? tileWidth : width;
  const rows = tiled ? directory.number('TileLength') : directory.number('RowsPerStrip');
  const blockHeight = tiled ? (rows ?? 0) : Math.min(height, rows ?? height);
  if (!(blockWidth >= 1 && blockHeight >= 1))
    throw rasterRefusal('layerRaster', `${blockWidth} × ${blockHeight}`);
  const tables = directory.numbers('JPEGTables');
  const layout = cutAnew({
    width,
    height,
    blockWidth,
    blockHeight,
    across: Math.ceil(width / blockWidth),
    down: Math.ceil(height / blockHeight),
    bands,
    bits,
    separate: directory.number('PlanarConfiguration') === 2 && bands > 1,
    ...packingOf(directory, bits),
    photometric: directory.number('PhotometricInterpretation') ?? 1,
    offsets: directory.numbers(tiled ? 'TileOffsets' : 'StripOffsets'),
    counts: directory.numbers(tiled ? 'TileByteCounts' : 'StripByteCounts'),
    jpegTables: tables.length > 0 ? Uint8Array.from(tables) : null,
    littleEndian,
  });
  requireBlocks(layout, fileSize);
  return layout;
}
