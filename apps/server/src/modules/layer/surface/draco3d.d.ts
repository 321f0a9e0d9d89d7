/** What is used of the decoder; objects live outside of JavaScript and are given back by `destroy`. */
declare module 'draco3d/draco_decoder_nodejs.js' {
  interface Freed {
    readonly ptr: number;
  }
  interface Mesh extends Freed {
    num_faces(): number;
    num_points(): number;
  }
  interface Attribute extends Freed {
    num_components(): number;
  }
  interface Buffer extends Freed {
    Init(bytes: Int8Array, length: number): void;
  }
  interface Decoder extends Freed {
    GetEncodedGeometryType(buffer: Buffer): number;
    DecodeBufferToMesh(buffer: Buffer, mesh: Mesh): { ok(): boolean };
    GetAttributeByUniqueId(mesh: Mesh, id: number): Attribute;
    GetAttributeDataArrayForAllPoints(
      mesh: Mesh,
      attribute: Attribute,
      type: number,
      bytes: number,
      pointer: number,
    ): boolean;
    GetTrianglesUInt32Array(mesh: Mesh, bytes: number, pointer: number): boolean;
  }
  export interface DracoModule {
    TRIANGULAR_MESH: number;
    DT_FLOAT32: number;
    HEAPF32: Float32Array;
    HEAPU32: Uint32Array;
    Decoder: new () => Decoder;
    DecoderBuffer: new () => Buffer;
    Mesh: new () => Mesh;
    destroy(one: Freed): void;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
  }
  interface Given {
    instantiateWasm(imports: object, use: (instance: { exports: Record<string, unknown> }) => void): object;
  }
  export default function createDecoderModule(given: Given): Promise<DracoModule>;
}

/** What tests use of the encoder. */
declare module 'draco3d/draco_encoder_nodejs.js' {
  interface Module {
    POSITION: number;
    MESH_EDGEBREAKER_ENCODING: number;
    Mesh: new () => object;
    MeshBuilder: new () => {
      AddFacesToMesh(mesh: object, count: number, faces: Uint32Array): boolean;
      AddFloatAttributeToMesh(
        mesh: object,
        kind: number,
        count: number,
        parts: number,
        values: Float32Array,
      ): number;
    };
    DracoInt8Array: new () => { GetValue(at: number): number };
    Encoder: new () => {
      SetEncodingMethod(method: number): void;
      SetAttributeQuantization(kind: number, bits: number): void;
      EncodeMeshToDracoBuffer(mesh: object, out: object): number;
    };
  }
  export default function createEncoderModule(given: object): Promise<Module>;
}
