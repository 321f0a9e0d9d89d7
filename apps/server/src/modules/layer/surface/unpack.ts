import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import createDecoderModule, { type DracoModule } from 'draco3d/draco_decoder_nodejs.js';
import { UnreadModel } from './unread.ts';

/** Bytes that a part of a model may have unpacked, and pages of 64 kB that one decoder may use. */
const unpackedMost = 128_000_000;
const pagesMost = 4_096;

/** Triangles of a part that was packed as a whole: three numbers for each corner, and three corners for each triangle. */
export interface UnpackedMesh {
  places: Float32Array;
  order: Uint32Array;
}

/** What undoes the packing of models. */
export interface Unpackers {
  meshopt(bytes: Uint8Array, how: { count: number; stride: number; mode: string; filter: string }): Buffer;
  /** @param id of the places among what was packed */
  draco(bytes: Uint8Array, id: number): UnpackedMesh;
}

const notLoaded = (): never => {
  throw new UnreadModel('glTF: compressed');
};
/** For models that are not packed. */
export const noUnpackers: Unpackers = { meshopt: notLoaded, draco: notLoaded };

/** What is used of WebAssembly, which the types of Node leave out. */
interface Wasm {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
  Memory: new (bounds: { initial: number }) => {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  };
}
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };

/** A few bytes may ask for gigabytes, which no bound of the thread on its own objects holds back. */
const boundedModule = async (): Promise<DracoModule> => {
  const file = createRequire(import.meta.url).resolve('draco3d/draco_decoder.wasm');
  const compiled = new wasm.Module(await readFile(file));
  return createDecoderModule({
    instantiateWasm(imports, use) {
      const instance = new wasm.Instance(compiled, imports);
      for (const memory of Object.values(instance.exports)) {
        if (!(memory instanceof wasm.Memory)) continue;
        const grow = memory.grow.bind(memory);
        memory.grow = (pages) => {
          if (memory.buffer.byteLength / 65_536 + pages > pagesMost) throw new RangeError('memory');
          return grow(pages);
        };
      }
      use(instance);
      return instance.exports;
    },
  });
};

/** Runs with what must be given back, whatever happens. */
function meshOf(draco: DracoModule, bytes: Uint8Array, id: number): UnpackedMesh {
  const [decoder, buffer, mesh] = [new draco.Decoder(), new draco.DecoderBuffer(), new draco.Mesh()];
  let room = 0;
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), bytes.length);
    if (decoder.GetEncodedGeometryType(buffer) !== draco.TRIANGULAR_MESH) throw new UnreadModel('Draco');
    if (!decoder.DecodeBufferToMesh(buffer, mesh).ok() || mesh.ptr === 0) throw new UnreadModel('Draco');
    const attribute = decoder.GetAttributeByUniqueId(mesh, id);
    if (attribute.ptr === 0 || attribute.num_components() !== 3) throw new UnreadModel('Draco: places');
    const [corners, places] = [mesh.num_faces() * 3, mesh.num_points() * 3];
    const size = Math.max(corners, places) * 4;
    if (size > unpackedMost) throw new UnreadModel('Draco: size');
    room = draco._malloc(size);
    if (!decoder.GetTrianglesUInt32Array(mesh, corners * 4, room)) throw new UnreadModel('Draco');
    const order = draco.HEAPU32.slice(room / 4, room / 4 + corners);
    const { DT_FLOAT32: floats } = draco;
    if (!decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, floats, places * 4, room))
      throw new UnreadModel('Draco: places');
    return { places: draco.HEAPF32.slice(room / 4, room / 4 + places), order };
  } finally {
    if (room !== 0) draco._free(room);
    for (const one of [mesh, buffer, decoder]) draco.destroy(one);
  }
}

const unread = <T>(what: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnreadModel) throw error;
    // Decoders throw whatever they have where bytes are none of theirs.
    throw new UnreadModel(`${what}: ${String(error).slice(0, 80)}`);
  }
};

let dracoModule: Promise<DracoModule> | undefined;

/** The decoders that a file names: they are large, and most files need none. */
export async function unpackersFor(bytes: Buffer): Promise<Unpackers> {
  let unpackers = noUnpackers;
  if (bytes.includes('_meshopt_compression')) {
    await MeshoptDecoder.ready;
    unpackers = {
      ...unpackers,
      meshopt: (packed, { count, stride, mode, filter }) =>
        unread('meshopt', () => {
          // The decoder takes for granted what the format asks of these.
          const fits =
            mode === 'ATTRIBUTES' ? stride % 4 === 0 && stride <= 256 : stride === 2 || stride === 4;
          if (!fits || (mode === 'TRIANGLES' && count % 3 !== 0)) throw new UnreadModel('meshopt: stride');
          if (count * stride > unpackedMost) throw new UnreadModel('meshopt: size');
          const target = Buffer.alloc(count * stride);
          MeshoptDecoder.decodeGltfBuffer(target, count, stride, packed, mode, filter);
          return target;
        }),
    };
  }
  if (bytes.includes('KHR_draco_mesh_compression')) {
    dracoModule ??= boundedModule();
    const draco = await dracoModule;
    unpackers = { ...unpackers, draco: (packed, id) => unread('Draco', () => meshOf(draco, packed, id)) };
  }
  return unpackers;
}
