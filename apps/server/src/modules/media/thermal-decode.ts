import { rm, stat } from 'node:fs/promises';
import { resultLimits } from '@eyrie/domain';
import { runBounded } from '../../platform/bounded-program.ts';

/**
 * Reads the temperatures out of a radiometric JPEG on our disk and lays them beside: fractions of 32 bits in °C, row by row.
 * @returns bytes that it laid there; null where there are none
 * @throws the reason of the signal when that fires
 */
export type DecodeThermal = (
  photoPath: string,
  rawPath: string,
  signal: AbortSignal,
) => Promise<number | null>;

const bounds = {
  time: resultLimits.thermalTime,
  processor: resultLimits.thermalProcessor,
  memory: resultLimits.thermalMemory,
  file: resultLimits.thermalBytes / 1e6,
};

/** By a program that an operator has named: `dji_irp` of DJI's Thermal SDK, or one that takes its arguments. */
export const thermalDecoder =
  (program: string): DecodeThermal =>
  async (photoPath, rawPath, signal) => {
    await rm(rawPath, { force: true });
    const args = ['-s', photoPath, '-a', 'measure', '-o', rawPath, '--measurefmt', 'float32'];
    if (!(await runBounded(program, args, bounds, signal))) return null;
    return stat(rawPath).then(
      ({ size }) => size,
      () => null,
    );
  };
