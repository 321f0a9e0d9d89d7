/** What is used of the decoder; objects live outside of JavaScript and are given back by `delete`. */
declare module 'laz-perf/lib/node/laz-perf.js' {
  interface ChunkDecoder {
    open(format: number, recordLength: number, at: number): void;
    getPoint(at: number): void;
    delete(): void;
  }
  export interface LazPerf {
    readonly HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _free(at: number): void;
    ChunkDecoder: new () => ChunkDecoder;
  }
  const createLazPerf: () => Promise<LazPerf>;
  export default createLazPerf;
}
